package io.sluice.proxy.type.list;

/** An end of a list, with Redis's words. */
public enum ListEnd {
    LEFT,
    RIGHT;

    public ListEnd other() {
        return this == LEFT ? RIGHT : LEFT;
    }
}
