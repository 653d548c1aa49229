package io.sluice.encoding;

/**
 * Ids of large collections and strings: unique in their slot, never used again.
 *
 * <p>An id is the epoch of the slot's owner in the high 32 bits and a counter in the low 32. An epoch is raised durably
 * before its first id is drawn (an embedded store raises it at each start), and the counter lives only in its owner's
 * memory, so neither a crash nor a clock can bring an id back. Ids are compared unsigned: later epochs sort after
 * earlier ones. Epochs begin with 1, so 0 is the id of nothing.
 */
public final class Ids {
    /** The id of nothing. */
    public static final long NONE = 0;
    /** The last epoch. */
    public static final long MAX_EPOCH = 0xFFFF_FFFFL;

    private Ids() {}

    /**
     * The id of an epoch and a counter.
     *
     * @param counter unsigned: all 2^32 values may be used; the owner goes on to its next epoch after the last
     * @throws IllegalArgumentException if the epoch is not from 1 to {@link #MAX_EPOCH}
     */
    public static long of(long epoch, int counter) {
        if (epoch < 1 || epoch > MAX_EPOCH) {
            throw new IllegalArgumentException("epoch " + epoch + " is not from 1 to " + MAX_EPOCH);
        }
        return epoch << 32 | (counter & 0xFFFF_FFFFL);
    }

    /** The epoch in which an id was drawn. */
    public static long epochOf(long id) {
        return id >>> 32;
    }

    /** The counter of an id, unsigned. */
    public static int counterOf(long id) {
        return (int) id;
    }
}
