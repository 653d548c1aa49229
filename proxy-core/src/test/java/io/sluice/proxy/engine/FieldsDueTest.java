package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKind;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.type.hash.FieldCondition;
import io.sluice.proxy.type.hash.HashPart;
import io.sluice.proxy.type.hash.HashValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hashes whose fields expire are found by the index of times, and the housekeeper has their fields deleted. */
class FieldsDueTest {
    /** More than a packed hash holds. */
    private static final int MANY = 700;

    private static final class House implements AutoCloseable {
        final MemoryKvStore memory;
        final MeteringKvStore meter;
        final Rig rig;
        final Housekeeper keeper;
        final long start;

        House(Atomicity atomicity) {
            memory = new MemoryKvStore(atomicity);
            meter = new MeteringKvStore(new DelayedKvStore(memory, 3, Duration.ofNanos(50_000), 0.5));
            rig = new Rig(meter);
            keeper = new Housekeeper(rig.engine, () -> 100, () -> 1_000_000);
            start = rig.clock.get();
        }

        void pass() {
            keeper.pass();
            rig.engine.flush();
        }

        int rows(byte kind) {
            return StoredRows.count(memory, rig.key("{k}").slot(), kind);
        }

        long nextExpiry() {
            return rig.slot("{k}").nextExpiryMs();
        }

        /** Makes a hash of the fields 0, 1, 2 ..., of which the first ones expire, one a millisecond. */
        void hash(String name, int fields, int expiring, long firstTimeMs) {
            byte[][] words = new byte[2 * fields][];
            for (int i = 0; i < fields; i++) {
                words[2 * i] = Rig.bytes("" + i);
                words[2 * i + 1] = Rig.bytes("value" + i);
            }
            run(name, hash -> hash.put(words, 0));
            for (int i = 0; i < expiring; i++) {
                List<byte[]> field = List.of(words[2 * i]);
                long time = firstTimeMs + i;
                run(name, hash -> hash.expireAt(field, time, FieldCondition.ALWAYS));
            }
        }

        void run(String name, java.util.function.Consumer<HashValue> change) {
            rig.call(
                            c -> {
                                change.accept(HashValue.findOrEmpty(c, rig.key(name)));
                                return null;
                            },
                            name)
                    .durable();
        }

        /** The fields that a reader sees; null when there is no key. */
        List<String> fields(String name) {
            return (List<String>) rig.call(
                            c -> {
                                HashValue hash = HashValue.find(c, rig.key(name));
                                if (hash == null) {
                                    return null;
                                }
                                List<String> fields = new ArrayList<>();
                                hash.entries(HashPart.FIELDS).forEach(entry -> fields.add(new String(entry.field())));
                                assertThat(hash.size()).isEqualTo(fields.size());
                                return fields;
                            },
                            name)
                    .durable();
        }

        @Override
        public void close() {
            rig.close();
            meter.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void fieldsGoInTheMillisecondAfterTheirTimeAndTheirRowsWithThem(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.hash("{k}small", 4, 2, t.start + 10);
            t.hash("{k}large", MANY, 2, t.start + 10);
            t.hash("{k}plain", 4, 0, 0);
            assertThat(t.rows(RowKind.FIELDS_DUE)).isEqualTo(2);
            assertThat(t.rows(RowKind.FIELD_EXPIRY)).isEqualTo(2);
            assertThat(t.nextExpiry()).isEqualTo(t.start + 11);
            t.rig.clock.set(t.start + 10);
            t.pass();
            assertThat(t.fields("{k}small")).contains("0", "1");
            t.rig.clock.set(t.start + 11);
            for (int i = 0; i < 2; i++) {
                assertThat(t.fields("{k}small")).containsExactly("1", "2", "3");
                assertThat(t.fields("{k}large")).hasSize(MANY - 1).doesNotContain("0");
                t.pass();
            }
            assertThat(t.rows(RowKind.FIELDS_DUE)).isEqualTo(2);
            assertThat(t.rows(RowKind.FIELD_EXPIRY)).isEqualTo(1);
            assertThat(t.rows(RowKind.ELEMENT)).isEqualTo(MANY - 1);
            assertThat(t.rig.stats.expiredFields.sum()).isEqualTo(2);
            assertThat(t.nextExpiry()).isEqualTo(t.start + 12);
            t.rig.clock.set(t.start + 12);
            t.pass();
            assertThat(t.rows(RowKind.FIELDS_DUE)).isZero();
            assertThat(t.rows(RowKind.FIELD_EXPIRY)).isZero();
            assertThat(t.nextExpiry()).isEqualTo(Long.MAX_VALUE);
            assertThat(t.fields("{k}small")).containsExactly("2", "3");
            assertThat(t.fields("{k}large")).hasSize(MANY - 2);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aHashThatLosesItsLastFieldIsGone(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.hash("{k}small", 3, 3, t.start + 10);
            t.hash("{k}large", MANY, MANY, t.start + 10);
            t.rig.clock.set(t.start + 10 + MANY);
            assertThat(t.fields("{k}small")).isEmpty();
            assertThat(t.fields("{k}large")).isEmpty();
            t.pass();
            t.pass();
            assertThat(t.fields("{k}small")).isNull();
            assertThat(t.fields("{k}large")).isNull();
            for (byte kind : List.of(
                    RowKind.HEADER, RowKind.FIELDS_DUE, RowKind.FIELD_EXPIRY, RowKind.ELEMENT, RowKind.REGISTRY)) {
                assertThat(t.rows(kind)).as("rows of %s", RowKind.nameOf(kind)).isZero();
            }
            assertThat(t.rig.stats.expiredFields.sum()).isEqualTo(3 + MANY);
            assertThat(t.rig.size(0)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void theIndexFollowsTheHash(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.hash("{k}a", 4, 2, t.start + 10);
            t.hash("{k}b", MANY, 2, t.start + 20);
            t.rig.call(
                            c -> {
                                c.rename(0, t.rig.key("{k}a"), 1, t.rig.key("{k}c"));
                                c.remove(t.rig.key("{k}b"));
                                return null;
                            },
                            "{k}")
                    .durable();
            assertThat(t.rows(RowKind.FIELDS_DUE)).isEqualTo(1);
            t.rig.clock.set(t.start + 11);
            t.pass();
            assertThat(t.rig.stats.expiredFields.sum()).isEqualTo(1);
            t.rig.clock.set(t.start + 30);
            t.pass();
            assertThat(t.rig.stats.expiredFields.sum()).isEqualTo(2);
            assertThat(t.rows(RowKind.FIELDS_DUE)).isZero();
            assertThat(t.rows(RowKind.HEADER)).isEqualTo(1);
            assertThat(t.rows(RowKind.ELEMENT)).isZero();
            assertThat(t.rows(RowKind.FIELD_EXPIRY)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void whatAPlainSetLeftBehindIsDeleted(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.hash("{k}a", 4, 2, t.start + 10);
            t.rig.chill("{k}");
            t.rig.set("{k}a", "text").durable();
            assertThat(t.rows(RowKind.FIELDS_DUE)).isEqualTo(1);
            t.rig.clock.set(t.start + 30);
            t.pass();
            assertThat(t.rows(RowKind.FIELDS_DUE)).isZero();
            assertThat(t.rig.get("{k}a").durable()).isEqualTo("text");
            assertThat(t.rig.stats.expiredFields.sum()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aSlotThatIsReadAgainKnowsOfItsFields(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.hash("{k}a", MANY, 3, t.start + 10);
            t.rig.engine.release(t.rig.key("{k}").slot());
            t.rig.clock.set(t.start + 50);
            assertThat(t.fields("{k}a")).hasSize(MANY - 3);
            t.pass();
            assertThat(t.rows(RowKind.FIELDS_DUE)).isZero();
            assertThat(t.rows(RowKind.ELEMENT)).isEqualTo(MANY - 3);
            assertThat(t.nextExpiry()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void aTimeThatWasTakenBackCostsOneLook(Atomicity atomicity) {
        try (House t = new House(atomicity)) {
            t.hash("{k}a", MANY, 2, t.start + 10);
            t.run("{k}a", hash -> hash.persist(List.of(Rig.bytes("0"))));
            t.rig.clock.set(t.start + 11);
            t.pass();
            assertThat(t.rig.stats.expiredFields.sum()).isZero();
            assertThat(t.nextExpiry()).isEqualTo(t.start + 12);
            assertThat(t.fields("{k}a")).hasSize(MANY);
            long trips = t.meter.snapshot().roundTrips();
            t.pass();
            assertThat(t.meter.snapshot().roundTrips()).isEqualTo(trips);
        }
    }
}
