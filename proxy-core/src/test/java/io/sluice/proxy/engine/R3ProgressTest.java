package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.kv.testing.PagingKvStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** R3: a command that misses comes through, whatever others do, within a bound of memory. */
class R3ProgressTest {
    private static final long BUDGET = 20_000;
    private static final int ROWS = 30;

    private final MeteringKvStore meter = new MeteringKvStore(new PagingKvStore(new MemoryKvStore(), 4));
    private final FaultyKvStore store = new FaultyKvStore(meter);
    private final Rig rig = new Rig(store, 0, BUDGET);

    @AfterEach
    void close() {
        store.release();
        rig.close();
    }

    private void fill(int rows, int bytes) {
        for (int i = 0; i < rows; i++) {
            rig.set("{k}" + i, "x".repeat(bytes)).durable();
        }
        rig.chill("{k}");
    }

    private Rig.Call range(int limit) {
        int slot = rig.key("{k}").slot();
        return rig.call(
                c -> c.range(slot, RowKeys.headerRangeStart(0), RowKeys.headerRangeEnd(0), false, limit, false)
                        .size(),
                "{k}");
    }

    @Test
    void aRangeMissIsPagedBeforeOneRerun() {
        fill(ROWS, 1);
        long pages = meter.snapshot().scanPages();
        store.nextReads(Fault.HOLD_ANSWER, 1);
        Rig.Call call = range(ROWS);
        assertThat(call.completed).isFalse();
        store.release();
        assertThat(call.durable()).isEqualTo(ROWS);
        assertThat(call.runs).isEqualTo(2);
        assertThat(meter.snapshot().scanPages() - pages).isGreaterThan(ROWS / 4 - 1);
    }

    @Test
    void whatMemoryDeletedIsAskedForAtOnce() {
        fill(ROWS, 1);
        rig.home.holdCommits();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            names.add("{k}" + i);
        }
        names.sort(
                (a, b) -> Integer.compareUnsigned(rig.key(a).hash(), rig.key(b).hash()));
        names.subList(0, 10).forEach(name -> rig.del(name).outcome());
        // In the order of the range the deleted rows come first, so that all of them hide what was asked for.
        store.nextReads(Fault.HOLD_ANSWER, 1);
        Rig.Call call = range(15);
        store.nextReads(Fault.HOLD_ANSWER, 10);
        store.release();
        while (store.held() > 0) {
            store.release();
        }
        rig.home.turn();
        assertThat(call.completed).isTrue();
        assertThat(call.value()).isEqualTo(15);
        assertThat(call.runs).isEqualTo(2);
        rig.home.commitByItself();
    }

    @Test
    void aBodyThatCatchesTheMissCannotCarryOn() {
        fill(2, 1);
        store.nextReads(Fault.HOLD_ANSWER, 1);
        List<String> went = new ArrayList<>();
        Rig.Call call = rig.call(
                c -> {
                    String first;
                    try {
                        first = Rig.text(c.header(rig.key("{k}0")));
                    } catch (Throwable caught) {
                        first = "caught";
                    }
                    went.add(first);
                    try {
                        c.header(rig.key("{k}1"));
                    } catch (Throwable caught) {
                        went.add("again");
                    }
                    c.overwrite(rig.key("{k}made"), Rig.string(first));
                    if (first.equals("caught")) {
                        throw new CommandException("ERR made of a miss");
                    }
                    return first;
                },
                "{k}");
        assertThat(went).containsExactly("caught", "again");
        assertThat(call.completed).isFalse();
        store.release();
        assertThat(call.durable()).isEqualTo("x");
        assertThat(rig.get("{k}made").durable()).isEqualTo("x");
    }

    @Test
    void afterAFewRerunsOthersQueueUntilItIsThrough() {
        fill(20, 1);
        int chain = Execution.FREE_RERUNS + 2;
        store.nextReads(Fault.HOLD_ANSWER, chain);
        Rig.Call slow = rig.call(
                c -> {
                    StringBuilder all = new StringBuilder();
                    for (int i = 0; i < chain; i++) {
                        all.append(Rig.text(c.header(rig.key("{k}" + i))));
                    }
                    return all.toString();
                },
                "{k}");
        for (int i = 0; i < chain; i++) {
            assertThat(slow.completed).isFalse();
            boolean free = i < Execution.FREE_RERUNS;
            assertThat(rig.slot("{k}").isHeld()).as("after %d reruns", i).isEqualTo(!free);
            if (!free) {
                assertThat(rig.slot("{k}").isHeldLong()).isTrue();
            }
            Rig.Call other = rig.set("{k}other" + i, "1");
            rig.home.turn();
            assertThat(other.completed).isEqualTo(free);
            store.release();
            rig.home.turn();
        }
        assertThat(slow.durable()).isEqualTo("x".repeat(chain));
        assertThat(slow.runs).isEqualTo(chain + 1);
        assertThat(rig.get("{k}other" + (chain - 1)).durable()).isEqualTo("1");
        assertThat(rig.slot("{k}").isHeld()).isFalse();
    }

    @Test
    void aCommandWhoseRowsExceedTheBudgetFailsAndGivesAllBack() {
        fill(ROWS, 1000);
        Rig.Call call = range(ROWS).outcome();
        assertThat(call.failure().reply()).startsWith("OOM ");
        assertThat(rig.engine.figures().heldBytes()).isZero();
        assertThat(range(3).durable()).isEqualTo(3);
    }

    @Test
    void commandsQueueWhileTheBudgetIsUsedUp() {
        fill(ROWS, 1000);
        rig.engine.core().budget().take(BUDGET);
        long reads = meter.snapshot().reads();
        Rig.Call first = rig.get("{k}1");
        Rig.Call second = rig.get("{k}2");
        rig.home.turn();
        assertThat(first.completed || second.completed).isFalse();
        assertThat(meter.snapshot().reads()).as("not even asked").isEqualTo(reads);
        assertThat(rig.slot("{k}").isHeld()).isFalse();
        rig.engine.core().budget().giveBack(BUDGET);
        assertThat(first.durable()).isEqualTo("x".repeat(1000));
        assertThat(second.durable()).isEqualTo("x".repeat(1000));
        assertThat(rig.engine.figures().heldBytes()).isZero();
    }

    /** Two that hold rows and want more must not wait for each other's. */
    @Test
    void commandsThatHoldRowsDoNotWaitForEachOther() {
        fill(ROWS, 1000);
        int each = 11;
        List<Rig.Call> calls = new ArrayList<>();
        store.nextReads(Fault.HOLD_ANSWER, 2);
        for (int n = 0; n < 2; n++) {
            int from = n * each;
            calls.add(rig.call(
                    c -> {
                        List<Key> keys = new ArrayList<>();
                        for (int i = from; i < from + each; i++) {
                            keys.add(rig.key("{k}" + i));
                        }
                        c.prefetch(keys);
                        return Rig.text(c.header(rig.key("{k}29"))).length();
                    },
                    "{k}"));
        }
        store.nextReads(Fault.HOLD_ANSWER, 2);
        store.release();
        rig.home.turn();
        store.release();
        assertThat(calls.get(0).durable()).isEqualTo(1000);
        assertThat(calls.get(1).durable()).isEqualTo(1000);
        assertThat(rig.engine.figures().heldBytes()).isZero();
    }

    @Test
    void aCommandFailsWhenAllHoldTwiceTheBudget() {
        fill(ROWS, 1000);
        store.nextReads(Fault.HOLD_ANSWER, 1);
        Rig.Call call = rig.get("{k}1");
        rig.engine.core().budget().take(2 * BUDGET);
        store.release();
        call.outcome();
        assertThat(call.failure().reply()).startsWith("OOM ");
        rig.engine.core().budget().giveBack(2 * BUDGET);
        assertThat(rig.engine.figures().heldBytes()).isZero();
    }

    @Test
    void aReadThatTheStoreRefusesForGoodFailsTheCommandAlone() {
        fill(2, 1);
        store.nextReads(Fault.BREAK, 1);
        Rig.Call call = rig.get("{k}0").outcome();
        assertThat(call.failure().reply()).startsWith("ERR the store did not answer");
        assertThat(rig.get("{k}0").durable()).isEqualTo("x");
        assertThat(rig.slot("{k}").isHeld()).isFalse();
    }

    @Test
    void aReadThatTheStoreRefusesForNowIsAskedAgain() {
        fill(2, 1);
        store.nextReads(Fault.REFUSE, 3);
        assertThat(rig.get("{k}0").durable()).isEqualTo("x");
    }
}
