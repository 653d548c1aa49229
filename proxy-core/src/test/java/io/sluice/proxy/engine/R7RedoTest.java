package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKind;
import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultPolicy;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.proxy.check.Report;
import io.sluice.proxy.check.StoreCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * R7: a change that is larger than a batch takes effect as a whole, at one moment, whatever happens at any of its steps; and
 * from that moment on it is there, whoever owns the slot next.
 */
class R7RedoTest {
    private static final int MAX_BATCH = 1000;
    private static final int MAX_VALUE = 600;
    private static final int KEYS = 12;

    private MemoryKvStore memory(Atomicity atomicity) {
        return new MemoryKvStore(limits(atomicity));
    }

    /** Of which the changes of these tests exceed one. */
    Capabilities limits(Atomicity atomicity) {
        return new Capabilities(atomicity, true, false, 200, MAX_VALUE, MAX_BATCH);
    }

    /** Answers until so many commits were made, and then nothing any more; the last one may be applied, or not. */
    private static final class DyingStore extends ForwardingKvStore {
        private final boolean appliesLast;
        private int left = Integer.MAX_VALUE;
        int commits;

        DyingStore(KvStore delegate, boolean appliesLast) {
            super(delegate);
            this.appliesLast = appliesLast;
        }

        void diesAfter(int more) {
            left = more;
            commits = 0;
        }

        boolean isDead() {
            return left < 0;
        }

        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            commits++;
            left--;
            if (left >= 0) {
                return delegate.commit(batch);
            }
            if (left == -1 && appliesLast) {
                delegate.commit(batch);
            }
            return CompletableFuture.failedFuture(new StoreException.Fatal("the process is dead", null));
        }
    }

    /** Where the store is atomic as a whole, the change lies in several slots. */
    private static String name(Atomicity atomicity, int i) {
        return (atomicity == Atomicity.STORE ? "{t" + i % 3 + "}" : "{t}") + i;
    }

    private static String[] names(Atomicity atomicity) {
        String[] names = new String[KEYS];
        for (int i = 0; i < KEYS; i++) {
            names[i] = name(atomicity, i);
        }
        return names;
    }

    private static String large(String value) {
        return value + "x".repeat(400);
    }

    /** Sets all keys but every fourth one, which it deletes. */
    private static Rig.Call setAll(Rig rig, String value, String... names) {
        return rig.call(
                c -> {
                    for (int i = 0; i < names.length; i++) {
                        if (i % 4 == 3) {
                            c.remove(rig.key(names[i]));
                        } else {
                            c.overwrite(rig.key(names[i]), Rig.string(large(value)));
                        }
                    }
                    return "OK";
                },
                names);
    }

    private static void setSmall(Rig rig, String... names) {
        for (String name : names) {
            rig.set(name, "old").durable();
        }
    }

    /** Whether all of the change is there; fails when a part of it is. */
    private static boolean isThere(Rig rig, String value, String... names) {
        List<Object> found = new ArrayList<>();
        for (String name : names) {
            found.add(rig.get(name).durable());
        }
        List<Object> before = new ArrayList<>();
        List<Object> after = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            before.add("old");
            after.add(i % 4 == 3 ? null : large(value));
        }
        assertThat(found).isIn(before, after);
        return found.equals(after);
    }

    private static void assertNothingIsLeft(MemoryKvStore memory) {
        Report report = StoreCheck.run(memory.share());
        assertThat(report.text()).endsWith("no violation\n");
        assertThat(report.rows(RowKind.REDO_HEAD)).isZero();
        assertThat(report.rows(RowKind.REDO_PART)).isZero();
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aChangeLargerThanABatchIsWrittenAndLeavesNothingElse(Atomicity atomicity) {
        MemoryKvStore memory = memory(atomicity);
        String[] names = names(atomicity);
        try (Rig rig = new Rig(memory.share())) {
            setSmall(rig, names);
            assertThat(setAll(rig, "new", names).durable()).isEqualTo("OK");
            assertThat(rig.engine.pendingBytes()).isZero();
            assertThat(isThere(rig, "new", names)).isTrue();
            rig.chill(names);
            assertThat(isThere(rig, "new", names)).isTrue();
            assertThat(rig.size(0)).isEqualTo(9);
        }
        assertNothingIsLeft(memory);
    }

    /** An engine whose process dies after so many steps of the change, unless it has fewer: how its call ended. */
    private static Rig.Call setAllAndDie(DyingStore store, int steps, String... names) {
        Rig rig = new Rig(store);
        setSmall(rig, names);
        store.diesAfter(steps);
        Rig.Call call = setAll(rig, "new", names).outcome();
        rig.home.turnUntil(() -> call.gates().isOpen() || call.gates().failed());
        return call;
    }

    /** The process dies at every one of the steps. */
    @ParameterizedTest
    @CsvSource({"STORE,false", "STORE,true", "SLOT,false", "SLOT,true"})
    void whoeverDiesInTheMiddleTheNextOwnerHasAllOrNothing(Atomicity atomicity, boolean appliesLast) {
        String[] names = names(atomicity);
        boolean[] outcomes = {false, false};
        int step = 0;
        while (true) {
            MemoryKvStore memory = memory(atomicity);
            DyingStore store = new DyingStore(memory.share(), appliesLast);
            Rig.Call call = setAllAndDie(store, step, names);
            boolean acknowledged = call.gates().isOpen();
            boolean died = store.isDead();
            // The rest of the first engine's life is over; nothing is closed, as nothing is when a process is killed.
            assertThat(StoreCheck.run(memory.share()).text()).endsWith("no violation\n");
            try (Rig next = new Rig(memory.share())) {
                boolean isThere = isThere(next, "new", names);
                outcomes[isThere ? 1 : 0] = true;
                assertThat(isThere || !acknowledged)
                        .as("acknowledged, and there after death at step %d", step)
                        .isTrue();
                next.chill(names);
                assertThat(isThere(next, "new", names)).isEqualTo(isThere);
            }
            assertNothingIsLeft(memory);
            if (!died) {
                assertThat(store.commits).isGreaterThan(8).isLessThan(30);
                break;
            }
            step++;
        }
        assertThat(outcomes).containsOnly(true);
    }

    /** And the next owner dies too, at every one of its steps, and the one after it. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void theNextOwnerMayDieToo(Atomicity atomicity) {
        String[] names = names(atomicity);
        for (int first = 0; first < 24; first += 3) {
            MemoryKvStore memory = memory(atomicity);
            DyingStore store = new DyingStore(memory.share(), true);
            Rig.Call call = setAllAndDie(store, first, names);
            for (int again = 1; again < 12; again++) {
                DyingStore dying = new DyingStore(memory.share(), again % 2 == 0);
                dying.diesAfter(again);
                Rig.Call read = new Rig(dying).get(names[0]);
                read.outcome();
            }
            try (Rig next = new Rig(memory.share())) {
                assertThat(isThere(next, "new", names) || !call.gates().isOpen())
                        .isTrue();
            }
            assertNothingIsLeft(memory);
        }
    }

    /** Every step meets every fault, and the engine goes on by itself. */
    @ParameterizedTest
    @CsvSource({
        "STORE,REFUSE",
        "SLOT,REFUSE",
        "STORE,LATE",
        "SLOT,LATE",
        "SLOT,LOSE",
        "STORE,APPLY_UNKNOWN",
        "SLOT,APPLY_UNKNOWN"
    })
    void aStepThatFailsIsDoneAgain(Atomicity atomicity, Fault fault) {
        String[] names = names(atomicity);
        for (int step = 0; step < 24; step++) {
            MemoryKvStore memory = memory(atomicity);
            FaultyKvStore store = new FaultyKvStore(memory.share());
            try (Rig rig = new Rig(store)) {
                setSmall(rig, names);
                store.nextCommits(Fault.NONE, step);
                store.nextCommits(fault, 1);
                assertThat(setAll(rig, "new", names).durable()).isEqualTo("OK");
                // What comes behind is not overwritten by a step that is done again, nor by a late copy of one.
                assertThat(rig.set(names[0], "newer").durable()).isEqualTo("OK");
                assertThat(store.landLate().toCompletableFuture().join()).isZero();
                rig.home.turnUntil(() -> rig.engine.pendingBytes() == 0);
                assertThat(rig.set(names[0], large("new")).durable()).isEqualTo("OK");
                store.heal();
                rig.chill(names);
                assertThat(isThere(rig, "new", names)).isTrue();
            }
            assertNothingIsLeft(memory);
        }
    }

    /** Another owner takes the slots while a step is on its way. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whoTakesTheSlotsOverFinishesTheChange(Atomicity atomicity) {
        String[] names = names(atomicity);
        boolean[] outcomes = {false, false};
        for (int step = 0; step < 24; step++) {
            MemoryKvStore memory = memory(atomicity);
            FaultyKvStore store = new FaultyKvStore(memory.share());
            try (Rig rig = new Rig(store);
                    Rig other = new Rig(memory.share())) {
                setSmall(rig, names);
                store.nextCommits(Fault.NONE, step);
                store.nextCommits(Fault.HOLD_CALL, 1);
                Rig.Call call = setAll(rig, "new", names).outcome();
                rig.home.turn();
                boolean acknowledged = call.gates().isOpen();
                boolean isThere = isThere(other, "new", names);
                outcomes[isThere ? 1 : 0] = true;
                assertThat(isThere || !acknowledged).isTrue();
                assertThat(other.set(names[0], isThere ? large("new") : "old").durable())
                        .isEqualTo("OK");
                store.release();
                rig.home.turnUntil(() -> call.gates().isOpen() || call.gates().failed());
                store.heal();
                assertThat(isThere || !call.gates().isOpen()).isTrue();
                rig.engine.dropCaches();
                assertThat(isThere(rig, "new", names)).isEqualTo(isThere);
                rig.home.turnUntil(() -> rig.engine.pendingBytes() == 0);
            }
            assertNothingIsLeft(memory);
        }
        assertThat(outcomes).containsOnly(true);
    }

    /** A store whose owner has died when the change was in force, and no row of it was written. */
    private MemoryKvStore leftInForce(Atomicity atomicity, String... names) {
        for (int step = 0; ; step++) {
            MemoryKvStore memory = memory(atomicity);
            DyingStore store = new DyingStore(memory.share(), false);
            if (setAllAndDie(store, step, names).gates().isOpen()) {
                return memory;
            }
        }
    }

    /** Its own epoch was ended while it finished what the owner before had left: what it writes then belongs to the next. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    @Timeout(60)
    void whoHasFinishedTheChangeWrites(Atomicity atomicity) {
        String[] names = names(atomicity);
        MemoryKvStore memory = leftInForce(atomicity, names);
        FaultyKvStore store = new FaultyKvStore(memory.share());
        store.next(Calls.COMMITS, Fault.NONE, Fault.APPLY_UNKNOWN);
        try (Rig rig = new Rig(store)) {
            assertThat(rig.get(names[0]).durable()).isEqualTo(large("new"));
            assertThat(store.injected()).containsKey(Fault.APPLY_UNKNOWN);
            assertThat(rig.set(names[0], "newer").durable()).isEqualTo("OK");
            rig.chill(names[0]);
            assertThat(rig.get(names[0]).durable()).isEqualTo("newer");
            for (String name : names) {
                rig.serve(name);
            }
        }
        assertNothingIsLeft(memory);
    }

    /** It has claimed the slot once: two processes do not take it from each other again and again. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    @Timeout(60)
    void aSlotThatIsLostBeforeTheChangeIsFinishedIsNotTakenBack(Atomicity atomicity) {
        String[] names = names(atomicity);
        MemoryKvStore memory = leftInForce(atomicity, names);
        FaultyKvStore store = new FaultyKvStore(memory.share());
        store.next(Calls.COMMITS, Fault.NONE, Fault.HOLD_CALL);
        try (Rig rig = new Rig(store);
                Rig other = new Rig(memory.share())) {
            Rig.Call read = rig.get(names[0]);
            rig.home.turn();
            assertThat(store.held()).isEqualTo(1);
            assertThat(other.get(names[0]).durable()).isEqualTo(large("new"));
            store.release();
            for (Rig.Call call : List.of(read, rig.get(names[0]), rig.set(names[0], "lost"))) {
                assertThat(call.outcome().failure()).hasMessageStartingWith("CLUSTERDOWN Hash slot not served");
            }
            assertThat(other.set(names[0], "newer").durable()).isEqualTo("OK");
        }
    }

    /** Between the moment of effect and the last row, readers and later changes see the whole of it. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void readersSeeTheWholeChangeWhileItIsApplied(Atomicity atomicity) {
        String[] names = names(atomicity);
        MemoryKvStore memory = memory(atomicity);
        FaultyKvStore store = new FaultyKvStore(memory.share());
        try (Rig rig = new Rig(store)) {
            setSmall(rig, names);
            store.nextCommits(Fault.HOLD_CALL, 40);
            Rig.Call call = setAll(rig, "new", names).outcome();
            rig.home.turn();
            while (!call.gates().isOpen()) {
                assertThat(rig.engine.pendingBytes()).isPositive();
                store.release();
                rig.home.turn();
            }
            // In force, and not a single row is written.
            long pending = rig.engine.pendingBytes();
            assertThat(pending).isGreaterThan(MAX_BATCH);
            boolean[] fell = {false};
            rig.engine.whenPendingFalls(() -> fell[0] = true);
            for (int i = 0; i < names.length; i++) {
                Rig.Call read = rig.get(names[i]).outcome();
                assertThat(read.gates().isOpen()).isTrue();
                assertThat(read.value()).isEqualTo(i % 4 == 3 ? null : large("new"));
            }
            Rig.Call behind = rig.set(names[1], "behind").outcome();
            rig.home.turn();
            assertThat(behind.gates().isOpen()).isFalse();
            assertThat(fell[0]).isFalse();
            store.heal();
            BooleanSupplier done = () -> behind.gates().isOpen();
            for (int i = 0; i < 40 && !done.getAsBoolean(); i++) {
                store.release();
                rig.home.turn();
            }
            assertThat(done.getAsBoolean()).isTrue();
            assertThat(fell[0]).isTrue();
            assertThat(rig.engine.pendingBytes()).isZero();
            rig.chill(names);
            assertThat(rig.get(names[1]).durable()).isEqualTo("behind");
        }
        assertNothingIsLeft(memory);
    }

    /** Random large and small changes over a few keys, every fault, and an owner that dies or is replaced again and again. */
    @ParameterizedTest
    @CsvSource({"STORE,1", "SLOT,2", "STORE,3", "SLOT,4", "SLOT,5"})
    void randomHistories(Atomicity atomicity, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MemoryKvStore memory = memory(atomicity);
        Map<String, String> model = new TreeMap<>();
        String[] names = names(atomicity);
        for (int life = 0; life < 12; life++) {
            FaultyKvStore faulty = new FaultyKvStore(memory.share(), random.nextLong(), FaultPolicy.ROUGH);
            KvStore store = life % 2 == 0 ? faulty : new DelayedKvStore(faulty, seed, Duration.ofNanos(200_000));
            try (Rig rig = new Rig(store)) {
                for (int i = 0; i < 25; i++) {
                    String value = random.nextInt(1000) + "y".repeat(random.nextInt(450));
                    int from = random.nextInt(KEYS);
                    int to = from + 1 + random.nextInt(KEYS - from);
                    boolean deletes = random.nextInt(6) == 0;
                    Rig.Call call = rig.call(
                                    c -> {
                                        for (int key = from; key < to; key++) {
                                            if (deletes) {
                                                c.remove(rig.key(names[key]));
                                            } else {
                                                c.overwrite(rig.key(names[key]), Rig.string(value + key));
                                            }
                                        }
                                        return "OK";
                                    },
                                    Arrays.copyOfRange(names, from, to))
                            .outcome();
                    for (int key = from; key < to; key++) {
                        if (deletes) {
                            model.remove(names[key]);
                        } else {
                            model.put(names[key], value + key);
                        }
                    }
                    if (random.nextInt(3) == 0) {
                        assertThat(call.durable()).isEqualTo("OK");
                    }
                    String looked = names[random.nextInt(KEYS)];
                    assertThat(rig.get(looked).durable()).isEqualTo(model.get(looked));
                }
                faulty.heal();
            }
            faulty.landLate().toCompletableFuture().join();
            assertNothingIsLeft(memory);
        }
    }
}
