package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKeys;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one kind of one collection, as far as memory keeps them in order: see {@link Extents}.
 *
 * <p>What is kept belongs to the holder of the slot's lane. Any thread may let go of it, which takes the whole: nobody finds
 * it any more, and what the lane's holder still does with it is without consequence.
 *
 * <p>Of an extent that knows all of its rows, what is written stands here alone ({@link ExtentWrites}), not among {@link
 * WrittenRows} as well: to put each row there, and to take it out when it is visible, was a quarter of what a ZADD costs in
 * memory. So the extent is <em>pinned</em> by each batch that has written here, until that is visible and all loads are done
 * that were asked for before (R4). Who lets go of a pinned extent is heard, but what it keeps leaves with the last pin; until
 * then no further batch pins it, so that it does leave.
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
    /** Whether it was let go: another one may have its name. */
    private volatile boolean gone;

    /** Whether no row has ever been in {@link RowCache}. */
    private final boolean isUncached;

    // ---- under the monitor ----

    private int pins;
    /** What it takes that is to be let go; 0 when it is not. */
    private long leavingBytes;

    // ---- of the lane's holder ----

    private int commands;
    private int lastCommand;
    private int uses;
    private long weight = OVERHEAD;
    /** What is perhaps pending, the oldest first. */
    private final ArrayDeque<ExtentWrites> pending = new ArrayDeque<>(2);

    /** @param isUncached whether {@link RowCache} has no row of it */
    Extent(Name name, Extents owner, boolean isUncached) {
        this.name = name;
        this.owner = owner;
        this.isUncached = isUncached;
    }

    boolean isOf(byte[] rowKey) {
        return rowKey[0] == name.kind && OrderedCodec.getLong(rowKey, 1) == name.id;
    }

    boolean isUncached() {
        return isUncached;
    }

    /** What is kept; null when nothing is, or not any more. */
    @Nullable
    ExtentRows rows() {
        return rows;
    }

    /** Begins to keep rows. */
    ExtentRows begin(boolean keysOnly) {
        ExtentRows empty = new ExtentRows(name.keys(), keysOnly);
        rows = empty;
        return empty;
    }

    // ---- letting go ----

    /** Any thread: memory is wanted for something else. At once, or with the last pin. */
    void letGo() {
        synchronized (this) {
            // What was dropped is gone whoever has pinned it: batches that are lost never let go of their pins.
            if (pins > 0 && !gone) {
                leave(Math.max(1, weight));
                return;
            }
            go();
        }
        owner.forget(this);
    }

    /** Any thread: the slot is another's, or what was written is lost. At once. */
    void drop() {
        synchronized (this) {
            go();
        }
        owner.forget(this);
    }

    private void go() {
        leave(0);
        gone = true;
        rows = null;
    }

    boolean isGone() {
        return gone;
    }

    private void leave(long bytes) {
        owner.leaving(bytes - leavingBytes);
        leavingBytes = bytes;
    }

    /** False when it was let go, or is to be. */
    private synchronized boolean pin() {
        if (gone || leavingBytes > 0) {
            return false;
        }
        pins++;
        return true;
    }

    /** Any thread: a batch that has pinned it needs it no more. */
    void unpin() {
        synchronized (this) {
            pins--;
            if (pins > 0 || leavingBytes == 0) {
                return;
            }
            go();
        }
        owner.forget(this);
    }

    /** Whether it goes with the last pin. */
    synchronized boolean isLeaving() {
        return leavingBytes > 0;
    }

    // ---- what is written, in the lane ----

    /** Where what the batch writes is kept; pins it for the batch. Null when the rows must stand among the written ones. */
    @Nullable
    ExtentWrites writes(SlotState slot, Batch batch) {
        ExtentRows kept = rows;
        if (kept == null || !kept.isWhole()) {
            return null;
        }
        ExtentWrites last = pending.peekLast();
        if (last != null && last.batch == batch) {
            return last;
        }
        int expected = last == null ? 1 : last.size();
        while (last != null && pending.element().batch.isDurable()) {
            pending.remove();
            last = pending.peek();
        }
        if (!owner.mayPin() || !pin()) {
            return null;
        }
        ExtentWrites writes = new ExtentWrites(slot, this, batch, expected);
        pending.add(writes);
        batch.ofExtents.add(writes);
        slot.memory.pinned(writes);
        return writes;
    }

    /** Notes what a reader of the row depends on. */
    void dependOn(ExtentRows kept, RowId id, Gates gates) {
        if (kept.pending() == null) {
            return;
        }
        Batch among = kept.pendingElsewhere();
        if (among != null) {
            gates.add(among);
        }
        Iterator<ExtentWrites> newest = pending.descendingIterator();
        while (newest.hasNext()) {
            ExtentWrites writes = newest.next();
            if (writes.isPending(id)) {
                gates.add(writes.batch);
                return;
            }
        }
    }

    // ---- use and weight ----

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
