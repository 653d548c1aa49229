package io.sluice.proxy.engine;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.WriteBatch;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A row that was written, its own name, and must stay in memory: because its batch is not durable or not visible yet, or because a load that
 * was asked for before that still travels. The value changes only while the batch is open, under the queue's lock; or, of a
 * header, with the batch, when that is durable ({@link #renew}).
 */
final class WrittenRow extends RowId {
    /** What a slot's guard adds to a batch. */
    static final int GUARD_BYTES = RowKeys.seal(0).length + WriteBatch.OP_OVERHEAD;

    private static final AtomicReferenceFieldUpdater<WrittenRow, @Nullable Object> VALUE =
            AtomicReferenceFieldUpdater.newUpdater(WrittenRow.class, Object.class, "value");

    final SlotState slot;

    /**
     * Changes to later ones only, and at last, when it has left and is visible, to none: it may stay in its chain
     * for long, and is not to keep what it was written with. Read in the lane, or in {@link #leave}; by {@link #hasNewer} it may be seen late.
     */
    private @Nullable Batch batch;

    /** Of the batch; see {@link #isSettled}. */
    private long batchNumber;

    /**
     * None since it has left: it may stay in its chain for long, and is not to keep what it had. Whoever reads it sees what was done
     * before; who finds none, what the cache was given.
     */
    private volatile @Nullable Object value;

    /** Whether {@link Extents} knew the row when it was written; of the lane until the batch is closed. */
    boolean kept;

    /** Whether it is not among those that are written any more, or a newer one has taken its place. */
    private volatile boolean left;

    /** The next in its chain of {@link WrittenHeaders}; belongs to that. */
    @Nullable
    WrittenRow next;

    /** Whether it was put into the order of {@link WrittenRows}; guarded as that says. */
    boolean inOrder;

    WrittenRow(SlotState slot, RowId id, Object value, Batch batch) {
        super(id);
        this.slot = slot;
        this.value = value;
        this.batch = batch;
        this.batchNumber = batch.number;
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
        batchNumber = newer.number;
        value(newerValue);
        return true;
    }

    /** Whether its batch is known to be durable, and not to be sent again, without asking that itself. In the lane. */
    boolean isSettled() {
        return slot.queue.hasSettled(batchNumber);
    }

    /** The value; null when it has left, and then the cache has been given it, which may not have taken it. */
    @Nullable
    Object valueIfHere() {
        return value;
    }

    /** The value, for those who know that it has not left, or that its batch is not visible. */
    Object value() {
        return Objects.requireNonNull(value);
    }

    /** The batch that it was last written with; {@link CommitQueue#past} when that is visible, and it has left. */
    Batch batch() {
        Batch last = batch;
        return last == null ? slot.queue.past : last;
    }

    @Override
    RowId nameAlone() {
        return apart();
    }

    /** Another value. Ordered behind all before, but not waited for as a volatile write would be: a wait for memory with each row. */
    void value(Object newer) {
        VALUE.lazySet(this, newer);
    }

    boolean hasLeft() {
        return left;
    }

    /** What it has is not looked for here any more: a newer one takes its place, or the slot is dropped. */
    synchronized void giveWay() {
        left = true;
    }

    /**
     * What the batch has written of it is visible, and it has left: if it has nothing of a later batch, its value is not needed
     * any more, and it may be the key of the row that took its place for long.
     */
    void letGo(Batch visible) {
        if (left && batch == visible) {
            forget();
        }
    }

    /** Nothing is written in its place: a reference in the old generation that changes is one that the collector looks at, unless to none. */
    private void forget() {
        VALUE.lazySet(this, null);
        batch = null;
    }

    /** Reads what a commit reads. Any thread; what it returns means nothing. */
    int touch() {
        Object there = value;
        return rowKeyBytes() + (there == null ? 0 : RowValue.payloadBytes(there));
    }

    /** Whether what the batch has written need not leave: a newer value has taken its place, or it has left. May be seen late. */
    boolean hasNewer(Batch than) {
        return left || batch != than;
    }

    /** What the batch has written of a header is visible: it leaves, unless it has, or was renewed; if so, the action comes first. */
    synchronized void leave(Batch visible, Consumer<WrittenRow> before) {
        if (!left && batch == visible) {
            before.accept(this);
            left = true;
            forget();
        }
    }

    long bytes() {
        return bytes(this, value());
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
