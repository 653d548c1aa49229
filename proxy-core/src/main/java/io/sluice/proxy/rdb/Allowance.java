package io.sluice.proxy.rdb;

/**
 * How much memory a value that is read may take. A payload says little of it: LZF makes 88 bytes of one, and an element of a
 * listpack may be two bytes, which in memory are an object. Not safe for use by several threads.
 */
final class Allowance {
    /** What an array takes beside its bytes, and its place in a list that grows. */
    private static final int ARRAY_OVERHEAD = 32;

    private long left;

    Allowance(long bytes) {
        this.left = bytes;
    }

    /** Before an array of so many bytes is made. */
    void takeArray(long bytes) {
        left -= bytes + ARRAY_OVERHEAD;
        if (left < 0) {
            throw RdbException.memory();
        }
    }
}
