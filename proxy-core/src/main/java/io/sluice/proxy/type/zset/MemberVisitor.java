package io.sluice.proxy.type.zset;

/** Takes members with their scores, one by one. */
@FunctionalInterface
public interface MemberVisitor {
    /** A member that is a stretch of an array, which is not to be changed. */
    void accept(byte[] array, int offset, int length, double score);
}
