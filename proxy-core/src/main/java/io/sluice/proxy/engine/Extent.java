package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one kind of one collection, as far as memory keeps them in order: see {@link Extents}.
 *
 * <p>What is kept belongs to the holder of the slot's lane. Any thread may let go of it, which takes the whole: nobody finds
 * it any more, and what the lane's holder still does with it is without consequence.
 */
final class Extent {
    /** What names an extent within its slot. */
    record Name(byte kind, long id) {
        /** All keys of the extent. */
        KeyRange keys() {
            return RowKeys.rangeOf(kind, id);
        }
    }

    private static final int OVERHEAD = 400;
    /** A smaller change of what is kept is not worth telling the cache about. */
    private static final int LEAST_CHANGE = 4096;

    final Name name;
    private final Extents owner;
    private volatile @Nullable ExtentRows rows;

    // ---- of the lane's holder ----

    private int commands;
    private int lastCommand;
    private int uses;
    private long weight = OVERHEAD;

    Extent(Name name, Extents owner) {
        this.name = name;
        this.owner = owner;
    }

    /** What is kept; null when nothing is, or not any more. */
    @Nullable
    ExtentRows rows() {
        return rows;
    }

    /** Begins to keep rows. */
    ExtentRows begin(boolean keysOnly) {
        ExtentRows empty = new ExtentRows(keysOnly);
        rows = empty;
        return empty;
    }

    /** Any thread: memory is wanted for something else, or the slot is another's. */
    void letGo() {
        rows = null;
        owner.forget(this);
    }

    /** How many commands, one after the other, have read a range; this one included. */
    int countReader(int command) {
        if (commands == 0 || command != lastCommand) {
            commands++;
            lastCommand = command;
        }
        return commands;
    }

    /** Counts the uses. */
    int use() {
        return uses++;
    }

    /** What the cache has been told that this takes. */
    int weight() {
        return (int) Math.min(Integer.MAX_VALUE, weight);
    }

    /** Whether what is kept takes so much more or less than the cache has been told that it must be told. */
    boolean hasNewWeight() {
        ExtentRows kept = rows;
        long now = OVERHEAD + (kept == null ? 0 : kept.bytes());
        if (Math.abs(now - weight) < Math.max(LEAST_CHANGE, weight / 8)) {
            return false;
        }
        weight = now;
        return true;
    }
}
