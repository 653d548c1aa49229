package io.sluice.proxy.engine;

/**
 * How many keys a generation has in a slot: known, or uncertain since a write that did not look whether its key was there
 * (a plain SET of a key that is not in memory), or never counted. Belongs to the holder of the lane; the flag that says
 * "known to be empty" may be read by anybody.
 */
final class KeyCount {
    final int generation;
    private long keys;
    private boolean certain;
    private volatile boolean knownEmpty;

    KeyCount(int generation, boolean startsEmpty) {
        this.generation = generation;
        certain = startsEmpty;
        knownEmpty = startsEmpty;
    }

    void add(long change) {
        keys += change;
        knownEmpty = certain && keys == 0;
    }

    void makeUncertain() {
        certain = false;
        knownEmpty = false;
    }

    void set(long counted) {
        keys = counted;
        certain = true;
        knownEmpty = counted == 0;
    }

    boolean isCertain() {
        return certain;
    }

    long keys() {
        return keys;
    }

    boolean knownEmpty() {
        return knownEmpty;
    }
}
