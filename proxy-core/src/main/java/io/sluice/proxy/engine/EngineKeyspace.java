package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@link Keyspace} for one command, on the worker thread that runs it. Collects the gates of all it has read: the reply
 * waits for them like any other.
 */
final class EngineKeyspace implements Keyspace {
    /** How many slots are asked at once by commands that ask all: enough to hide a remote store's latency. */
    private static final int SLOTS_AT_ONCE = 64;

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
        Call execution = new Call(slots, maySplit, body);
        home.await(execution);
        return (T) outcome(execution);
    }

    /** Runs the body in each of the slots, as a command of its own, several at a time; the results come in the slots' order. */
    @SuppressWarnings({"unchecked", "NullAway"}) // as above
    private <T> void inEach(
            IntStream slots, boolean maySplit, BiFunction<Attempt, SlotState, T> body, Consumer<T> result) {
        Iterator<Call> calls = slots.mapToObj(slot ->
                        new Call(new int[] {slot}, maySplit, attempt -> body.apply(attempt, attempt.slot(slot))))
                .iterator();
        home.awaitAll(calls, SLOTS_AT_ONCE, call -> result.accept((T) outcome(call)));
    }

    private final class Call extends WorkerHome.Waitable {
        private final Function<Attempt, ?> body;

        Call(int[] slots, boolean maySplit, Function<Attempt, ?> body) {
            super(engine, slots, db, home, maySplit);
            this.body = body;
        }

        @Override
        protected @Nullable Object body(CommandContext context) {
            return body.apply(attempt());
        }
    }

    private @Nullable Object outcome(Call execution) {
        gates.addAll(execution.gates());
        CommandException failure = execution.failure();
        if (failure != null) {
            throw failure;
        }
        return execution.result();
    }

    /** Runs an action while it holds the slot's lane, whether the slot is served or not. */
    void withLane(SlotState state, Runnable action) {
        CompletableFuture<Void> granted = new CompletableFuture<>();
        state.acquire(new LaneWaiter() {
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
            state.release();
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
        Databases databases = state.databases();
        Batch flush = state.databasesBatch;
        return state.isServing()
                && (flush == null || flush.isDurable())
                && state.knownEmpty(databases.generationOf(db))
                // Emptied by what is not durable yet, or by what was lost meanwhile: then it must be looked at (R5).
                // What is
                // durable may stay in memory for a while, for older loads or until the store shows it.
                && (state.memory.isAllRetired() || state.queue.lastPending() == null)
                && state.incarnation() == incarnation
                && state.databases() == databases; // else the generation may have been retired by what is not durable
    }

    @Override
    public long size(int db) {
        engine.loadAllSlots();
        return whole(KnownSizes.of(engine, db, 1, gates), db);
    }

    @Override
    public long[] sizes(int databases) {
        engine.loadAllSlots();
        KnownSizes known = KnownSizes.of(engine, 0, databases, gates);
        return IntStream.range(0, databases)
                .mapToLong(each -> whole(known, each))
                .toArray();
    }

    private long whole(KnownSizes known, int db) {
        return known.keys(db) + sum(slotSizes(known.uncounted().filter(slot -> !knownEmpty(slot, db)), db));
    }

    @Override
    public long size(int slot, int db) {
        return inSlots(new int[] {slot}, false, attempt -> SlotKeys.count(attempt, attempt.slot(slot), db, false));
    }

    @Override
    public long expires(int db) {
        engine.loadAllSlots();
        List<Long> counts = new ArrayList<>();
        IntStream expiring =
                IntStream.range(0, SLOTS).filter(slot -> engine.slot(slot).nextExpiryMs() != Long.MAX_VALUE);
        inEach(expiring, false, (attempt, state) -> SlotKeys.countExpiring(attempt, state, db), counts::add);
        return sum(counts);
    }

    private static long sum(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public List<Long> slotSizes(IntStream slots, int db) {
        List<Long> sizes = new ArrayList<>();
        inEach(slots, false, (attempt, state) -> SlotKeys.count(attempt, state, db, false), sizes::add);
        return sizes;
    }

    @Override
    public void firstKeys(int db, int limit, Consumer<SlotPage> each) {
        IntStream slots = IntStream.range(0, SLOTS).filter(slot -> !knownEmpty(slot, db));
        inEach(
                slots,
                false,
                (attempt, state) -> {
                    KeyPage page = SlotKeys.page(attempt, state, db, 0, limit);
                    if (page.end() && page.scanned() == 0) {
                        SlotKeys.count(attempt, state, db, false); // so that it is known to be empty from now on
                    }
                    return new SlotPage(state.slot, page);
                },
                each);
    }

    @Override
    public KeyPage keys(int slot, int db, int fromHash, int limit) {
        return inSlots(
                new int[] {slot}, false, attempt -> SlotKeys.page(attempt, attempt.slot(slot), db, fromHash, limit));
    }

    @Override
    public void flush(int db) {
        int databases = settings().databases();
        changeAll(
                slot -> IntStream.range(Math.max(0, db), db < 0 ? databases : db + 1)
                        .allMatch(each -> knownEmpty(slot, each)),
                (state, attempt) -> SlotKeys.flush(attempt, state, db, databases, false));
    }

    @Override
    public void swap(int first, int second) {
        if (first != second) {
            changeAll(
                    slot -> knownEmpty(slot, first) && knownEmpty(slot, second),
                    (state, attempt) -> SlotKeys.swap(attempt, state, first, second, false));
        }
    }

    private interface SlotChange {
        void apply(SlotState state, Attempt attempt);
    }

    /** One command over all slots where the store is atomic as a whole; elsewhere one per slot that has something. */
    private void changeAll(IntPredicate hasNothing, SlotChange change) {
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
            IntStream slots = IntStream.range(0, SLOTS).filter(slot -> !hasNothing.test(slot));
            inEach(
                    slots,
                    true,
                    (attempt, state) -> {
                        change.apply(state, attempt);
                        return true;
                    },
                    done -> {});
        }
    }
}
