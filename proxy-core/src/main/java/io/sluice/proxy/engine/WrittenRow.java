package io.sluice.proxy.engine;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.WriteBatch;
import java.util.List;

/**
 * A row that was written and must stay in memory: because its batch is not durable or not visible yet, or because a load that
 * was asked for before that still travels. The value changes only while the batch is open, under the queue's lock; or, of a
 * header, with the batch, when that is durable ({@link #renew}).
 */
final class WrittenRow {
    /** What a slot's guard adds to a batch. */
    static final int GUARD_BYTES = RowKeys.seal(0).length + WriteBatch.OP_OVERHEAD;

    final SlotState slot;
    final RowId id;
    /** Changes to later ones only. Read in the lane, or in {@link #leave}; by {@link #hasNewer} it may be seen late. */
    Batch batch;

    volatile Object value;

    /** Whether {@link Extents} knew the row when it was written; of the lane until the batch is closed. */
    boolean kept;

    /** Whether it has left {@link WrittenRows}, or a newer one has taken its place there. */
    volatile boolean left;

    /** Whether it was put into the order of {@link WrittenRows}; guarded as that says. */
    boolean inOrder;

    WrittenRow(SlotState slot, RowId id, Object value, Batch batch) {
        this.slot = slot;
        this.id = id;
        this.value = value;
        this.batch = batch;
    }

    /**
     * In the lane: a header gets a newer value, of another batch, before the one that it has is visible; nobody must need that
     * any more. False when it has left.
     */
    synchronized boolean renew(Batch newer, Object newerValue) {
        if (left) {
            return false;
        }
        batch = newer;
        value = newerValue;
        return true;
    }

    /** Reads what a commit reads. Any thread; what it returns means nothing. */
    int touch() {
        return id.rowKeyBytes() + RowValue.payloadBytes(value);
    }

    /** Whether what the batch has written need not leave: a newer value has taken its place, or it has left. May be seen late. */
    boolean hasNewer(Batch than) {
        return left || batch != than;
    }

    /** What the batch has written is visible: the row leaves, unless it was renewed. */
    synchronized boolean leave(Batch visible) {
        if (batch != visible) {
            return false;
        }
        left = true;
        return true;
    }

    long bytes() {
        return bytes(id, value);
    }

    /** What the row adds to {@link WriteBatch#bytes()} at most, its slot's guard included. */
    static long bytes(RowId id, Object value) {
        return id.rowKeyBytes() + RowValue.storedBytes(id, value) + WriteBatch.OP_OVERHEAD + GUARD_BYTES;
    }

    static long bytes(RowChange change) {
        return bytes(change.id(), change.value());
    }

    /** The sum of that for all changes. */
    static long bytes(List<RowChange> changes) {
        long total = 0;
        for (int i = 0; i < changes.size(); i++) {
            total += bytes(changes.get(i));
        }
        return total;
    }
}
