package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the rows of what was dropped: large values by their ids, flushed databases by their generations.
 *
 * <p>What an entry names can never be written again, so its rows are deleted beside the commit queue. But the entry
 * itself must be durable first: were its batch lost, the rows would still be alive. The entry goes last, through the
 * queue; a crash in between only does the work again. A flushed database's large values are found in its headers, page
 * by page, before the headers go.
 *
 * <p>Entries of slots that commit through one queue wait together until they are durable and visible, which may take as long as the
 * store lets commits gather: a database that is flushed has one in every slot. Where slots have queues of their own, none
 * waits for another's.
 *
 * <p>Confined to one thread of the housekeeper's, but for the figures.
 */
final class Reclaimer {
    private static final int ENTRIES_PER_VISIT = 64;
    /** Of slots that wait together, and those of one slot more. */
    private static final int ENTRIES_TOGETHER = 4096;

    private static final int HEADER_PAGE = 500;
    /** What a range counts as against the rate that costs the same for many rows as for few, or has nobody knows how many. */
    private static final long ROWS_OF_RANGE = 100;
    /** A rest may take days at a low rate: after so long the rate is asked for again. */
    private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);

    private final Engine engine;
    private final IntSupplier rowsPerSecond;
    private final AtomicLong backlog = new AtomicLong();
    private final LongAdder done = new LongAdder();

    Reclaimer(Engine engine, IntSupplier rowsPerSecond) {
        this.engine = engine;
        this.rowsPerSecond = rowsPerSecond;
    }

    /** Entries seen and not yet done. */
    long backlog() {
        return backlog.get();
    }

    long done() {
        return done.sum();
    }

    private record Found(SlotState slot, Row row) {}

    /** Works on the reclaim queues of those slots that are served, some entries of each. Ends early once it is stopped. */
    void drain(List<SlotState> slots, BooleanSupplier stopped) {
        int next = 0;
        while (next < slots.size() && !stopped.getAsBoolean()) {
            CommitQueue commits = slots.get(next).queue;
            EngineKeyspace keyspace = new EngineKeyspace(engine, 0);
            List<Found> together = new ArrayList<>();
            while (next < slots.size() && slots.get(next).queue == commits && together.size() < ENTRIES_TOGETHER) {
                SlotState state = slots.get(next++);
                entries(state, keyspace).forEach(row -> together.add(new Found(state, row)));
            }
            if (!together.isEmpty()) {
                reclaim(together, commits, keyspace, stopped);
            }
        }
    }

    /** The first of the slot's reclaim queue; none, and the slot needs nothing more, when that is empty. */
    private static List<Row> entries(SlotState state, EngineKeyspace keyspace) {
        if (!state.isServing()) {
            return List.of();
        }
        KeyRange queue = RowKeys.rangeOf(RowKind.RECLAIM);
        return keyspace.inSlots(new int[] {state.slot}, true, attempt -> {
            List<Row> found = attempt.range(state.slot, queue.from(), queue.to(), false, ENTRIES_PER_VISIT, false);
            if (found.isEmpty()) {
                state.mayReclaim(false);
            }
            return found;
        });
    }

    private void reclaim(List<Found> entries, CommitQueue commits, EngineKeyspace keyspace, BooleanSupplier stopped) {
        backlog.set(entries.size());
        keyspace.awaitDurable();
        // The rows that are to be deleted must be where deleting finds them, and not come after it. Asked once, because
        // nobody need wait for what is committed meanwhile.
        join(commits.visible().toCompletableFuture());
        for (Found each : entries) {
            if (stopped.getAsBoolean()) {
                return;
            }
            if (each.slot.isServing()) {
                reclaim(each.slot, each.row, keyspace);
                done.increment();
            }
            backlog.decrementAndGet();
        }
    }

    private void reclaim(SlotState state, Row row, EngineKeyspace keyspace) {
        ReclaimEntry entry = ReclaimEntry.decode(row.key(), row.value());
        if (entry.target() instanceof ReclaimEntry.Generation generation) {
            if (state.databases().isInUse(generation.generation())) {
                LOG.error(
                        "Slot {} has a database that it says is flushed: nothing is reclaimed there; see 'sluice check'",
                        state.slot);
                state.mayReclaim(false);
                return;
            }
            reclaimLargeValues(state, keyspace, generation);
        }
        deleteRows(state, entry);
        keyspace.inSlots(new int[] {state.slot}, true, attempt -> {
            attempt.writeInternal(state, row.key(), RowValue.ABSENT);
            return true;
        });
    }

    private void deleteRows(SlotState state, ReclaimEntry entry) {
        for (KeyRange range : entry.ranges()) {
            join(engine.core().reads().deleteRange(state.slot, range.from(), range.to()));
        }
        boolean countsRows =
                entry.rows() > 0 && !engine.core().committer().limits().nativeRangeDelete();
        rest(countsRows ? entry.rows() : ROWS_OF_RANGE);
    }

    /** Waits as long as so many rows may take at the rate that is in force meanwhile, or until the end interrupts it. */
    private void rest(long rows) {
        long begun = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            long due = TimeUnit.SECONDS.toNanos(rows) / rowsPerSecond.getAsInt();
            long left = due - (System.nanoTime() - begun);
            if (left <= 0) {
                return;
            }
            LockSupport.parkNanos(Math.min(left, LONGEST_PARK_NANOS));
        }
    }

    /** Looks through the headers of a flushed database for values that have rows of their own. */
    private void reclaimLargeValues(SlotState state, EngineKeyspace keyspace, ReclaimEntry.Generation generation) {
        KeyRange headers = generation.rangeOf(RowKind.HEADER);
        ScanRequest next = new ScanRequest(state.slot, headers.from(), headers.to(), false, HEADER_PAGE, false);
        while (true) {
            var page = join(engine.core().reads().range(next));
            for (Row row : page.rows()) {
                Header header = Header.decode(row.value());
                if (SpreadValue.is(header)) {
                    reclaimValue(state, keyspace, RowKeys.decodeHeader(row.key()), header);
                }
            }
            if (!page.more()) {
                return;
            }
            next = next.after(page.rows().get(page.rows().size() - 1).key());
        }
    }

    private void reclaimValue(SlotState state, EngineKeyspace keyspace, RowKey.Header name, Header header) {
        deleteRows(state, SpreadValue.reclaimEntry(header));
        keyspace.inSlots(new int[] {state.slot}, true, attempt -> {
            byte[] registry = RowKeys.registry(name.hash(), SpreadValue.idOf(header));
            // Looked at, because the value may have been dropped by its expiry meanwhile, and is unregistered then.
            if (attempt.row(state.slot, registry) != null) {
                attempt.writeInternal(state, registry, RowValue.ABSENT);
                attempt.onPublish(state, () -> state.unregister(name.hash()));
            }
            return true;
        });
    }

    private static <T> T join(CompletableFuture<T> stage) {
        try {
            return stage.join();
        } catch (java.util.concurrent.CompletionException failed) {
            throw new CommandException(
                    "ERR the store did not answer: " + StoreErrors.of(failed).getMessage());
        }
    }
}
