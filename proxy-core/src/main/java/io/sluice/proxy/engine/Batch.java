package io.sluice.proxy.engine;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.WriteBatch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The row changes of many commands that become durable together. Filled and closed under the lock of its
 * {@link CommitQueue}; a closed batch does not change. Of two batches of one queue the one with the higher number is
 * durable later, so a reply that has seen several needs to wait for the highest alone.
 */
final class Batch implements WriteBatch.Changes {
    private static final int LOOKED_AT_TOGETHER = 16;

    private enum State {
        PENDING,
        DURABLE,
        FAILED
    }

    final CommitQueue queue;
    final long number;
    long openedNanos;
    /** Empty again once the batch is visible: a row may have been renewed in a later batch, which would be kept with it. */
    final List<WrittenRow> rows = new ArrayList<>();
    /** What stands in extents alone. */
    final List<ExtentWrites> ofExtents = new ArrayList<>(0);
    /** Batches of other queues whose rows a command of this one has read: they must be durable first (R6). */
    final List<Batch> after = new ArrayList<>();

    long bytes;
    /** How many rows it writes. */
    int size;
    /** Set when the batch is larger than the store takes: then it is committed in steps. */
    @Nullable
    Redo redo;

    /** Whether a copy of it may have been applied before it is sent. */
    boolean mayBeThere;

    /** What {@link #lookAhead} has read, so that the compiler does not leave it out. */
    @SuppressWarnings("unused")
    private int seen;

    private volatile State state = State.PENDING;
    private @Nullable List<Runnable> waiters;

    Batch(CommitQueue queue, long number) {
        this.queue = queue;
        this.number = number;
    }

    /** Stands for all of a queue's that are visible. */
    static Batch past(CommitQueue queue) {
        Batch past = new Batch(queue, Long.MIN_VALUE);
        past.state = State.DURABLE;
        return past;
    }

    boolean isDurable() {
        return state == State.DURABLE;
    }

    boolean isFailed() {
        return state == State.FAILED;
    }

    boolean isEmpty() {
        return size == 0 && redo == null;
    }

    /** Any order; of a closed batch. */
    void forEachRow(BiConsumer<SlotState, StoredRow> action) {
        rows.forEach(row -> action.accept(row.slot, new StoredRow(row, row.value())));
        ofExtents.forEach(writes -> writes.rows().forEach(row -> action.accept(writes.slot, row)));
    }

    // ---- the rows as the store gets them; of a closed batch that is not durable ----

    @Override
    public int size() {
        return size;
    }

    @Override
    public long bytes() {
        return bytes - (long) size * WrittenRow.GUARD_BYTES;
    }

    @Override
    public int longestKey() {
        return RowKeys.MAX_LENGTH;
    }

    @Override
    public <X extends Exception> void forEach(WriteBatch.Action<X> action) throws X {
        for (int i = 0; i < rows.size(); i++) {
            lookAhead(i, WrittenRow::touch);
            WrittenRow row = rows.get(i);
            action.accept(new StoredRow(row, row.value()));
        }
        for (ExtentWrites writes : ofExtents) {
            for (StoredRow row : writes.rows()) {
                action.accept(mayBeThere ? row.perhapsThere() : row);
            }
        }
    }

    /** Runs the waiter once the batch is durable or has failed; at once when it is. Waiters are short and never block. */
    void whenSettled(Runnable waiter) {
        synchronized (this) {
            if (state == State.PENDING) {
                if (waiters == null) {
                    waiters = new ArrayList<>();
                }
                waiters.add(waiter);
                return;
            }
        }
        waiter.run();
    }

    void succeed() {
        synchronized (this) {
            state = State.DURABLE;
        }
        tellWaiters();
    }

    /** It is durable, and need not be sent again. */
    void forgetWrites() {
        ofExtents.forEach(ExtentWrites::forget);
    }

    /** Makes the loss known to those who look; {@link #tellWaiters} tells the others. What is durable is not lost. */
    synchronized void fail() {
        if (state == State.PENDING) {
            state = State.FAILED;
        }
    }

    /**
     * Reads what some of the rows lead to, each time before these are gone through one by one, so that the processor waits for
     * all of it at once; as {@link LookAhead} does.
     */
    void lookAhead(int next, ToIntFunction<WrittenRow> read) {
        if (next % LOOKED_AT_TOGETHER == 0 && rows.size() > 1) {
            int sum = 0;
            for (int i = next; i < Math.min(rows.size(), next + LOOKED_AT_TOGETHER); i++) {
                sum += read.applyAsInt(rows.get(i));
            }
            seen = sum;
        }
    }

    /** The slots that it writes. */
    Set<SlotState> slots() {
        if (redo != null) {
            return redo.slots();
        }
        Set<SlotState> slots = new LinkedHashSet<>();
        for (WrittenRow row : rows) {
            slots.add(row.slot);
        }
        ofExtents.forEach(writes -> slots.add(writes.slot));
        return slots;
    }

    void tellWaiters() {
        List<Runnable> run;
        synchronized (this) {
            run = waiters;
            waiters = null;
        }
        if (run != null) {
            run.forEach(Runnable::run);
        }
    }
}
