package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@link Keyspace} for one command, on the worker thread that runs it. Collects the gates of all it has read: the reply
 * waits for them like any other.
 */
final class EngineKeyspace implements Keyspace {
    private static final int COUNT_PAGE = 10_000;

    private final Engine engine;
    private final int db;
    private final WorkerHome home = new WorkerHome();
    private final Gates gates = new Gates();

    EngineKeyspace(Engine engine, int db) {
        this.engine = engine;
        this.db = db;
    }

    Gates gates() {
        return gates;
    }

    @Override
    public int db() {
        return db;
    }

    @Override
    public EngineSettings settings() {
        return engine.core().settings().get();
    }

    @Override
    public <T> T inSlot(int slot, Function<CommandContext, T> body) {
        return inSlots(new int[] {slot}, false, attempt -> body.apply(attempt));
    }

    /** Runs the body in the lanes of the slots, as one command. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the body's own result, null only where its T allows it
    <T> T inSlots(int[] slots, boolean maySplit, Function<Attempt, T> body) {
        var execution = new WorkerHome.Waitable(engine, slots, db, home, maySplit) {
            @Override
            protected @Nullable Object body(CommandContext context) {
                return body.apply(attempt());
            }
        };
        home.await(execution);
        gates.addAll(execution.gates());
        CommandException failure = execution.failure();
        if (failure != null) {
            throw failure;
        }
        return (T) execution.result();
    }

    /** Runs an action while it holds the slot's lane, whether the slot is served or not. */
    void withLane(SlotState state, Runnable action) {
        CompletableFuture<Void> granted = new CompletableFuture<>();
        state.lane.acquire(new LaneWaiter() {
            @Override
            public void granted(SlotLane lane) {
                granted.complete(null);
            }

            @Override
            public boolean runsAnywhere() {
                return true;
            }

            @Override
            public Executor executor() {
                return Runnable::run;
            }
        });
        granted.join();
        try {
            action.run();
        } finally {
            state.lane.release();
        }
    }

    /** Waits until all that was read here is durable. */
    void awaitDurable() {
        while (!gates.isOpen()) {
            if (gates.failed()) {
                throw new CommandException("ERR what was read is lost");
            }
            CompletableFuture<Void> closer = new CompletableFuture<>();
            gates.whenCloser(() -> closer.complete(null));
            closer.join();
        }
    }

    @Override
    public boolean knownEmpty(int slot, int db) {
        SlotState state = engine.slot(slot);
        int incarnation = state.incarnation();
        return state.isServing()
                && state.databasesBatch == null
                && state.knownEmpty(state.databases().generationOf(db))
                // Emptied by what is not durable yet, or by what was lost meanwhile: then it must be looked at (R5).
                && state.memory.isAllRetired()
                && state.incarnation() == incarnation;
    }

    @Override
    public long size(int db) {
        engine.loadAllSlots();
        long total = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (!knownEmpty(slot, db)) {
                total += size(slot, db);
            }
        }
        return total;
    }

    @Override
    public long size(int slot, int db) {
        return inSlots(new int[] {slot}, false, attempt -> {
            SlotState state = attempt.slot(slot);
            noteFlush(state, attempt);
            notePending(state, attempt);
            int generation = state.databases().generationOf(db);
            KeyCount count = state.count(generation);
            if (!count.isCertain()) {
                long counted = countRows(
                        attempt, slot, RowKeys.headerRangeStart(generation), RowKeys.headerRangeEnd(generation));
                count.set(counted);
            }
            return count.keys();
        });
    }

    private static void noteFlush(SlotState state, Attempt attempt) {
        Batch flush = state.databasesBatch;
        if (flush != null) {
            attempt.gates().add(flush);
            if (flush.isDurable()) {
                state.databasesBatch = null;
            }
        }
    }

    /** A count depends on all that is written in the slot, so its reply waits for that to be durable (R5). */
    private static void notePending(SlotState state, Attempt attempt) {
        Batch pending = state.memory.isAllRetired() ? null : state.queue.lastPending();
        if (pending != null) {
            attempt.gates().add(pending);
        }
    }

    private static long countRows(Attempt attempt, int slot, byte[] from, byte[] to) {
        long total = 0;
        byte[] start = from;
        while (true) {
            List<Row> page = attempt.range(slot, start, to, false, COUNT_PAGE, true);
            total += page.size();
            if (page.size() < COUNT_PAGE) {
                return total;
            }
            byte[] last = page.get(page.size() - 1).key();
            start = Arrays.copyOf(last, last.length + 1);
        }
    }

    @Override
    public long expires(int db) {
        engine.loadAllSlots();
        long total = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            SlotState state = engine.slot(slot);
            if (state.nextExpiryMs != Long.MAX_VALUE) {
                total += inSlots(new int[] {slot}, false, attempt -> {
                    noteFlush(state, attempt);
                    var range = RowKeys.rangeOfGeneration(
                            RowKind.EXPIRY, state.databases().generationOf(db));
                    return countRows(attempt, state.slot, range.from(), range.to());
                });
            }
        }
        return total;
    }

    @Override
    public KeyPage keys(int slot, int db, int fromHash, int limit) {
        return inSlots(new int[] {slot}, false, attempt -> page(attempt, slot, db, fromHash, limit));
    }

    private static KeyPage page(Attempt attempt, int slot, int db, int fromHash, int limit) {
        SlotState state = attempt.slot(slot);
        noteFlush(state, attempt);
        int generation = state.databases().generationOf(db);
        // Values are needed only to see who is expired, and that the slot knows without them when nobody can be.
        boolean keysOnly = state.nextExpiryMs > attempt.nowMs();
        byte[] end = RowKeys.headerRangeEnd(generation);
        List<Row> rows = new ArrayList<>(attempt.range(
                slot, RowKeys.headerHashStart(generation, fromHash), end, false, Math.max(1, limit), keysOnly));
        boolean atEnd = rows.size() < Math.max(1, limit);
        int nextHash = 0;
        if (!atEnd) {
            int lastHash = RowKeys.decodeHeader(rows.get(rows.size() - 1).key()).hash();
            completeGroup(attempt, slot, generation, lastHash, keysOnly, rows);
            nextHash = lastHash + 1;
            atEnd = nextHash == 0;
        }
        List<Key> keys = new ArrayList<>(rows.size());
        for (Row row : rows) {
            Key key = liveKey(attempt, slot, row, keysOnly);
            if (key != null) {
                keys.add(key);
            }
        }
        return new KeyPage(keys, rows.size(), nextHash, atEnd);
    }

    /** Adds the rows that share the last one's hash: a cursor can only stand between two hashes. */
    private static void completeGroup(
            Attempt attempt, int slot, int generation, int hash, boolean keysOnly, List<Row> rows) {
        byte[] last = rows.get(rows.size() - 1).key();
        byte[] from = Arrays.copyOf(last, last.length + 1);
        byte[] to = RowKeys.headerHashEnd(generation, hash);
        rows.addAll(attempt.range(slot, from, to, false, COUNT_PAGE, keysOnly));
    }

    private static @Nullable Key liveKey(Attempt attempt, int slot, Row row, boolean keysOnly) {
        byte[] value = row.value();
        if (keysOnly && Header.needsValueForKey(row.key())) {
            byte[] next = Arrays.copyOf(row.key(), row.key().length + 1);
            List<Row> whole = attempt.range(slot, row.key(), next, false, 1, false);
            if (whole.isEmpty()) {
                return null;
            }
            value = whole.get(0).value();
        }
        if (!keysOnly) {
            Header header = Header.decode(value);
            if (header.expires() && header.expireAtMs() <= attempt.nowMs()) {
                return null;
            }
        }
        RowKey.Header name = RowKeys.decodeHeader(row.key());
        return new Key(name.key().isWhole() ? name.key().name() : Header.keyOf(row.key(), value), slot, name.hash());
    }

    @Override
    public void flush(int db) {
        changeAll((state, attempt) -> {
            notePending(state, attempt);
            var databases = state.databases();
            int from = db < 0 ? 0 : db;
            int to = db < 0 ? settings().databases() - 1 : db;
            var changed = databases;
            for (int each = from; each <= to; each++) {
                int generation = databases.generationOf(each);
                if (!state.knownEmpty(generation)) {
                    changed = changed.flushed(each);
                    ReclaimEntry entry = ReclaimEntry.ofGeneration(generation);
                    attempt.writeInternal(state, entry.rowKey(), entry.encode());
                    attempt.onPublish(state, () -> state.mayReclaim = true);
                }
            }
            if (changed != databases) {
                attempt.putDatabases(state, changed);
            }
        });
    }

    @Override
    public void swap(int first, int second) {
        if (first == second) {
            return;
        }
        changeAll((state, attempt) -> {
            notePending(state, attempt);
            var databases = state.databases();
            boolean nothing =
                    state.knownEmpty(databases.generationOf(first)) && state.knownEmpty(databases.generationOf(second));
            if (!nothing) {
                attempt.putDatabases(state, databases.swapped(first, second));
            }
        });
    }

    private interface SlotChange {
        void apply(SlotState state, Attempt attempt);
    }

    /** One command over all slots where the store is atomic as a whole; one per slot elsewhere. */
    private void changeAll(SlotChange change) {
        engine.loadAllSlots();
        if (engine.core().committer().isAtomicAcrossSlots()) {
            int[] all = IntStream.range(0, SLOTS).toArray();
            inSlots(all, true, attempt -> {
                for (int slot = 0; slot < SLOTS; slot++) {
                    change.apply(attempt.slot(slot), attempt);
                }
                return true;
            });
        } else {
            for (int slot = 0; slot < SLOTS; slot++) {
                int each = slot;
                inSlots(new int[] {slot}, true, attempt -> {
                    change.apply(attempt.slot(each), attempt);
                    return true;
                });
            }
        }
    }
}
