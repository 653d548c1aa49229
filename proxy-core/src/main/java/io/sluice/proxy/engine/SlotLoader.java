package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.StoreException;
import io.sluice.proxy.engine.Fencing.FenceRow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings a slot into service: claims it, finishes the large changes that an earlier owner has left, and reads its summary
 * in two round trips and one more per database that has keys (its small rows, which lie together, and the first header at
 * or after each). A slot that was never claimed before is not read: nobody can have written to it. Thread-safe; of several
 * callers for one slot one loads and the others wait for it.
 */
final class SlotLoader {
    /** More metadata rows than nearly every slot has, so that one page holds them all. */
    private static final int METADATA_ROWS = 256;

    /** With more generations than this in a slot (databases, and flushed ones not reclaimed), the rest is not looked at. */
    private static final int MOST_GENERATIONS = 32;

    private final StoreReads reads;
    private final Fencing fencing;
    private final RedoRecovery recovery;
    private final Consumer<SlotState> installed;
    private final Consumer<SlotState> takenOver;

    /**
     * @param installed told in the lane of a slot whose summary was read
     * @param takenOver told when a slot turns out to belong to another process
     */
    SlotLoader(
            StoreReads reads,
            Fencing fencing,
            RedoRecovery recovery,
            Consumer<SlotState> installed,
            Consumer<SlotState> takenOver) {
        this.reads = reads;
        this.fencing = fencing;
        this.recovery = recovery;
        this.installed = installed;
        this.takenOver = takenOver;
    }

    /** Completes when the slot is served; inline if it is, or if the store answers inline. */
    CompletableFuture<Void> whenServing(SlotState state) {
        return whenServing(state, null);
    }

    /** The same for many slots, whose fences are read with one call. */
    List<CompletableFuture<Void>> whenServing(List<SlotState> states) {
        CompletableFuture<List<@Nullable FenceRow>> fences;
        try {
            fences = fencing.fences(states).toCompletableFuture();
        } catch (RuntimeException broken) {
            fences = CompletableFuture.failedFuture(broken);
        }
        List<CompletableFuture<Void>> all = new ArrayList<>(states.size());
        for (int i = 0; i < states.size(); i++) {
            int index = i;
            // What cannot be read together is read one by one, and again and again as long as that makes sense.
            all.add(fences.handle((found, error) -> error == null ? found.get(index) : null)
                    .thenCompose(fence -> whenServing(states.get(index), fence)));
        }
        return all;
    }

    private CompletableFuture<Void> whenServing(SlotState state, @Nullable FenceRow fence) {
        CompletableFuture<Void> mine;
        synchronized (state) {
            CompletableFuture<Void> known = state.serving();
            if (known != null && !known.isCompletedExceptionally()) {
                return known;
            }
            mine = new CompletableFuture<>();
            state.serving(mine);
        }
        loadSafely(state, fence).whenComplete((summary, error) -> {
            if (error != null) {
                StoreException failure = StoreErrors.of(error);
                mine.completeExceptionally(failure);
                if (failure instanceof StoreException.GuardFailed) {
                    takenOver.accept(state);
                }
            } else {
                state.acquire(new Installation(state, summary, mine, installed));
            }
        });
        return mine;
    }

    /** A store that throws instead of answering must not leave a stage behind that nobody ever completes. */
    private CompletableFuture<SlotSummary> loadSafely(SlotState state, @Nullable FenceRow fence) {
        try {
            return load(state, fence);
        } catch (RuntimeException broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    /**
     * Installs a summary in the lane: a command that began before the slot's memory was dropped may still be in there,
     * and reads the old one. A summary whose slot was dropped again meanwhile is not installed any more; who waited for
     * it finds the slot not served, and asks again.
     */
    private record Installation(
            SlotState state, SlotSummary summary, CompletableFuture<Void> mine, Consumer<SlotState> installed)
            implements LaneWaiter {
        @Override
        public void granted(SlotLane lane) {
            try {
                if (state.serving() == mine) {
                    state.install(summary);
                    installed.accept(state);
                }
            } finally {
                lane.release();
            }
            mine.complete(null);
            state.served(mine);
        }

        @Override
        public boolean runsAnywhere() {
            return true;
        }

        @Override
        public Executor executor() {
            return Runnable::run;
        }
    }

    private CompletableFuture<SlotSummary> load(SlotState state, @Nullable FenceRow known) {
        int slot = state.slot;
        return state.readable()
                .thenCompose(v -> fencing.claim(slot, state.takesOver(), known))
                .toCompletableFuture()
                .thenCompose(fence -> {
                    state.claimed(fence.epoch()); // what is finished below is committed under it
                    if (fencing.isFirstOwner(fence)) {
                        return CompletableFuture.completedFuture(summarize(fence.clockMs(), List.of(), Set.of()));
                    }
                    return summary(state, fence.clockMs());
                });
    }

    /** Both reads at once; and both again, once a large change is finished that was not: each may change what they find. */
    private CompletableFuture<SlotSummary> summary(SlotState state, long clockMs) {
        CompletableFuture<List<Row>> small = readMetadata(state.slot);
        CompletableFuture<Optional<Set<Integer>>> occupied = occupied(state.slot);
        return small.thenCompose(metadata -> {
            for (Row row : metadata) {
                if (row.key()[0] == RowKind.REDO_HEAD) {
                    return recovery.finish(state, row).thenCompose(v -> summary(state, clockMs));
                }
            }
            return occupied.thenApply(found -> summarize(clockMs, metadata, found.orElse(null)));
        });
    }

    /**
     * From what comes after the fence and the seals, of which there may be as many as there were owners, to the first row
     * of the two indexes of times, which come right after the registry.
     */
    private CompletableFuture<List<Row>> readMetadata(int slot) {
        byte[] from = RowKeys.rangeOf(RowKind.REDO_HEAD).from();
        byte[] end = RowKeys.rangeOf(RowKind.FIELDS_DUE).to();
        return collect(new ArrayList<>(), new ScanRequest(slot, from, end, false, METADATA_ROWS, false));
    }

    private CompletableFuture<List<Row>> collect(List<Row> rows, ScanRequest request) {
        return reads.range(request).thenCompose(page -> {
            rows.addAll(page.rows());
            boolean reachedTimes = !rows.isEmpty() && rows.get(rows.size() - 1).key()[0] >= RowKind.EXPIRY;
            if (!page.more() || reachedTimes) {
                return CompletableFuture.completedFuture(rows);
            }
            return collect(rows, request.after(rows.get(rows.size() - 1).key()));
        });
    }

    /** The generations that have keys, by looking for the first header at or after each: one look more than there are. */
    private CompletableFuture<Optional<Set<Integer>>> occupied(int slot) {
        return occupied(slot, RowKeys.rangeOf(RowKind.HEADER).from(), new HashSet<>());
    }

    private CompletableFuture<Optional<Set<Integer>>> occupied(int slot, byte[] from, Set<Integer> found) {
        byte[] end = RowKeys.rangeOf(RowKind.HEADER).to();
        return reads.range(new ScanRequest(slot, from, end, false, 1, true)).thenCompose(page -> {
            if (page.rows().isEmpty()) {
                // A copy: of most slots it is the one empty set, at which FLUSHALL looks again and again.
                return CompletableFuture.completedFuture(Optional.of(Set.copyOf(found)));
            }
            int generation = RowKeys.decodeHeader(page.rows().get(0).key()).generation();
            found.add(generation);
            return found.size() > MOST_GENERATIONS
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : occupied(slot, RowKeys.headerRangeEnd(generation), found);
        });
    }

    private static SlotSummary summarize(long clockMs, List<Row> metadata, @Nullable Set<Integer> occupied) {
        Databases databases = Databases.INITIAL;
        boolean mayReclaim = false;
        long nextExpiry = Long.MAX_VALUE;
        List<Integer> registered = new ArrayList<>();
        for (Row row : metadata) {
            byte kind = row.key()[0];
            if (kind == RowKind.DATABASES) {
                databases = Databases.decode(row.value());
            } else if (kind == RowKind.RECLAIM) {
                mayReclaim = true;
            } else if (kind == RowKind.REGISTRY) {
                registered.add(RowKeys.decodeRegistry(row.key()).hash());
            } else if (kind == RowKind.EXPIRY || kind == RowKind.FIELDS_DUE) {
                // The index is ordered by database first, so its first row need not be the next one due. Due at once
                // makes the first walk look, and find the true time.
                nextExpiry = 0;
            }
        }
        return new SlotSummary(databases, occupied, nextExpiry, mayReclaim, registered, clockMs);
    }
}
