package io.sluice.proxy.type.collection;

/**
 * The cursor of HSCAN, SSCAN and ZSCAN: the hash of the element to go on with, as an unsigned number. It has no state
 * outside the client, and is as good after a restart, on another proxy, and after a collection has left its header row,
 * as an element's hash never changes and all elements of one hash are answered together.
 */
public final class ScanCursor {
    /** Begins a walk, and says that one is through. */
    public static final long END = 0;

    private ScanCursor() {}

    /** The cursor of a walk that goes on with this hash, which is not 0: that one is in the first step. */
    public static long at(int hash) {
        return Integer.toUnsignedLong(hash);
    }

    /** Whether no element can lie at or behind the cursor: no step gave it. */
    public static boolean isBeyond(long cursor) {
        return cursor >>> 32 != 0;
    }

    /** The hash to go on with. */
    public static int hash(long cursor) {
        return (int) cursor;
    }

    /** Whether an element of this hash is still to come. */
    public static boolean reaches(long cursor, int hash) {
        return Long.compareUnsigned(Integer.toUnsignedLong(hash), cursor) >= 0;
    }
}
