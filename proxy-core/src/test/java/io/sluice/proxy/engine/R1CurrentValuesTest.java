package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** R1: what was asked for is kept for the rerun, but each run reads current values and takes a new clock. */
class R1CurrentValuesTest {
    private final FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());
    private final Rig rig = new Rig(store);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void incrementsOfOneColdKeyLoseNothing() {
        rig.set("n", "10").durable();
        rig.chill("n");
        store.nextReads(Fault.HOLD_ANSWER, 3);
        List<Rig.Call> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(rig.incr("n"));
        }
        assertThat(calls).noneMatch(call -> call.completed);
        store.release();
        assertThat(calls.stream().map(Rig.Call::durable)).containsExactly(11L, 12L, 13L);
        rig.chill("n");
        assertThat(rig.get("n").durable()).isEqualTo("13");
    }

    /** The proof that the test above can fail: a handler that keeps what its first run read loses an increment. */
    @Test
    void aHandlerThatFreezesWhatItReadLosesIncrements() {
        rig.set("n", "10").durable();
        rig.chill("n");
        store.nextReads(Fault.HOLD_ANSWER, 2);
        List<Rig.Call> calls = List.of(frozenIncr("n"), frozenIncr("n"));
        store.release();
        calls.forEach(Rig.Call::durable);
        assertThat(rig.get("n").durable()).isEqualTo("11");
    }

    private Rig.Call frozenIncr(String key) {
        RowId id = RowId.header(0, rig.key(key));
        Object[] frozen = new Object[1];
        SlotState slot = rig.slot(key);
        rig.engine
                .core()
                .reads()
                .get(slot.slot, id.rowKey())
                .thenAccept(value -> frozen[0] = RowValue.decode(id, value));
        return rig.call(
                c -> {
                    c.header(rig.key("other{n}"));
                    c.header(rig.key(key));
                    long number = Long.parseLong(String.valueOf(Rig.text((Header) frozen[0]))) + 1;
                    c.put(rig.key(key), Rig.string(Long.toString(number)));
                    return number;
                },
                key);
    }

    @Test
    void aKeyThatExpiresWhileItIsReadIsNotRevived() {
        long expiry = rig.clock.get() + 100;
        rig.setExpiring("n", "10", expiry).durable();
        rig.chill("n");
        store.nextReads(Fault.HOLD_ANSWER, 1);
        Rig.Call call = rig.incr("n");
        rig.clock.set(expiry + 1);
        store.release();
        assertThat(call.durable()).isEqualTo(1L);
        rig.chill("n");
        assertThat(rig.call(c -> c.header(rig.key("n")).expires(), "n").durable())
                .isEqualTo(false);
    }

    @Test
    void everyRunTakesANewClockNeverBelowTheSlotsLast() {
        rig.set("n", "10").durable();
        rig.chill("n");
        long before = rig.clock.get();
        store.nextReads(Fault.HOLD_ANSWER, 1);
        Rig.Call slow = rig.incr("n");
        rig.clock.set(before + 50);
        rig.call(c -> null, "n").outcome();
        rig.clock.set(before + 20);
        store.release();
        slow.outcome();
        assertThat(slow.clocks).containsExactly(before, before + 50);
    }

    /** What a load brought before the slot's memory was dropped is older than what was acknowledged since. */
    @Test
    void rowsLoadedBeforeTheSlotWasDroppedAreNotUsed() {
        rig.set("n", "10").durable();
        rig.chill("n");
        store.next(Calls.READS, Fault.HOLD_ANSWER);
        Rig.Call slow = rig.incr("n");
        rig.set("n", "20").durable();
        rig.engine.release(rig.key("n").slot());
        store.release();
        assertThat(slow.durable()).isEqualTo(21L);
    }

    /** The same for what was read ahead for a pipeline, whose rows are held beyond one command. */
    @Test
    void rowsReadAheadBeforeTheSlotWasDroppedAreNotUsed() {
        rig.set("n", "10").durable();
        rig.set("m{n}", "1").durable();
        rig.chill("n");
        try (Prefetch prefetch = new Prefetch(rig.engine, 0, () -> List.of(rig.key("m{n}"), rig.key("n")))) {
            rig.piped(prefetch, rig.getBody("m{n}"), "m{n}").durable();
            rig.set("n", "20").durable();
            rig.engine.release(rig.key("n").slot());
            assertThat(rig.piped(prefetch, rig.getBody("n"), "n").durable()).isEqualTo("20");
        }
    }
}
