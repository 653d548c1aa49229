package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.kv.testing.MeteringKvStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** R6: the order of commits, within a queue and across slots. */
class R6OrderTest {
    private MemoryKvStore memory;
    private MeteringKvStore meter;
    private FaultyKvStore store;
    private Rig rig;

    private void open(Atomicity atomicity, String... keys) {
        memory = new MemoryKvStore(atomicity);
        meter = new MeteringKvStore(memory);
        store = new FaultyKvStore(meter);
        rig = new Rig(store);
        rig.serve(keys);
        meter.reset();
    }

    @AfterEach
    void close() {
        store.heal();
        store.release();
        rig.close();
    }

    /** What another process would read. */
    private String stored(String key) {
        byte[] row = memory.get(
                        rig.key(key).slot(), RowId.header(0, rig.key(key)).rowKey())
                .toCompletableFuture()
                .join();
        return row == null ? null : Rig.text(Header.decode(row));
    }

    @Test
    void oneBatchOfTheWholeStoreIsInFlightAndTheNextOneFills() {
        open(Atomicity.STORE, "a", "b");
        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        Rig.Call first = rig.set("a", "1");
        rig.home.turn();
        List<Rig.Call> next = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            next.add(rig.incr("b"));
            rig.home.turn();
        }
        assertThat(store.held()).isEqualTo(1);
        assertThat(meter.snapshot().commits()).isZero();
        assertThat(stored("b")).isNull();
        store.release();
        assertThat(first.gates().isOpen()).isTrue();
        assertThat(next).allMatch(call -> call.gates().isOpen());
        assertThat(meter.snapshot().commits()).isEqualTo(2);
        assertThat(meter.snapshot().rowsWritten()).as("merged").isEqualTo(2);
        assertThat(stored("b")).isEqualTo("100");
    }

    @Test
    void aBatchOfSeveralSlotsIsOneCommitOfAStoreThatIsAtomicAsAWhole() {
        open(Atomicity.STORE, "a", "b");
        rig.call(
                        c -> {
                            c.overwrite(rig.key("a"), Rig.string("1"));
                            c.overwrite(rig.key("b"), Rig.string("1"));
                            return null;
                        },
                        "a",
                        "b")
                .durable();
        assertThat(meter.snapshot().commits()).isEqualTo(1);
    }

    @Test
    void slotsCommitBesideEachOtherAndEachOneBatchAtATime() {
        open(Atomicity.SLOT, "a", "b");
        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        Rig.Call first = rig.set("a", "1");
        rig.home.turn();
        Rig.Call second = rig.set("a", "2");
        Rig.Call other = rig.set("b", "1");
        rig.home.turn();
        assertThat(other.gates().isOpen()).isTrue();
        assertThat(second.gates().isOpen()).isFalse();
        assertThat(meter.snapshot().commits()).isEqualTo(1);
        store.release();
        assertThat(first.gates().isOpen()).isTrue();
        assertThat(second.gates().isOpen()).isTrue();
        assertThat(stored("a")).isEqualTo("2");
    }

    /** Writes to one key what it reads of another, which lies in another slot. */
    private Rig.Call copy(String from, String to) {
        return rig.call(
                c -> {
                    c.overwrite(rig.key(to), Rig.string(String.valueOf(Rig.text(c.header(rig.key(from))))));
                    return null;
                },
                from,
                to);
    }

    @Test
    void whatReadAnotherSlotsPendingRowWaitsForItsCommit() {
        open(Atomicity.SLOT, "a", "b");
        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        rig.set("a", "1");
        rig.home.turn();
        Rig.Call copy = copy("a", "b");
        rig.home.turn();
        assertThat(store.held()).isEqualTo(1);
        assertThat(meter.snapshot().commits()).isZero();
        assertThat(stored("b")).isNull();
        store.release();
        assertThat(copy.gates().isOpen()).isTrue();
        assertThat(stored("b")).isEqualTo("1");
    }

    @Test
    void whatReadARowThatIsLostIsLostToo() {
        open(Atomicity.SLOT, "a", "b");
        store.next(Calls.COMMITS, Fault.BREAK);
        rig.home.holdCommits();
        rig.set("a", "1");
        Rig.Call copy = copy("a", "b");
        rig.home.commitByItself();
        rig.home.turn();
        assertThat(copy.gates().failed()).isTrue();
        assertThat(stored("b")).isNull();
        assertThat(rig.get("b").durable()).isNull();
        assertThat(rig.set("b", "2").durable()).isEqualTo("OK");
    }

    @Test
    void crossingDependenciesDoNotWaitForEachOther() {
        open(Atomicity.SLOT, "a", "b", "c");
        rig.home.holdCommits();
        rig.set("a", "1");
        rig.set("b", "2");
        List<Rig.Call> calls = new ArrayList<>();
        String[] keys = {"a", "b", "c"};
        for (int i = 0; i < 30; i++) {
            calls.add(copy(keys[i % 3], keys[(i + 1 + i / 3 % 2) % 3]));
        }
        rig.home.commitByItself();
        rig.home.turn();
        for (Rig.Call call : calls) {
            call.durable();
        }
        for (String key : keys) {
            assertThat(stored(key)).isEqualTo(rig.get(key).durable());
        }
    }

    @Test
    void writesOfSeveralSlotsAreRefusedUnlessTheCommandMayBeSplit() {
        open(Atomicity.SLOT, "a", "b");
        Rig.Call refused = rig.call(
                c -> {
                    c.overwrite(rig.key("a"), Rig.string("1"));
                    c.overwrite(rig.key("b"), Rig.string("1"));
                    return null;
                },
                "a",
                "b");
        assertThat(refused.failure().reply()).startsWith("CROSSSLOT");
        assertThat(rig.get("a").durable()).isNull();
        assertThat(copy("a", "b").durable()).isNull();

        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        Rig.Call split = rig.split(
                c -> {
                    c.overwrite(rig.key("a"), Rig.string("1"));
                    c.overwrite(rig.key("b"), Rig.string("1"));
                    return null;
                },
                "a",
                "b");
        rig.home.turn();
        assertThat(split.gates().isOpen()).isFalse();
        assertThat(store.held()).isEqualTo(1);
        assertThat(meter.snapshot().commits())
                .as("the parts do not wait for each other")
                .isEqualTo(2);
        store.release();
        split.durable();
        assertThat(stored("a")).isEqualTo("1");
        assertThat(stored("b")).isEqualTo("1");
    }

    /** The parts before it are in their batches: the client must learn nothing, and what memory knows must stay right. */
    @Test
    void aSplitCommandThatLosesASlotInTheMiddleIsNotAnswered() {
        open(Atomicity.SLOT, "a", "b");
        Rig.Call split = rig.split(
                c -> {
                    c.overwrite(rig.key("a"), Rig.string("1"));
                    c.overwrite(rig.key("b"), Rig.string("1"));
                    // Runs when the first part is in its batch and the second is not.
                    ((Attempt) c)
                            .onPublish(
                                    rig.slot("a"),
                                    () -> rig.engine.lost(List.of(OwnershipWatch.Owned.of(rig.slot("b")))));
                    return null;
                },
                "a",
                "b");
        rig.home.turn();
        assertThat(split.runs).isEqualTo(1);
        assertThat(split.gates().failed()).isTrue();
        assertThat(split.gates().isOpen()).isFalse();
        assertThat(stored("a")).isEqualTo("1");
        assertThat(stored("b")).isNull();
        assertThat(rig.get("b").durable()).isNull();
        assertThat(rig.size(0)).isEqualTo(1);
    }
}
