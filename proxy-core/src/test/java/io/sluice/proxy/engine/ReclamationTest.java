package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of what was dropped vanish from the store, also over a restart, and nothing else does. */
class ReclamationTest {
    private static final int CHUNKS = 5;

    private static final class Yard implements AutoCloseable {
        final KvStore memory;
        final FaultyKvStore store;
        final Rig rig;

        Yard(KvStore memory) {
            this.memory = memory;
            this.store = new FaultyKvStore(memory);
            this.rig = new Rig(store);
        }

        /** Passes until every queue is empty. */
        void reclaim() {
            rig.engine.loadAllSlots();
            Housekeeper keeper = new Housekeeper(rig.engine, () -> 100, () -> 1_000_000);
            for (int i = 0; i < 10; i++) {
                keeper.pass();
            }
            rig.engine.flush();
        }

        /** Writes a value that lies in chunk rows; as if it were new, whatever the key holds. */
        long large(int db, String key, long expireAt) {
            Rig.Call call = rig
            .new Call(
                    c -> {
                        Key name = rig.key(key);
                        c.header(db, name);
                        long id = c.newId(name.slot());
                        for (int i = 0; i < CHUNKS; i++) {
                            c.putRow(name.slot(), RowKeys.stringChunk(id, i), new byte[10]);
                        }
                        byte[] payload = new ChunkedString(id, 10L * CHUNKS, 10).encode();
                        c.put(db, name, Header.of(ValueEncoding.STRING_CHUNKED, expireAt, payload));
                        return id;
                    },
                    db,
                    false,
                    false,
                    null,
                    rig.slotsOf(key));
            return (long) call.begin().durable();
        }

        int rows(String key, byte kind) {
            return StoredRows.count(memory, rig.key(key).slot(), kind);
        }

        void expectLargeValues(String key, int values) {
            assertThat(rows(key, RowKind.STRING_CHUNK)).as("chunks").isEqualTo(values * CHUNKS);
            assertThat(rows(key, RowKind.REGISTRY)).as("registry").isEqualTo(values);
            assertThat(rows(key, RowKind.RECLAIM)).as("queue").isZero();
        }

        @Override
        public void close() {
            rig.close();
        }
    }

    /** Somebody may have restored half of a store, or put back an old row. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aDatabaseInUseIsNotReclaimedWhateverTheQueueSays(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        int slot;
        try (Yard t = new Yard(memory.share())) {
            t.rig.set("{k}here", "x").durable();
            slot = t.rig.key("{k}").slot();
        }
        ReclaimEntry entry = ReclaimEntry.ofGeneration(0);
        memory.commit(new WriteBatch().put(slot, entry.rowKey(), entry.encode()))
                .toCompletableFuture()
                .join();
        try (Yard t = new Yard(memory)) {
            t.reclaim();
            t.rig.chill("{k}here");
            assertThat(t.rig.get("{k}here").durable()).isEqualTo("x");
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void rowsOfDroppedValuesVanishAndOthersStay(Atomicity atomicity) {
        try (Yard t = new Yard(new MemoryKvStore(atomicity))) {
            Rig rig = t.rig;
            long never = Header.NO_EXPIRY;
            for (String key : new String[] {"deleted", "overwritten", "blind", "replaced", "kept", "renamed"}) {
                t.large(0, "{k}" + key, never);
            }
            t.large(0, "{k}expired", rig.clock.get() + 10);
            rig.set("{k}small", "x").durable();
            t.expectLargeValues("{k}", 7);
            rig.del("{k}deleted").durable();
            rig.set("{k}overwritten", "x").durable();
            rig.chill("{k}");
            // Not in memory; that its hash is registered makes this read what it overwrites.
            rig.set("{k}blind", "x").durable();
            t.large(0, "{k}replaced", never);
            rig.call(
                            c -> {
                                c.rename(0, rig.key("{k}renamed"), 0, rig.key("{k}elsewhere"));
                                return null;
                            },
                            "{k}")
                    .durable();
            rig.clock.addAndGet(11);
            t.reclaim();
            t.expectLargeValues("{k}", 3);
            assertThat(rig.get("{k}small").durable()).isEqualTo("x");
            rig.del("{k}elsewhere").durable();
            rig.del("{k}kept").durable();
            t.reclaim();
            t.expectLargeValues("{k}", 1);
            assertThat(rig.engine.reclaimBacklog()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aFlushedDatabaseVanishesWithItsLargeValuesAndOthersStay(Atomicity atomicity) {
        try (Yard t = new Yard(new MemoryKvStore(atomicity))) {
            Rig rig = t.rig;
            t.large(0, "{k}a", Header.NO_EXPIRY);
            t.large(0, "{k}dies", rig.clock.get() + 10);
            t.large(1, "{k}a", Header.NO_EXPIRY);
            rig.setExpiring("{k}b", "x", rig.clock.get() + 1000).durable();
            rig.overKeyspace(0, k -> k.flush(0));
            // The same key anew: what is reclaimed of the old one must not take the new one's registration with it.
            t.large(0, "{k}a", Header.NO_EXPIRY);
            rig.clock.addAndGet(10);
            t.reclaim();
            t.expectLargeValues("{k}", 2);
            assertThat(t.rows("{k}", RowKind.HEADER)).isEqualTo(2);
            assertThat(t.rows("{k}", RowKind.EXPIRY)).isZero();
            rig.chill("{k}");
            assertThat(rig.slot("{k}").mayBeRegistered(rig.key("{k}a").hash())).isTrue();
            rig.set("{k}a", "x").durable();
            t.reclaim();
            t.expectLargeValues("{k}", 1);
            assertThat(rig.size(1)).isEqualTo(1);
        }
    }

    /** Registered twice by one hash, dropped twice: memory must still know the one that is left. */
    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whatIsDroppedByExpiryAndByFlushIsUnregisteredOnce(Atomicity atomicity) {
        try (Yard t = new Yard(new MemoryKvStore(atomicity))) {
            Rig rig = t.rig;
            t.large(0, "{k}a", rig.clock.get() + 10);
            rig.overKeyspace(0, k -> k.flush(0));
            t.large(0, "{k}a", Header.NO_EXPIRY);
            rig.clock.addAndGet(10);
            t.reclaim();
            assertThat(rig.slot("{k}").mayBeRegistered(rig.key("{k}a").hash())).isTrue();
            t.expectLargeValues("{k}", 1);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aRestartInTheMiddleFinishesTheWork(Atomicity atomicity) {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        try (Yard t = new Yard(memory)) {
            for (int i = 0; i < 40; i++) {
                t.large(0, "{k}" + i, Header.NO_EXPIRY);
            }
            for (int i = 0; i < 20; i++) {
                t.rig.del("{k}" + i).durable();
            }
            t.rig.overKeyspace(0, k -> k.swap(0, 1));
            t.store.next(Calls.RANGE_DELETES, Fault.NONE, Fault.NONE, Fault.NONE, Fault.BREAK);
            assertThatThrownBy(t::reclaim).isInstanceOf(CommandException.class);
            t.rig.engine.flush();
            assertThat(t.rows("{k}", RowKind.RECLAIM)).isEqualTo(17);
        }
        try (Yard t = new Yard(memory.share())) {
            t.reclaim();
            t.expectLargeValues("{k}", 20);
            t.rig.overKeyspace(1, k -> k.flush(1));
            t.store.next(Calls.RANGE_DELETES, Fault.NONE, Fault.NONE, Fault.BREAK);
            assertThatThrownBy(t::reclaim).isInstanceOf(CommandException.class);
        }
        try (Yard t = new Yard(memory.share())) {
            t.reclaim();
            t.expectLargeValues("{k}", 0);
            assertThat(t.rows("{k}", RowKind.HEADER)).isZero();
        }
    }

    /** Were an id given twice, reclaiming the first value would delete the second one's rows. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void idsAreNeverGivenTwice(boolean shareable) {
        KvStore memory =
                new MemoryKvStore(new Capabilities(Atomicity.STORE, shareable, false, 1 << 16, 1 << 30, 1L << 31));
        Set<Long> ids = new HashSet<>();
        int drawn = 0;
        for (int start = 0; start < 2; start++) {
            try (Yard t = new Yard(start == 0 ? memory : ((MemoryKvStore) memory).share())) {
                for (int round = 0; round < 5; round++) {
                    for (int i = 0; i < 3; i++) {
                        ids.add(t.large(0, "{k}" + i, Header.NO_EXPIRY));
                        drawn++;
                    }
                    switch (round) {
                        case 1 -> t.rig.engine.dropCaches();
                        case 2 -> t.store.nextCommits(shareable ? Fault.LOSE : Fault.REFUSE, 1);
                        case 3 -> t.store.nextCommits(Fault.REFUSE, 1);
                        default -> {}
                    }
                }
            }
        }
        assertThat(ids).hasSize(drawn);
    }
}
