package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.Fence;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.ValueType;
import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.kv.testing.MeteringKvStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** R9: one process at a time writes a slot, and one that has lost a slot does not answer for it. */
class R9OwnershipTest {
    private static final String REFUSED = "CLUSTERDOWN Hash slot not served";

    private static Fence fence(KvStore store, int slot) {
        return Fence.decode(
                store.get(slot, RowKeys.fence()).toCompletableFuture().join());
    }

    private static void assertRefused(Rig rig, String key) {
        assertThat(rig.get(key).outcome().failure()).hasMessageStartingWith(REFUSED);
        assertThat(rig.set(key, "x").outcome().failure()).hasMessageStartingWith(REFUSED);
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whoTouchesASlotFirstTakesItAndTheOtherLearnsItFromItsCommit(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        try (Rig first = new Rig(memory.share());
                Rig second = new Rig(memory.share())) {
            first.set("a", "1").durable();
            first.set("b", "1").durable();
            long epoch = fence(memory, first.key("a").slot()).epoch();
            assertThat(second.incr("a").durable()).isEqualTo(2L);
            assertThat(fence(memory, first.key("a").slot()).epoch()).isEqualTo(epoch + 1);

            Rig.Call lost = first.set("a", "lost");
            Rig.Call gated = first.get("a");
            first.home.turn();
            assertThat(lost.gates().failed()).isTrue();
            assertThat(gated.gates().failed()).isTrue();
            assertRefused(first, "a");
            assertThat(second.incr("a").durable()).isEqualTo(3L);
            assertThatThrownBy(() -> first.size(0)).hasMessageStartingWith(REFUSED);
            assertThat(first.get("b").durable()).isEqualTo("1");
        }
    }

    /** They do not take it from each other again and again; unless somebody who knows says so. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whatWasLostIsTakenBackOnlyWhenToldTo(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        try (Rig first = new Rig(memory.share());
                Rig second = new Rig(memory.share())) {
            first.set("a", "1").durable();
            second.set("a", "2").durable();
            first.set("a", "lost").outcome();
            first.home.turn();
            long epoch = fence(memory, first.key("a").slot()).epoch();
            for (int i = 0; i < 3; i++) {
                assertRefused(first, "a");
            }
            assertThat(fence(memory, first.key("a").slot()).epoch()).isEqualTo(epoch);
            first.engine.dropCaches();
            assertThat(first.get("a").durable()).isEqualTo("2");
            second.incr("a").outcome();
            second.home.turn();
            assertRefused(second, "a");
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whoReadsFromMemoryAloneLearnsItFromTheNextLook(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        MeteringKvStore meter = new MeteringKvStore(memory.share());
        try (Rig first = new Rig(meter);
                Rig second = new Rig(memory.share())) {
            first.set("a", "1").durable();
            first.set("b", "1").durable();
            first.engine.lookForLostSlots().join();
            second.set("a", "2").durable();
            // The stale read that a look bounds.
            assertThat(first.get("a").durable()).isEqualTo("1");
            MeteringKvStore.Counts before = meter.snapshot();
            first.engine.lookForLostSlots().join();
            assertThat(meter.snapshot().since(before).reads())
                    .as("one call for all slots in use")
                    .isEqualTo(1);
            assertRefused(first, "a");
            assertThat(first.get("b").durable()).isEqualTo("1");
            assertThat(second.get("a").durable()).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void slotsThatNobodyUsesAreNotLookedAt(Atomicity atomicity) {
        MeteringKvStore meter = new MeteringKvStore(new MemoryKvStore(atomicity));
        try (Rig rig = new Rig(meter)) {
            rig.set("a", "1").durable();
            rig.engine.lookForLostSlots().join();
            MeteringKvStore.Counts before = meter.snapshot();
            rig.engine.lookForLostSlots().join();
            assertThat(meter.snapshot().since(before).reads()).isZero();
        }
    }

    /** What a look has asked before tells nothing of the slot as it is now. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aSlotThatWasTakenBackWhileALookIsUnderWayStays(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        FaultyKvStore store = new FaultyKvStore(memory.share());
        try (Rig first = new Rig(store);
                Rig second = new Rig(memory.share())) {
            first.set("a", "1").durable();
            second.set("a", "2").durable();
            store.next(Calls.READS, Fault.HOLD_ANSWER);
            CompletableFuture<Void> look = first.engine.lookForLostSlots();
            assertThat(store.held()).isEqualTo(1);
            first.engine.release(first.key("a").slot());
            assertThat(first.get("a").durable()).isEqualTo("2");
            int incarnation = first.slot("a").incarnation();
            store.release();
            look.join();
            assertThat(first.slot("a").incarnation()).isEqualTo(incarnation);
            assertThat(first.slot("a").isServing()).isTrue();
            assertThat(first.set("a", "3").durable()).isEqualTo("OK");
        }
    }

    /** What was committed before the slot was lost is acknowledged, what was not is not: also while a look drops the slot. */
    @ParameterizedTest
    @CsvSource({"STORE,HOLD_CALL", "SLOT,HOLD_CALL", "STORE,HOLD_ANSWER", "SLOT,HOLD_ANSWER"})
    void aCommitOnItsWayWhenTheSlotIsLost(Atomicity atomicity, Fault fault) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        FaultyKvStore store = new FaultyKvStore(memory.share());
        try (Rig first = new Rig(store);
                Rig second = new Rig(memory.share())) {
            first.serve("a");
            store.next(Calls.COMMITS, fault);
            Rig.Call call = first.set("a", "1");
            first.home.turn();
            boolean applied = fault == Fault.HOLD_ANSWER;
            assertThat(second.get("a").durable()).isEqualTo(applied ? "1" : null);
            first.engine.lookForLostSlots().join();
            assertRefused(first, "a");
            store.release();
            first.home.turn();
            assertThat(call.gates().isOpen()).isEqualTo(applied);
            assertThat(call.gates().failed()).isEqualTo(!applied);
            assertThat(first.engine.pendingBytes()).isZero();
            assertThat(second.get("a").durable()).isEqualTo(applied ? "1" : null);
        }
    }

    /** The outcome of a commit is unknown, and another takes the slot before it is sealed: late copies land nowhere. */
    @ParameterizedTest
    @CsvSource({"STORE,LATE", "SLOT,LATE", "STORE,APPLY_UNKNOWN", "SLOT,APPLY_UNKNOWN"})
    void aSlotThatIsTakenBeforeAnUnknownCommitIsSealed(Atomicity atomicity, Fault fault) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        FaultyKvStore store = new FaultyKvStore(memory.share());
        try (Rig first = new Rig(store);
                Rig second = new Rig(memory.share())) {
            first.serve("a");
            store.next(Calls.COMMITS, fault);
            store.next(Calls.READS, Fault.HOLD_CALL);
            Rig.Call call = first.set("a", "1");
            first.home.turn();
            String found = fault == Fault.LATE ? null : "1";
            assertThat(second.get("a").durable()).isEqualTo(found);
            store.release();
            assertThat(store.landLate().toCompletableFuture().join()).isZero();
            first.home.turnUntil(() -> call.gates().failed());
            assertThat(call.gates().isOpen()).isFalse();
            assertRefused(first, "a");
            second.chill("a");
            assertThat(second.get("a").durable()).isEqualTo(found);
        }
    }

    private static final class Waiting extends Parked {
        private final List<String> told;

        Waiting(Rig rig, List<String> told) {
            super(rig.home, ValueType.STRING, 0);
            this.told = told;
        }

        @Override
        protected @Nullable Object serve(CommandContext context, int keyIndex) {
            return null;
        }

        @Override
        protected int[] furtherSlots() {
            return new int[0];
        }

        @Override
        protected boolean isGone() {
            return false;
        }

        @Override
        protected void served(@Nullable Object result, @Nullable CommandException failure, Gates gates) {
            told.add(failure == null ? "served" : failure.reply());
        }

        @Override
        protected void ended(boolean asError) {
            told.add("ended");
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whoWaitsForAKeyOfALostSlotIsTold(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        List<String> told = new ArrayList<>();
        try (Rig first = new Rig(memory.share());
                Rig second = new Rig(memory.share())) {
            Waiting waiting = new Waiting(first, told);
            Rig.Call wait = first.new Call(c -> null, 0, false, false, null, first.slotsOf("a")) {
                @Override
                protected void inForce(@Nullable Object outcome, @Nullable CommandException failed) {
                    park(waiting, List.of(first.key("a")));
                }
            };
            wait.begin().outcome();
            first.engine.lookForLostSlots().join();
            second.set("a", "2").durable();
            first.home.turn();
            assertThat(told).isEmpty();
            first.engine.lookForLostSlots().join();
            first.home.turn();
            assertThat(told).hasSize(1);
            assertThat(told.get(0)).startsWith(REFUSED);
            assertThat(first.slot("a").isAwaited()).isFalse();
        }
    }
}
