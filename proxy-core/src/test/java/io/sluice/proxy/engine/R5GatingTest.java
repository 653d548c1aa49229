package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** R5: a reply is open only when everything it has seen or written is durable, and at once when that is nothing. */
class R5GatingTest {

    private static final class Held implements AutoCloseable {
        final FaultyKvStore store;
        final Rig rig;

        Held(Atomicity atomicity) {
            store = new FaultyKvStore(new MemoryKvStore(atomicity));
            rig = new Rig(store);
        }

        /** What is written from now on is pending until {@link #let}. */
        void hold() {
            rig.home.holdCommits();
        }

        void let() {
            rig.home.commitByItself();
            rig.home.turn();
        }

        void closedUntilDurable(Rig.Call call) {
            assertThat(call.completed).isTrue();
            assertThat(call.gates().isOpen()).isFalse();
            assertThat(call.gates().failed()).isFalse();
            let();
            assertThat(call.gates().isOpen()).isTrue();
        }

        @Override
        public void close() {
            store.heal();
            store.release();
            rig.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aWriteIsClosedUntilItIsDurable(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.serve("a");
            t.hold();
            t.closedUntilDurable(t.rig.set("a", "1"));
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aReadOfAPendingRowIsClosed(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.serve("a");
            t.hold();
            t.rig.set("a", "1");
            Rig.Call read = t.rig.get("a");
            assertThat(read.value()).isEqualTo("1");
            t.closedUntilDurable(read);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void absenceAfterAPendingDeleteIsClosed(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.set("a", "1").durable();
            t.hold();
            t.rig.del("a");
            Rig.Call read = t.rig.get("a");
            assertThat(read.value()).isNull();
            t.closedUntilDurable(read);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aFailedNxOnAPendingRowIsClosed(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.serve("a");
            t.hold();
            t.rig.set("a", "1");
            Rig.Call nx = t.rig.setNx("a", "2");
            assertThat(nx.value()).isNull();
            t.closedUntilDurable(nx);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void anErrorMadeFromAPendingRowIsClosed(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.serve("a");
            t.hold();
            t.rig.set("a", "1");
            Rig.Call wrong = t.rig.call(
                    c -> {
                        c.header(t.rig.key("a"));
                        throw new CommandException("WRONGTYPE");
                    },
                    "a");
            assertThat(wrong.failure()).isNotNull();
            t.closedUntilDurable(wrong);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aRangeThatMetPendingRowsIsClosed(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.set("a", "1").durable();
            t.hold();
            t.rig.del("a");
            int slot = t.rig.key("a").slot();
            Rig.Call range = t.rig.call(
                    c -> c.range(slot, RowKeys.headerRangeStart(0), RowKeys.headerRangeEnd(0), false, 10, true), "a");
            assertThat(range.value()).asList().isEmpty();
            t.closedUntilDurable(range);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aReadThroughAPendingFlushIsClosed(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.set("a", "1").durable();
            t.rig.engine.loadAllSlots();
            t.store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL);
            Engine.Outcome<Object> flush = t.rig.engine.onKeyspace(0, keyspace -> {
                keyspace.flush(0);
                return "OK";
            });
            assertThat(flush.gates().isOpen()).isFalse();
            Rig.Call read = t.rig.get("a");
            assertThat(read.value()).isNull();
            assertThat(read.gates().isOpen()).isFalse();
            t.store.release();
            assertThat(flush.gates().isOpen()).isTrue();
            assertThat(read.gates().isOpen()).isTrue();
            assertThat(t.rig.get("a").gates().isOpen()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void countsAndPagesOfKeysAreClosedWhileTheyDependOnPendingRows(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.set("a", "1").durable();
            t.rig.size(0);
            t.hold();
            t.rig.del("a");
            int slot = t.rig.key("a").slot();
            assertThat(t.rig.engine
                            .<Object>onKeyspace(0, k -> k.size(0))
                            .gates()
                            .isOpen())
                    .isFalse();
            var pages =
                    t.rig.engine.<Object>onKeyspace(0, k -> k.knownEmpty(slot, 0) || k.keys(slot, 0, 0, 10) != null);
            assertThat(pages.gates().isOpen()).isFalse();
            // Nothing is left to flush, but only because of what is pending.
            Engine.Outcome<Object> flush = t.rig.engine.onKeyspace(0, k -> {
                k.flush(0);
                return "OK";
            });
            assertThat(flush.gates().isOpen()).isFalse();
            t.let();
            assertThat(flush.gates().isOpen()).isTrue();
            assertThat(t.rig.engine
                            .<Object>onKeyspace(0, k -> k.size(0))
                            .gates()
                            .isOpen())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whatDependsOnNothingPendingIsOpenAtOnce(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.set("a", "1").durable();
            t.rig.set("{a}warm", "1").durable();
            t.rig.chill("a");
            t.rig.get("{a}warm").durable();
            t.hold();
            t.rig.set("{a}other", "1");
            assertThat(t.rig.get("a").gates().isOpen()).isTrue();
            assertThat(t.rig.get("{a}warm").gates().isOpen()).isTrue();
            assertThat(t.rig.call(c -> "PONG", "a").gates().isOpen()).isTrue();
        }
    }

    /** A later batch of the same queue may become durable, but it tells nothing of the lost one. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aLostBatchIsNotForgottenForALaterOne(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            Batch lost = new Batch(t.rig.slot("a").queue, 5);
            Batch later = new Batch(t.rig.slot("a").queue, 6);
            lost.fail();
            Gates gates = new Gates();
            gates.add(lost);
            gates.add(later);
            Gates turned = new Gates();
            turned.add(later);
            assertThat(turned.covers(gates)).isFalse();
            turned.addAll(gates);
            later.succeed();
            for (Gates each : new Gates[] {gates, turned}) {
                assertThat(each.failed()).isTrue();
                assertThat(each.isOpen()).isFalse();
                CompletableFuture<Void> told = new CompletableFuture<>();
                each.whenCloser(() -> told.complete(null));
                assertThat(told).isDone();
            }
        }
    }

    /** A reader between the failure of a batch and the loss of its rows must not answer with them. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aReadOfARowThatIsLostMeanwhileRunsAgain(Atomicity atomicity) {
        try (Held t = new Held(atomicity)) {
            t.rig.set("a", "1").durable();
            t.store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL, Fault.NONE);
            t.rig.set("a", "2");
            t.rig.home.turn();
            SlotState slot = t.rig.slot("a");
            boolean[] first = {true};
            Rig.Call read = t.rig.call(
                    c -> {
                        String value = Rig.text(c.header(t.rig.key("a")));
                        if (first[0]) {
                            first[0] = false;
                            Batch batch = slot.queue.lastPending();
                            batch.fail();
                            t.rig.engine
                                    .core()
                                    .committer()
                                    .forget(java.util.List.of(batch), new StoreException.Fatal("lost", null))
                                    .sweep();
                        }
                        return value;
                    },
                    "a");
            assertThat(read.outcome().value()).isEqualTo("1");
            assertThat(read.gates().isOpen()).isTrue();
        }
    }
}
