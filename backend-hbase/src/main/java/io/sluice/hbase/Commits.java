package io.sluice.hbase;

import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch.Op;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.Durability;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends batches, one of a slot at a time, each once: the client's own repetitions are switched off, because whether a
 * batch may be sent again depends on what has become of it.
 *
 * <ul>
 *   <li>Never sent, or refused while its region moves, opens or is too busy: sent again until the time is up, then
 *       Retryable.
 *   <li>Not processed: if another writer has used a higher timestamp, sent again above that; otherwise a guard failed.
 *   <li>Timed out, connection lost, anything else: Indeterminate. If it comes to be applied, then before any later batch
 *       of the slot, or never: the slot's clock sees to that.
 * </ul>
 */
final class Commits {
    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    private static final long FIRST_PAUSE_MS = 5;
    private static final long LONGEST_PAUSE_MS = 500;
    private static final int SLOTS = 1 << 16;
    private static final Duration TELL_EVERY = Duration.ofSeconds(10);

    private final AsyncTable<AdvancedScanResultConsumer> once;
    private final AsyncTable<AdvancedScanResultConsumer> repeating;
    private final AsyncTableRegionLocator locator;
    private final Calls calls;
    private final ScheduledExecutorService timer;
    private final Durability durability;
    private final Duration patience;
    private final AtomicReferenceArray<SlotWriter> slots = new AtomicReferenceArray<>(SLOTS);

    private final AtomicLong lastTold = new AtomicLong(System.nanoTime() - TELL_EVERY.toNanos());
    final LongAdder repeated = new LongAdder();
    final LongAdder outrun = new LongAdder();
    final LongAdder unknown = new LongAdder();

    Commits(Connected connected, Calls calls, ScheduledExecutorService timer) {
        this.once = connected.once();
        this.repeating = connected.repeating();
        this.locator = connected.locator();
        this.calls = calls;
        this.timer = timer;
        this.durability = durability(connected.config().durability());
        this.patience = connected.config().operationTimeout();
    }

    private static Durability durability(String word) {
        return switch (word) {
            case "async" -> Durability.ASYNC_WAL;
            case "fsync" -> Durability.FSYNC_WAL;
            default -> Durability.SYNC_WAL;
        };
    }

    /** @param ops of a batch that is within the limits; not none */
    CompletableFuture<Void> commit(List<Op> ops) {
        SlotWriter writer = writer(ops.get(0).slot());
        return writer.inTurn(() -> new Attempts(new SlotBatch(ops), writer.clock).run());
    }

    /** Once in a while: all commits fail in the same way while a server is away. */
    private void tell(StoreException failure) {
        long now = System.nanoTime();
        long before = lastTold.get();
        if (now - before >= TELL_EVERY.toNanos() && lastTold.compareAndSet(before, now)) {
            LOG.warn("{}; commits are repeated for up to {} ms", failure.getMessage(), patience.toMillis());
        }
    }

    private SlotWriter writer(int slot) {
        SlotWriter writer = slots.get(slot);
        if (writer == null) {
            slots.compareAndSet(slot, null, new SlotWriter(System::currentTimeMillis));
            writer = slots.get(slot);
        }
        return writer;
    }

    /** The attempts at one batch. */
    private final class Attempts {
        private final SlotBatch batch;
        private final SlotClock clock;
        private final CompletableFuture<Void> outcome = new CompletableFuture<>();
        private final long deadline = System.nanoTime() + patience.toNanos();
        private long pause = FIRST_PAUSE_MS;

        Attempts(SlotBatch batch, SlotClock clock) {
            this.batch = batch;
            this.clock = clock;
        }

        CompletableFuture<Void> run() {
            attempt();
            return outcome;
        }

        private void attempt() {
            long timestamp = clock.next();
            calls.call(() -> located().thenCompose(here -> send(timestamp))).whenComplete((response, failure) -> {
                if (failure != null) {
                    failed(failure);
                } else if (response.getProcessed()) {
                    outcome.complete(null);
                } else if (!response.hasProcessed()) {
                    // It does not know of conditions, has left them out, and so says nothing of them: HBASE-25703.
                    outcome.completeExceptionally(new StoreException.Fatal(
                            "this HBase ignores the conditions of a commit: it must be 2.4.3 or newer", null));
                } else {
                    notProcessed(timestamp);
                }
            });
        }

        /** Asking where the region is belongs to no attempt: what fails there has certainly not been sent. */
        private CompletableFuture<HRegionLocation> located() {
            return locator.getRegionLocation(batch.clockRow())
                    .exceptionallyCompose(failure ->
                            CompletableFuture.failedFuture(new Failures.NotLocatedException(Failures.bare(failure))));
        }

        private CompletableFuture<MutateRowsResponse> send(long timestamp) {
            return once.coprocessorService(
                    MultiRowMutationService::newStub,
                    (stub, controller, done) -> stub.mutateRows(controller, batch.at(timestamp, durability), done),
                    batch.clockRow());
        }

        /** One of the conditions did not hold. If it was not the clock's, which only rises, it was a guard. */
        private void notProcessed(long timestamp) {
            Get get = new Get(batch.clockRow()).addColumn(Rows.FAMILY, Rows.CLOCK);
            calls.call(() -> repeating.get(get)).whenComplete((result, failure) -> {
                if (failure != null) {
                    outcome.completeExceptionally(new StoreException.Retryable(
                            "a commit was refused, and HBase did not tell why: "
                                    + Failures.text(Failures.bare(failure)),
                            failure));
                } else if (!result.isEmpty() && result.rawCells()[0].getTimestamp() >= timestamp) {
                    clock.saw(result.rawCells()[0].getTimestamp());
                    outrun.increment();
                    attempt();
                } else {
                    outcome.completeExceptionally(
                            new StoreException.GuardFailed("a row that had to be absent is there"));
                }
            });
        }

        private void failed(Throwable failure) {
            Throwable cause = Failures.bare(failure);
            String text = Failures.text(cause);
            switch (Failures.ofCommit(cause)) {
                case NOT_APPLIED ->
                    later(new StoreException.Retryable("HBase does not take the commit: " + text, cause));
                case REFUSED ->
                    outcome.completeExceptionally(new StoreException.Fatal("HBase refuses the commit: " + text, cause));
                case UNKNOWN -> {
                    unknown.increment();
                    outcome.completeExceptionally(
                            new StoreException.Indeterminate("the outcome of a commit is unknown: " + text, cause));
                }
            }
        }

        private void later(StoreException otherwise) {
            if (calls.isClosed() || System.nanoTime() - deadline >= 0) {
                outcome.completeExceptionally(otherwise);
                return;
            }
            repeated.increment();
            tell(otherwise);
            try {
                timer.schedule(this::attempt, pause, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException closed) {
                outcome.completeExceptionally(otherwise);
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        }
    }
}
