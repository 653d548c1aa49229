package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultPolicy;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** R8: what happens when a commit fails. */
class R8FailureTest {
    private static final AtomicInteger TURN = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aRefusedCommitIsSentAgain(Atomicity atomicity) {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(atomicity));
        try (Rig rig = new Rig(store)) {
            rig.serve("a");
            store.nextCommits(Fault.REFUSE, 3);
            assertThat(rig.set("a", "1").durable()).isEqualTo("OK");
            rig.chill("a");
            assertThat(rig.get("a").durable()).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,LATE", "SLOT,LATE", "STORE,LOSE", "SLOT,LOSE", "STORE,APPLY_UNKNOWN", "SLOT,APPLY_UNKNOWN"})
    void aCommitOfUnknownOutcomeIsSealedOffAndSentAgain(Atomicity atomicity, Fault fault) {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(atomicity));
        try (Rig rig = new Rig(store)) {
            rig.serve("a");
            long epoch = rig.slot("a").epoch;
            store.nextCommits(fault, 1);
            assertThat(rig.set("a", "1").durable()).isEqualTo("OK");
            assertThat(rig.slot("a").epoch).isGreaterThan(epoch);
            assertThat(rig.incr("a").durable()).isEqualTo(2L);
            assertThat(store.landLate().toCompletableFuture().join()).isZero();
            rig.chill("a");
            assertThat(rig.get("a").durable()).isEqualTo("2");
        }
    }

    /** The claim that seals may itself get lost, or land late. */
    @ParameterizedTest
    @CsvSource({"STORE,LATE", "SLOT,LATE", "STORE,APPLY_UNKNOWN", "SLOT,LOSE", "SLOT,REFUSE"})
    void theSealMayFailToo(Atomicity atomicity, Fault fault) {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(atomicity));
        try (Rig rig = new Rig(store)) {
            rig.serve("a");
            store.nextCommits(Fault.LATE, 1);
            store.nextCommits(fault, 2);
            assertThat(rig.set("a", "1").durable()).isEqualTo("OK");
            assertThat(rig.incr("a").durable()).isEqualTo(2L);
            store.landLate().toCompletableFuture().join();
            rig.chill("a");
            assertThat(rig.get("a").durable()).isEqualTo("2");
        }
    }

    /** The rule switched off: a store that says it needs no fence, and brings a copy late all the same. */
    @Test
    void withoutTheSealALateCopyOverwrites() {
        FaultyKvStore store = new FaultyKvStore(unfenced());
        try (Rig rig = new Rig(store)) {
            rig.serve("a");
            store.nextCommits(Fault.LATE, 1);
            rig.set("a", "1").durable();
            rig.incr("a").durable();
            assertThat(store.landLate().toCompletableFuture().join()).isEqualTo(1);
            rig.chill("a");
            assertThat(rig.get("a").durable()).isEqualTo("1");
        }
    }

    private static MemoryKvStore unfenced() {
        return new MemoryKvStore(new Capabilities(Atomicity.STORE, false, false, 1 << 16, 1 << 30, 1L << 31));
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aLostBatchFailsItsGatesAndAllBehindItAndMemoryIsReadAgain(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        FaultyKvStore store = new FaultyKvStore(memory);
        try (Rig rig = new Rig(store);
                Rig other = new Rig(memory.share())) {
            rig.set("{k}a", "old").durable();
            rig.set("{k}b", "old").durable();
            assertThat(rig.size(0)).isEqualTo(2);
            store.next(Calls.COMMITS, Fault.HOLD_CALL);
            Rig.Call first = rig.set("{k}a", "lost");
            rig.home.turn();
            Rig.Call second = rig.del("{k}b");
            Rig.Call third = rig.set("{k}c", "lost");
            Rig.Call read = rig.get("{k}b");
            List<Boolean> told = new ArrayList<>();
            third.gates().whenCloser(() -> told.add(third.gates().failed()));
            rig.home.turn();
            // Another engine ends the epoch while the commit is on its way.
            other.serve("{k}a");
            store.release();
            for (Rig.Call call : List.of(first, second, third, read)) {
                assertThat(call.gates().failed()).isTrue();
                assertThat(call.gates().isOpen()).isFalse();
            }
            assertThat(told).containsExactly(true);
            assertThat(rig.engine.pendingBytes()).isZero();
            rig.engine.release(rig.key("{k}a").slot());
            assertThat(rig.get("{k}a").durable()).isEqualTo("old");
            assertThat(rig.get("{k}b").durable()).isEqualTo("old");
            assertThat(rig.get("{k}c").durable()).isNull();
            assertThat(rig.size(0)).isEqualTo(2);
            assertThat(rig.set("{k}c", "new").durable()).isEqualTo("OK");
            assertThat(rig.size(0)).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aStoreThatBreaksLosesWhatIsPending(Atomicity atomicity) {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(atomicity));
        try (Rig rig = new Rig(store)) {
            rig.set("a", "old").durable();
            store.nextCommits(Fault.BREAK, 1);
            Rig.Call lost = rig.set("a", "lost");
            rig.home.turn();
            assertThat(lost.gates().failed()).isTrue();
            assertThat(rig.get("a").durable()).isEqualTo("old");
        }
    }

    /** Later batches become durable; that of a row that was lost must not pass for it. */
    @Test
    void numbersTellNothingOfBatchesAnyMoreOnceOneWasLost() {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());
        try (Rig rig = new Rig(store)) {
            CommitQueue queue = rig.slot("a").queue;
            Batch before = setDurably(rig, "a");
            assertThat(queue.hasSettled(before.number)).isTrue();
            store.nextCommits(Fault.BREAK, 1);
            rig.set("a", "lost");
            rig.home.turn();
            Batch after = setDurably(rig, "a");
            assertThat(after.isDurable()).isTrue();
            assertThat(queue.hasSettled(after.number)).isFalse();
            assertThat(queue.hasSettled(before.number)).isTrue();
            assertThat(rig.get("a").durable()).isEqualTo("1");
        }
    }

    private static Batch setDurably(Rig rig, String key) {
        rig.serve(key);
        Rig.Call call = rig.set(key, "1");
        Batch batch = Objects.requireNonNull(rig.slot(key).queue.lastPending());
        assertThat(rig.slot(key).queue.hasSettled(batch.number)).isFalse();
        assertThat(call.durable()).isEqualTo("OK");
        return batch;
    }

    @Test
    void theCacheIsLookedThroughOnceForAllTheSlotsOfALostBatch() {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());
        try (Rig rig = new Rig(store)) {
            List<String> keys = IntStream.range(0, 50)
                    .mapToObj(slot -> Rig.keyIn(slot, "k"))
                    .toList();
            keys.forEach(key -> rig.set(key, "old").durable());
            long sweeps = rig.engine.core().cache().sweeps();
            store.nextCommits(Fault.BREAK, 1);
            loseWritesOf(rig, keys);
            assertThat(rig.engine.core().cache().sweeps() - sweeps).isEqualTo(1);
            assertThat(rig.engine.core().cache().entries()).isZero();
            keys.forEach(key -> assertThat(rig.get(key).durable()).isEqualTo("old"));
        }
    }

    /** A store that takes nothing any more is read on: each refused write must not cost a look at all that is cached. */
    @Test
    void norIsItLookedThroughForSlotsThatItHasNothingOf() {
        FaultyKvStore store = new FaultyKvStore(unfenced());
        try (Rig rig = new Rig(store)) {
            List<String> keys = List.of("a", "b");
            keys.forEach(key -> rig.set(key, "old").durable());
            store.nextCommits(Fault.BREAK, 4);
            loseWritesOf(rig, keys);
            long sweeps = rig.engine.core().cache().sweeps();
            loseWritesOf(rig, keys);
            loseWritesOf(rig, keys);
            assertThat(rig.engine.core().cache().sweeps()).isEqualTo(sweeps);
            assertThat(rig.get("a").durable()).isEqualTo("old");
            loseWritesOf(rig, keys);
            assertThat(rig.engine.core().cache().sweeps()).isEqualTo(sweeps + 1);
            keys.forEach(key -> assertThat(rig.get(key).durable()).isEqualTo("old"));
        }
    }

    private static void loseWritesOf(Rig rig, List<String> keys) {
        rig.home.holdCommits();
        List<Rig.Call> lost =
                keys.stream().map(key -> rig.set(key, "lost").outcome()).toList();
        rig.home.commit();
        assertThat(lost).allMatch(call -> call.gates().failed());
        rig.home.commitByItself();
    }

    /** What is cached of a slot that was dropped may be older than the store: nobody may read it who reads the slot anew. */
    @Test
    void aSlotIsNotReadAnewBeforeWhatIsCachedOfItIsGone() {
        try (Rig rig = new Rig(new MemoryKvStore())) {
            rig.set("a", "1").durable();
            SlotState slot = rig.slot("a");
            DroppedSlots first = new DroppedSlots(rig.engine.core().cache());
            DroppedSlots second = new DroppedSlots(rig.engine.core().cache());
            synchronized (slot.queue) {
                first.add(slot);
                second.add(slot);
            }
            second.sweep();
            Rig.Call read = rig.get("a");
            rig.home.turn();
            assertThat(rig.engine.core().cache().entries()).isEqualTo(1);
            assertThat(read.completed).isFalse();
            first.sweep();
            assertThat(rig.engine.core().cache().entries()).isZero();
            assertThat(read.durable()).isEqualTo("1");
        }
    }

    /**
     * Random histories with every fault: each value is a list of tokens. What was acknowledged is in the store exactly once
     * and in order, what was lost is not there.
     */
    @ParameterizedTest
    @CsvSource({"STORE,1", "SLOT,2", "STORE,3", "SLOT,4"})
    void whatWasAcknowledgedIsInTheStoreAtTheEnd(Atomicity atomicity, int seed) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, List<String>> acknowledged = new TreeMap<>();
        Map<String, Integer> turns = new ConcurrentHashMap<>();
        List<String> lost = new ArrayList<>();
        FaultyKvStore[] stores = {
            new FaultyKvStore(memory, seed, FaultPolicy.NONE),
            new FaultyKvStore(memory.share(), -seed, FaultPolicy.NONE)
        };
        String[] keys = {"a", "b", "c"};
        try (Rig one = new Rig(stores[0]);
                Rig two = new Rig(stores[1])) {
            Rig[] rigs = {one, two};
            for (FaultyKvStore store : stores) {
                store.policy(FaultPolicy.ROUGH);
            }
            int token = 0;
            for (int round = 0; round < 40; round++) {
                int which = random.nextInt(4) == 0 ? 1 : 0;
                Rig rig = rigs[which];
                if (random.nextInt(12) == 0) {
                    stores[which].next(Calls.COMMITS, Fault.BREAK);
                }
                Map<Rig.Call, String[]> calls = new LinkedHashMap<>();
                int count = 1 + random.nextInt(6);
                for (int i = 0; i < count; i++) {
                    String key = keys[random.nextInt(keys.length)];
                    String mine = "t" + token++;
                    calls.put(append(rig, key, mine, turns), new String[] {key, mine});
                    if (random.nextBoolean()) {
                        rig.home.turn();
                    }
                }
                calls.forEach((call, what) -> {
                    call.outcome();
                    rig.home.turnUntil(
                            () -> call.gates().isOpen() || call.gates().failed());
                    if (call.failure() == null && call.gates().isOpen()) {
                        acknowledged
                                .computeIfAbsent(what[0], k -> new ArrayList<>())
                                .add(what[1]);
                    } else {
                        lost.add(what[1]);
                    }
                });
                if (random.nextInt(5) == 0) {
                    stores[which].landLate().toCompletableFuture().join();
                }
            }
            for (FaultyKvStore store : stores) {
                store.heal();
                store.landLate().toCompletableFuture().join();
            }
        }
        assertThat(lost).as("the faults that lose a batch were met").isNotEmpty();
        assertThat(acknowledged).hasSize(keys.length);
        try (Rig fresh = new Rig(memory.share())) {
            for (String key : keys) {
                List<String> inOrder = new ArrayList<>(acknowledged.get(key));
                inOrder.sort(Comparator.comparing(turns::get));
                assertThat(fresh.get(key).durable()).isEqualTo(String.join(",", inOrder));
            }
            assertThat(fresh.size(0)).isEqualTo(keys.length);
        }
    }

    /** @param turns where each token's last run came among all runs: the order that the engine gave the commands */
    private static Rig.Call append(Rig rig, String key, String token, Map<String, Integer> turns) {

        return rig.call(
                c -> {
                    String old = Rig.text(c.header(rig.key(key)));
                    c.put(rig.key(key), Rig.string(old == null ? token : old + "," + token));
                    turns.put(token, TURN.incrementAndGet());
                    return null;
                },
                key);
    }
}
