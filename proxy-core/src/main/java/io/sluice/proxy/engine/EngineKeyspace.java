package io.sluice.proxy.engine;

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
    public int slotOf(byte[] name) {
        return engine.hasher().slotOf(name);
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
        Batch flush = state.databasesBatch;
        return state.isServing()
                && (flush == null || flush.isDurable())
                && state.knownEmpty(state.databases().generationOf(db))
                // Emptied by what is not durable yet, or by what was lost meanwhile: then it must be looked at (R5).
                // What is
                // durable may stay in memory for a while, for older loads or until the store shows it.
                && (state.memory.isAllRetired() || state.queue.lastPending() == null)
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
        return inSlots(new int[] {slot}, false, attempt -> SlotKeys.count(attempt, attempt.slot(slot), db, false));
    }

    @Override
    public long expires(int db) {
        engine.loadAllSlots();
        long total = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            SlotState state = engine.slot(slot);
            if (state.nextExpiryMs != Long.MAX_VALUE) {
                total += inSlots(new int[] {slot}, false, attempt -> SlotKeys.countExpiring(attempt, state, db));
            }
        }
        return total;
    }

    @Override
    public KeyPage keys(int slot, int db, int fromHash, int limit) {
        return inSlots(
                new int[] {slot}, false, attempt -> SlotKeys.page(attempt, attempt.slot(slot), db, fromHash, limit));
    }

    @Override
    public void flush(int db) {
        int databases = settings().databases();
        changeAll((state, attempt) -> SlotKeys.flush(attempt, state, db, databases, false));
    }

    @Override
    public void swap(int first, int second) {
        if (first != second) {
            changeAll((state, attempt) -> SlotKeys.swap(attempt, state, first, second, false));
        }
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
