package io.sluice.proxy.engine;

import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The ordered queue of commits of one domain of atomicity: of the whole store, or of one slot (R6).
 *
 * <h2>Life of a batch</h2>
 *
 * One batch is open; commands add their changes to it, all of one command to one batch, and a row that is written again
 * in the same batch is replaced inside it. A batch is closed when it is about to be sent, when a command would overfill
 * it (R7), or when another queue's batch comes to depend on it. One batch is in flight; while it is, the next one fills.
 * When it is durable its waiters run and the next one goes; when reads of the store see it, which is at the same moment or
 * later, its rows are retired to the cache. A batch that one command alone has made larger than the store takes is sent in
 * steps ({@link Redo}): it is durable in the middle of them, and in flight to their end.
 *
 * <h2>Order</h2>
 *
 * Batches of a queue are sent and become durable in the order of their numbers. A batch that has read another queue's
 * pending rows waits until those are durable; that other batch was closed when the dependency arose, so a dependency
 * always points to a batch that can gain none itself any more, and no cycle can form.
 *
 * <h2>Failure (R8)</h2>
 *
 * Retryable: the same batch again, after a pause. Indeterminate: the {@link Fencing} first makes sure that no late copy
 * can land, then the same batch again; its values are absolute. Anything else loses the batch and all behind it: what
 * they wrote was shown to nobody (their replies are gated), so the slots' memory is dropped and the gated connections
 * learn it from {@link Gates#failed()}. The slots are dropped under the monitor, so that nothing is made any more of what
 * is lost; the cache, which may be large, is looked through after it was given back ({@link DroppedSlots}).
 *
 * <h2>Locks</h2>
 *
 * The monitor guards the open batch and the queue; it is held for as long as it takes to merge one command's rows, never
 * during encoding or I/O. Called in lanes; calls nobody while held but {@link SlotMemory#write} and {@link SlotState#drop}.
 */
public final class CommitQueue {
    private final Committer committer;
    private final Capabilities limits;
    private final AtomicLong pendingBytes;

    /** What rows have instead of a batch that is visible. */
    final Batch past = Batch.past(this);

    private final ArrayDeque<Batch> closed = new ArrayDeque<>();
    private Batch open = new Batch(this, 1);
    private @Nullable Batch inFlight;
    /** All batches up to this number are durable, and are not sent again. Stays where it is once any was lost. */
    private volatile long settledUpTo;

    private boolean anyLost;
    private volatile CompletionStage<Void> lastVisible = CompletableFuture.completedStage(null);

    CommitQueue(Committer committer, Capabilities limits, AtomicLong pendingBytes) {
        this.committer = committer;
        this.limits = limits;
        this.pendingBytes = pendingBytes;
    }

    /**
     * Adds one command's changes; in the lanes of their slots. The caller has checked their size.
     *
     * @return the batch that holds them; null when what the command has read was lost meanwhile, so that it must run again
     */
    @Nullable
    Batch append(Publication publication) {
        Gates seen = publication.seen();
        boolean alone = seen.isOnlyOf(this);
        if (!alone) {
            closeSeen(seen);
        }
        synchronized (this) {
            if (seen.failed() || publication.isStale()) {
                return null;
            }
            List<RowChange> changes = publication.changes();
            long bytes = publication.bytes();
            if (!open.isEmpty() && !limits.fitsBatch(open.bytes + bytes, open.size + changes.size())) {
                closeOpen();
            }
            Batch batch = open;
            if (batch.isEmpty()) {
                batch.openedNanos = System.nanoTime();
            }
            long before = batch.bytes;
            for (int i = 0; i < changes.size(); i++) {
                merge(batch, changes.get(i));
            }
            if (!alone) {
                dependOn(batch, seen);
            }
            pendingBytes.addAndGet(batch.bytes - before);
            return batch;
        }
    }

    /**
     * Whether the batch of this number is durable, and is not sent again. Asks nothing of the batch, which who comes upon one of its rows
     * much later would have to wait for. False for all batches since one was lost: then they must be asked themselves. Any thread.
     */
    boolean hasSettled(long number) {
        return number <= settledUpTo;
    }

    /** Completes when all that is durable by now can be read from the store. */
    CompletionStage<Void> visible() {
        return lastVisible;
    }

    private static void merge(Batch batch, RowChange change) {
        SlotMemory memory = change.slot().memory;
        ExtentWrites ofExtent = memory.writesOfExtent(change, batch);
        if (ofExtent != null) {
            StoredRow replaced = memory.write(ofExtent, change);
            batch.size += replaced == null ? 1 : 0;
            batch.bytes += WrittenRow.bytes(change) - (replaced == null ? 0 : replaced.bytes());
            return;
        }
        WrittenRow known = memory.written(change.id());
        if (known != null && known.batch() == batch) {
            batch.bytes += WrittenRow.bytes(known, change.value()) - known.bytes();
            memory.rewrite(known, change.value());
            return;
        }
        WrittenRow row = known;
        if (row == null || !memory.renew(row, batch, change.value())) {
            row = new WrittenRow(change.slot(), change.id(), change.value(), batch);
            memory.write(row);
        }
        batch.rows.add(row);
        batch.size++;
        batch.bytes += row.bytes();
    }

    private void dependOn(Batch batch, Gates seen) {
        for (Batch other : seen.batches()) {
            if (other.queue != this && !batch.after.contains(other)) {
                batch.after.add(other);
            }
        }
    }

    private void closeSeen(Gates seen) {
        for (Batch other : seen.batches()) {
            if (other.queue != this) {
                other.queue.close(other);
            }
        }
    }

    private synchronized void close(Batch batch) {
        if (batch == open) {
            closeOpen();
        }
    }

    private void closeOpen() {
        closed.add(open);
        open = new Batch(this, open.number + 1);
    }

    /** The batch that was last added to and is not durable yet, or null. */
    synchronized @Nullable Batch lastPending() {
        if (!open.isEmpty()) {
            return open;
        }
        Batch last = closed.isEmpty() ? inFlight : closed.peekLast();
        return last == null || last.isDurable() ? null : last;
    }

    /** Completes when the batch is applied that is durable in other rows than its own; null when there is none. */
    synchronized @Nullable CompletableFuture<Void> applying() {
        Batch batch = inFlight;
        Redo redo = batch == null ? null : batch.redo;
        return redo != null && redo.isInForce() ? redo.applied() : null;
    }

    /** Does what an earlier owner of a slot has left to do; before the slot is served. */
    CompletableFuture<Void> finish(Redo redo) {
        Batch batch;
        synchronized (this) {
            if (!open.isEmpty()) {
                closeOpen();
            }
            batch = open;
            batch.redo = redo;
            closeOpen();
        }
        batch.succeed();
        flush();
        return redo.applied();
    }

    /** Sends the next batch if none is in flight. Any thread, holding no lane or holding some. */
    public void flush() {
        Batch next = takeNext();
        while (next != null && !waitsForOthers(next) && send(next)) {
            next = takeNext();
        }
    }

    private synchronized @Nullable Batch takeNext() {
        if (inFlight != null) {
            return null;
        }
        if (closed.isEmpty()) {
            if (open.isEmpty()) {
                return null;
            }
            closeOpen();
        }
        inFlight = closed.poll();
        return inFlight;
    }

    /** Whether the batch must wait for another queue's; it is then sent when that is settled. */
    private boolean waitsForOthers(Batch batch) {
        for (Batch other : batch.after) {
            if (other.isFailed()) {
                fail(batch, new StoreException.Fatal("a change that this one depends on was lost", null));
                return true;
            }
            if (!other.isDurable()) {
                other.queue.flush();
                if (!other.isDurable()) {
                    other.whenSettled(() -> resume(batch));
                    return true;
                }
            }
        }
        return false;
    }

    private void resume(Batch batch) {
        if (!waitsForOthers(batch) && send(batch)) {
            flush();
        }
    }

    /** True when the batch is through already, so that the caller goes on with the next. */
    private boolean send(Batch batch) {
        while (true) {
            KvStore.Commitment commitment = committer.commit(batch);
            var future = commitment.durable().toCompletableFuture();
            if (!future.isDone()) {
                future.whenComplete((v, error) -> {
                    if (error != null) {
                        handle(batch, StoreErrors.of(error));
                    } else if (landed(batch, commitment.visible()) || send(batch)) {
                        flush();
                    }
                });
                return false;
            }
            if (future.isCompletedExceptionally()) {
                future.whenComplete((v, error) -> handle(batch, StoreErrors.of(error)));
                return false;
            }
            if (landed(batch, commitment.visible())) {
                return true;
            }
        }
    }

    /** A commit of the batch is durable: answers whether that was all of it, or the first of its steps that are left. */
    private boolean landed(Batch batch, CompletionStage<Void> visible) {
        Redo redo = batch.redo;
        if (redo == null) {
            through(batch, visible);
            return true;
        }
        if (redo.advance()) {
            if (redo.isInForce() && !batch.isDurable()) {
                // A redo that is lost here is another's to finish; what came before it must be visible all the same.
                lastVisible = visible.thenCompose(seen -> redo.applied().exceptionally(lost -> null));
                batch.succeed();
            }
            return false;
        }
        through(batch, visible);
        visible.whenComplete((v, error) -> redo.applied().complete(null));
        return true;
    }

    private void through(Batch batch, CompletionStage<Void> visible) {
        lastVisible = visible;
        batch.forgetWrites();
        // What never becomes visible stays in memory, where readers find it.
        visible.thenRun(() -> committer.retire(batch));
        pendingBytes.addAndGet(-batch.bytes);
        synchronized (this) {
            inFlight = null;
            if (!anyLost) {
                settledUpTo = batch.number;
            }
        }
        batch.succeed();
    }

    private void handle(Batch batch, StoreException error) {
        if (error instanceof StoreException.Retryable) {
            committer.pause(batch, () -> resume(batch));
        } else if (error instanceof StoreException.Indeterminate) {
            batch.mayBeThere = true;
            committer.seal(batch).whenComplete((v, failure) -> {
                if (failure == null) {
                    committer.pause(batch, () -> resume(batch));
                } else {
                    fail(batch, StoreErrors.of(failure));
                }
            });
        } else {
            fail(batch, error);
        }
    }

    /** The batch is lost, and with it every batch behind it: they were made from what it wrote. */
    private void fail(Batch first, StoreException error) {
        ArrayDeque<Batch> lost = new ArrayDeque<>();
        DroppedSlots dropped;
        synchronized (this) {
            lost.add(first);
            lost.addAll(closed);
            closed.clear();
            if (!open.isEmpty()) {
                closeOpen();
                lost.add(closed.remove());
            }
            inFlight = null;
            anyLost = true;
            lost.forEach(Batch::fail);
            dropped = committer.forget(lost, error);
        }
        dropped.sweep();
        for (Batch batch : lost) {
            if (batch.redo != null) {
                batch.redo.applied().completeExceptionally(error);
            }
            pendingBytes.addAndGet(-batch.bytes);
            batch.tellWaiters();
        }
    }
}
