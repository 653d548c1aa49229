package io.sluice.proxy.type.list;

/** Takes elements one by one, as parts of arrays that must not be changed and may be kept. */
@FunctionalInterface
public interface ElementVisitor {
    /** Whether to go on. */
    boolean visit(byte[] bytes, int offset, int length);
}
