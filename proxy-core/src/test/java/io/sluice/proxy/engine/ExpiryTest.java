package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Expired keys are invisible at once, and deleted by the housekeeper; so are index rows that fit no header any more. */
class ExpiryTest {

    private static final class House implements AutoCloseable {
        final MemoryKvStore memory;
        final MeteringKvStore meter;
        final Rig rig;
        final Housekeeper keeper;

        House(Atomicity atomicity) {
            memory = new MemoryKvStore(atomicity);
            meter = new MeteringKvStore(new DelayedKvStore(memory, 3, Duration.ofNanos(50_000), 0.5));
            rig = new Rig(meter);
            keeper = new Housekeeper(rig.engine, () -> 100, () -> 1_000_000);
        }

        void pass() {
            keeper.pass();
            rig.engine.flush();
        }

        int rows(String key, byte kind) {
            return StoredRows.count(memory, rig.key(key).slot(), kind);
        }

        @Override
        public void close() {
            rig.close();
            meter.close();
        }
    }

    /** Else clients that are held back by what is pending would wait until all is expired, whatever the store can take. */
    @Test
    @Timeout(60)
    void whatIsExpiredWaitsForTheStoreNowAndThen() throws Exception {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());
        try (Rig rig = new Rig(store)) {
            int due = 2_000;
            for (int i = 0; i < due; i++) {
                rig.setExpiring("{k}" + i, "x", rig.clock.get() + 10).durable();
            }
            rig.clock.addAndGet(20);
            store.nextCommits(Fault.HOLD_CALL, 1);
            Thread pass = new Thread(new Housekeeper(rig.engine, () -> 100, () -> 1_000_000)::pass);
            pass.start();
            try {
                while (pass.getState() != Thread.State.WAITING || store.held() == 0) {
                    assertThat(pass.isAlive())
                            .as("ends before anything is durable")
                            .isTrue();
                    Thread.onSpinWait();
                }
                assertThat(rig.stats.expired.sum()).isBetween(1L, due / 2L);
            } finally {
                store.release();
            }
            pass.join();
            assertThat(rig.stats.expired.sum()).isEqualTo(due);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void dueKeysAreDeletedAndOthersStay(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            Rig rig = t.rig;
            long now = rig.clock.get();
            int due = 200;
            List<Rig.Call> calls = new ArrayList<>();
            for (int i = 0; i < due; i++) {
                calls.add(rig.setExpiring("{k}" + i, "x", now + 10 + i % 7));
            }
            calls.add(rig.setExpiring("{k}later", "x", now + 1000));
            calls.add(rig.set("{k}never", "x"));
            String longKey = "{k}" + "y".repeat(3000);
            calls.add(rig.setExpiring(longKey, "x", now + 10));
            calls.forEach(Rig.Call::durable);
            assertThat(rig.size(0)).isEqualTo(due + 3);
            t.pass();
            assertThat(t.rows("{k}", RowKind.HEADER)).isEqualTo(due + 3);
            rig.clock.set(now + 20);
            t.pass();
            assertThat(t.rows("{k}", RowKind.HEADER)).isEqualTo(2);
            assertThat(t.rows("{k}", RowKind.EXPIRY)).isEqualTo(1);
            assertThat(rig.stats.expired.sum()).isEqualTo(due + 1);
            assertThat(rig.size(0)).isEqualTo(2);
            assertThat(rig.slot("{k}").nextExpiryMs()).isEqualTo(now + 1001);
            rig.clock.set(now + 1001);
            t.pass();
            assertThat(t.rows("{k}", RowKind.HEADER)).isEqualTo(1);
            assertThat(rig.slot("{k}").nextExpiryMs()).isEqualTo(Long.MAX_VALUE);
            assertThat(rig.size(0)).isEqualTo(1);
            assertThat(rig.get("{k}never").durable()).isEqualTo("x");
        }
    }

    /** Nobody has asked for that: what is tried is lost, and with it what memory knows of the slot. */
    @Test
    void whatIsExpiredStaysWhileTheStoreTakesNoWrites() {
        String[] reason = {null};
        KvStore store = new ForwardingKvStore(new MemoryKvStore()) {
            @Override
            public String unwritable() {
                return reason[0];
            }
        };
        try (Rig rig = new Rig(store)) {
            rig.setExpiring("{k}", "x", rig.clock.get() + 10).durable();
            rig.chill("{k}");
            rig.clock.addAndGet(20);
            reason[0] = "the disk is full";
            assertThat(rig.get("{k}").durable()).isNull();
            new Housekeeper(rig.engine, () -> 100, () -> 1_000_000).pass();
            assertThat(rig.engine.pendingBytes()).isZero();
            assertThat(rig.stats.expired.sum()).isZero();
            reason[0] = null;
            assertThat(rig.get("{k}").durable()).isNull();
            assertThat(rig.stats.expired.sum()).isEqualTo(1);
        }
    }

    /** PEXPIREAT takes it, and in the last millisecond it is still there: such a slot is never due. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whatExpiresAtTheEndOfTimeIsNotDue(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.rig.setExpiring("{k}", "x", Long.MAX_VALUE).durable();
            t.rig.chill("{k}");
            t.pass();
            assertThat(t.rig.slot("{k}").nextExpiryMs()).isEqualTo(Long.MAX_VALUE);
            assertThat(t.rows("{k}", RowKind.EXPIRY)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void anIndexRowThatAPlainSetLeftBehindIsDeletedAndTheKeyStays(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            Rig rig = t.rig;
            long now = rig.clock.get();
            rig.setExpiring("{k}a", "1", now + 10).durable();
            rig.setExpiring("{k}b", "1", now + 10).durable();
            rig.chill("{k}");
            rig.set("{k}a", "2").durable();
            rig.setExpiring("{k}b", "2", now + 500).durable();
            assertThat(t.rows("{k}", RowKind.EXPIRY)).isEqualTo(3);
            rig.clock.set(now + 100);
            t.pass();
            assertThat(t.rows("{k}", RowKind.EXPIRY)).isEqualTo(1);
            assertThat(rig.stats.expired.sum()).isZero();
            assertThat(rig.get("{k}a").durable()).isEqualTo("2");
            assertThat(rig.get("{k}b").durable()).isEqualTo("2");
            assertThat(rig.size(0)).isEqualTo(2);
        }
    }

    /** Rows that are no headers are not counted: else DBSIZE would have to walk the slot. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void theIndexRowsOfAKeyLeaveTheCountOfKeysKnown(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            Rig rig = t.rig;
            rig.setExpiring("a", "1", rig.clock.get() + 10).durable();
            KeyCount count = rig.slot("a").count(0);
            assertThat(count.isCertain()).isTrue();
            assertThat(count.keys()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aChangedExpiryMovesItsIndexRow(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            Rig rig = t.rig;
            long now = rig.clock.get();
            rig.setExpiring("a", "1", now + 10).durable();
            for (long at : new long[] {now + 20, Header.NO_EXPIRY, now + 30}) {
                rig.call(
                                c -> {
                                    c.put(rig.key("a"), c.header(rig.key("a")).withExpireAt(at));
                                    return null;
                                },
                                "a")
                        .durable();
                assertThat(t.rows("a", RowKind.EXPIRY)).isEqualTo(at == Header.NO_EXPIRY ? 0 : 1);
            }
            rig.clock.set(now + 25);
            t.pass();
            assertThat(rig.get("a").durable()).isEqualTo("1");
            rig.clock.set(now + 30);
            assertThat(rig.get("a").durable()).isEqualTo("1");
            rig.clock.set(now + 31);
            assertThat(rig.get("a").durable()).isNull();
            assertThat(t.rows("a", RowKind.EXPIRY)).isZero();
            assertThat(t.rows("a", RowKind.HEADER)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whereNothingIsDueTheStoreIsNotAsked(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            Rig rig = t.rig;
            rig.setExpiring("a", "1", rig.clock.get() + 1000).durable();
            rig.set("b", "1").durable();
            rig.chill("a", "b");
            t.pass();
            long trips = t.meter.snapshot().roundTrips();
            t.pass();
            assertThat(t.meter.snapshot().roundTrips()).isEqualTo(trips);
        }
    }
}
