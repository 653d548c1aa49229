package io.sluice.proxy.engine;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns closed batches into commits of the store, with the fence's guards, and tells their slots what became of them. The
 * order, and what happens when, is {@link CommitQueue}'s matter; this class knows the store. Thread-safe.
 */
final class Committer {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
    private static final long PAUSE_MS = 5;

    private final KvStore store;
    private final Capabilities limits;
    private final Fencing fencing;
    private final RowCache cache;
    private final ScheduledExecutorService timer;
    private final AtomicLong pendingBytes = new AtomicLong();
    private final LongAdder commits = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final LongAdder largeChanges = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** The one queue of a store that is atomic as a whole. */
    private final @Nullable CommitQueue storeQueue;

    Committer(KvStore store, Fencing fencing, RowCache cache, ScheduledExecutorService timer) {
        this.store = store;
        this.limits = store.capabilities();
        this.fencing = fencing;
        this.cache = cache;
        this.timer = timer;
        this.storeQueue = limits.atomicity() == Atomicity.STORE ? newQueue() : null;
    }

    private CommitQueue newQueue() {
        return new CommitQueue(this, limits, pendingBytes);
    }

    /** The queue of a slot that is touched for the first time. */
    CommitQueue queueForNewSlot() {
        return storeQueue != null ? storeQueue : newQueue();
    }

    boolean isAtomicAcrossSlots() {
        return storeQueue != null;
    }

    Capabilities limits() {
        return limits;
    }

    /** Whether the store takes writes: else nothing is written that no client asks for. */
    boolean takesWrites() {
        return store.unwritable() == null;
    }

    /** Bytes that are written to memory and not durable yet. */
    long pendingBytes() {
        return pendingBytes.get();
    }

    long commits() {
        return commits.sum();
    }

    long committedRows() {
        return rows.sum();
    }

    long largeChanges() {
        return largeChanges.sum();
    }

    long failures() {
        return failures.sum();
    }

    /** Sends the batch; of one that is larger than the store takes, the step that it has come to. */
    KvStore.Commitment commit(Batch batch) {
        commits.increment();
        try {
            WriteBatch next = next(batch);
            rows.add(next.size());
            return store.commitAhead(next);
        } catch (RuntimeException broken) {
            CompletionStage<Void> failed = CompletableFuture.failedFuture(
                    new StoreException.Fatal("the store threw instead of answering: " + broken, broken));
            return new KvStore.Commitment(failed, failed);
        }
    }

    /** The whole batch, or the next step of one that is too large. */
    private WriteBatch next(Batch batch) {
        Redo redo = batch.redo;
        if (redo == null && !limits.fitsBatch(batch.bytes, batch.size)) {
            redo = Redo.of(batch, limits);
            batch.redo = redo;
            largeChanges.increment();
        }
        return redo == null ? whole(batch) : redo.step(fencing);
    }

    private WriteBatch whole(Batch batch) {
        WriteBatch out = new WriteBatch();
        if (fencing.isNeeded()) {
            for (SlotState slot : batch.slots()) {
                fencing.guard(out, slot);
            }
        }
        return out.addAll(batch);
    }

    /** The batch is visible. It is kept by whoever may still ask whether it is durable, and must not keep its rows then. */
    void retire(Batch batch) {
        List<WrittenRow> visible = batch.rows;
        ToIntFunction<WrittenRow> read = row -> SlotMemory.touch(row, batch);
        for (int i = 0; i < visible.size(); i++) {
            batch.lookAhead(i, read);
            WrittenRow row = visible.get(i);
            row.slot.memory.retire(row, batch);
        }
        visible.clear();
        batch.ofExtents.forEach(writes -> writes.slot.memory.retire(writes));
        batch.ofExtents.clear();
    }

    /** Makes sure that no late copy of the batch can land: raises the epochs of its slots, where the store is shared. */
    CompletionStage<Void> seal(Batch batch) {
        failures.increment();
        LOG.warn("The outcome of a commit of {} rows is unknown; it is sealed off and sent again", batch.size);
        if (!fencing.isNeeded()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<?>[] raises = batch.slots().stream()
                .map(slot -> fencing.raise(slot).toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(raises);
    }

    void pause(Batch batch, Runnable then) {
        failures.increment();
        timer.schedule(then, PAUSE_MS, TimeUnit.MILLISECONDS);
    }

    /**
     * Under the queue's lock: the batches are lost, and so is what memory knows of their slots.
     *
     * @return what is to be swept when the lock is given back
     */
    DroppedSlots forget(Collection<Batch> lost, StoreException error) {
        failures.increment();
        Set<SlotState> slots = new LinkedHashSet<>();
        lost.forEach(batch -> slots.addAll(batch.slots()));
        DroppedSlots dropped = new DroppedSlots(cache);
        slots.forEach(dropped::add);
        LOG.error("{} batches of {} slots are lost: {}", lost.size(), slots.size(), error.getMessage(), error);
        return dropped;
    }
}
