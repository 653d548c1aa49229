package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Stages;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journal is the only log: what is in no table is there, whatever way it was written, and is done again in its order. */
class OneLogTest {
    private static final int SLOT = 7;
    private static final String[] SMALL = {
        "rocksdb-write-buffer-size", "256kb", "rocksdb-max-total-wal-size", "16mb", "rocksdb-wal-fsync", "no"
    };

    @TempDir
    Path dir;

    /** A store and what must be in it, through any history of writes, tables, crashes and starts. */
    private final class Life implements AutoCloseable {
        final SplittableRandom random;
        final Map<String, Integer> model = new TreeMap<>();
        final List<CompletionStage<Void>> open = new ArrayList<>();
        Path data;
        Database db;
        RocksDbStore store;
        int number;
        int ranges;

        Life(long seed) throws Exception {
            random = new SplittableRandom(seed);
            data = dir.resolve("life-" + seed + "-0");
            start();
        }

        void start() throws Exception {
            RocksDbConfig config = RocksDbConfig.of(TestStores.settings(SMALL));
            db = Opening.open(config, data);
            store = new RocksDbStore(db, config);
        }

        void step() throws Exception {
            switch (random.nextInt(30)) {
                case 0 -> db.writeOutAndWait();
                case 1 -> deleteRange();
                case 2 -> commit(random.nextInt(1, 4), 3_000_000, false);
                case 3 -> commit(1, 9_000_000, random.nextBoolean());
                case 4, 5 -> commit(random.nextInt(1, 40), 5000, true);
                case 6, 7 -> commit(random.nextInt(1, 5), 10, false);
                case 8 -> trim();
                default -> commit(random.nextInt(1, 30), random.nextInt(4, 300), true);
            }
        }

        private void commit(int rows, int size, boolean ahead) {
            WriteBatch batch = new WriteBatch();
            number++;
            for (int i = 0; i < rows; i++) {
                String key = "k" + random.nextInt(200);
                if (random.nextInt(4) == 0) {
                    batch.delete(SLOT, bytes(key));
                    model.remove(key);
                } else {
                    batch.put(SLOT, bytes(key), value(number, size));
                    model.put(key, number);
                }
            }
            if (!ahead && random.nextBoolean()) {
                batch.requireAbsent(SLOT, bytes("nowhere"));
            }
            open.add(ahead ? store.commitAhead(batch).durable() : store.commit(batch));
        }

        /** As reclamation does: rows that nobody writes any more, and of which all are visible. */
        private void deleteRange() throws Exception {
            String prefix = "range%04d/".formatted(++ranges);
            WriteBatch rows = new WriteBatch();
            int count = random.nextBoolean() ? 20 : RangeDeletes.POINT_DELETES + 200;
            for (int i = 0; i < count; i++) {
                rows.put(SLOT, bytes(prefix + i), value(number, 10));
            }
            await(store.commitAhead(rows).visible());
            await(store.deleteRange(SLOT, bytes(prefix), bytes(prefix + "~")));
        }

        private void trim() {
            try (Readers readers = new Readers(db.inFlight, 1);
                    JournalTrimmer trimmer = new JournalTrimmer(db, new WalForcer(db, readers), 1 << 20)) {
                trimmer.look();
            }
        }

        void settle() throws Exception {
            for (CompletionStage<Void> each : open) {
                await(each);
            }
            open.clear();
        }

        /** The process dies, and another one finds what it has left. */
        void crash() throws Exception {
            settle();
            Path image = CrashImage.of(db, data.resolveSibling(data.getFileName() + "+"));
            store.close();
            delete(data);
            data = image;
            try (KvStore looked = new RocksDbStoreProvider().openToRead(TestStores.settings(SMALL), data)) {
                check(looked);
            }
            start();
            check(store);
        }

        void check(KvStore looked) throws Exception {
            Map<String, Integer> found = new HashMap<>();
            for (Row row : Stages.scanAll(looked, new ScanRequest(SLOT, new byte[0], null, false, 256, false))) {
                found.put(new String(row.key()), ByteBuffer.wrap(row.value()).getInt());
            }
            assertThat(found).isEqualTo(model);
            for (String key : List.of("k0", "k7", "range0001/3")) {
                byte[] value = await(looked.get(SLOT, bytes(key)));
                assertThat(value == null ? null : ByteBuffer.wrap(value).getInt())
                        .as(key)
                        .isEqualTo(model.get(key));
            }
        }

        @Override
        public void close() throws Exception {
            store.close();
            delete(data);
        }
    }

    private static byte[] value(int number, int size) {
        return ByteBuffer.allocate(Math.max(size, Integer.BYTES)).putInt(number).array();
    }

    private static void delete(Path root) throws Exception {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingAcknowledgedIsLostThroughAnyHistory(long seed) throws Exception {
        try (Life life = new Life(seed)) {
            for (int crash = 0; crash < 5; crash++) {
                for (int steps = life.random.nextInt(60); steps > 0; steps--) {
                    life.step();
                }
                life.crash();
            }
            life.settle();
            life.store.close();
            life.start();
            life.check(life.store);
        }
    }

    /** An orderly end leaves nothing to do again. */
    @Test
    void theNextStartAfterAnOrderlyEndFindsAllInTables() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            await(store.commitAhead(new WriteBatch().put(SLOT, bytes("k"), bytes("v")))
                    .durable());
        }
        List<EncodedBatch> left = new ArrayList<>();
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings());
        Database looked = Opening.openToRead(config, dir);
        try {
            Recovery.forEach(looked.rocks, dir, left::add);
        } finally {
            looked.release();
        }
        assertThat(left).isEmpty();
    }

    /** RocksDB's own log has nothing but where the journal began. */
    @Test
    void nothingIsWrittenTwice() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            long atStart = figure(store, "rocksdb.wal.bytes");
            for (int i = 0; i < 100; i++) {
                store.commitAhead(new WriteBatch().put(SLOT, bytes("k" + i), new byte[5000]));
                await(store.commit(new WriteBatch().put(SLOT, bytes("l" + i), bytes("v"))));
            }
            await(store.deleteRange(SLOT, bytes("k"), bytes("l")));
            assertThat(figure(store, "rocksdb.wal.bytes")).isEqualTo(atStart);
            assertThat(figure(store, "sluice.rocksdb.journal-bytes-appended")).isGreaterThan(500_000);
        }
    }

    /** One row that is written all the time fills the journal and no memtable. */
    @ParameterizedTest
    @ValueSource(strings = {"everysec", "no"})
    void theJournalHasABound(String mode) throws Exception {
        try (RocksDbStore store =
                TestStores.open(dir, "rocksdb-max-total-wal-size", "32mb", "rocksdb-wal-fsync", mode)) {
            assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
                while (figure(store, "sluice.rocksdb.journal-bytes-appended") < 200L << 20) {
                    await(store.commitAhead(new WriteBatch().put(SLOT, bytes("k"), new byte[1000]))
                            .durable());
                }
                while (figure(store, "sluice.rocksdb.journal-size") > 40L << 20) {
                    Thread.onSpinWait();
                }
            });
        }
    }

    /** What is too large for its files has one of its own, and none when it is in a table. */
    @Test
    void aLargeBatchHasAFileForItself() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings());
        Database db = Opening.open(config, dir.resolve("data"));
        try (RocksDbStore store = new RocksDbStore(db, config);
                Readers readers = new Readers(db.inFlight, 1)) {
            await(store.commit(new WriteBatch().put(SLOT, bytes("large"), new byte[20 << 20])));
            await(store.commit(new WriteBatch().put(SLOT, bytes("small"), bytes("v"))));
            assertThat(largestFile(dir.resolve("data"))).isGreaterThan(20 << 20);
            Path image = CrashImage.of(db, dir.resolve("image"));
            try (RocksDbStore found = TestStores.open(image)) {
                assertThat(await(found.get(SLOT, bytes("large")))).hasSize(20 << 20);
                assertThat(await(found.get(SLOT, bytes("small")))).isEqualTo(bytes("v"));
            }
            db.writeOutAndWait();
            try (JournalTrimmer trimmer =
                    new JournalTrimmer(db, new WalForcer(db, readers), config.maxTotalWalSize())) {
                trimmer.look();
            }
            assertThat(largestFile(dir.resolve("data"))).isEqualTo(JournalSegment.BYTES);
        }
    }

    private static long largestFile(Path store) throws Exception {
        long largest = 0;
        for (Path file : Journal.files(store.resolve(Journal.DIRECTORY))) {
            largest = Math.max(largest, Files.size(file));
        }
        return largest;
    }

    /** It is in a table when it is acknowledged, and so is all that came before it. */
    @Test
    void whatIsTooLargeForTheJournalIsInATable() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings());
        Database db = Opening.open(config, dir.resolve("data"));
        try (RocksDbStore store = new RocksDbStore(db, config)) {
            store.commitAhead(new WriteBatch().put(SLOT, bytes("before"), bytes("v")));
            WriteBatch batch = new WriteBatch();
            for (int i = 0; i < 5; i++) {
                byte[] value = new byte[16 << 20];
                Arrays.fill(value, (byte) i);
                batch.put(SLOT, bytes("large" + i), value);
            }
            await(store.commit(batch));
            await(store.commitAhead(new WriteBatch().put(SLOT, bytes("after"), bytes("v")))
                    .durable());
            Path image = CrashImage.of(db, dir.resolve("image"));
            try (RocksDbStore found = TestStores.open(image)) {
                for (String key : List.of("before", "large0", "large4", "after")) {
                    assertThat(await(found.get(SLOT, bytes(key)))).as(key).isNotNull();
                }
            }
        }
    }

    /** A table that has a part of what is one must not be there without the journal. */
    @Test
    void theJournalIsForcedBeforeAMemtableBecomesATable() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings("rocksdb-wal-fsync", "no"));
        Database db = Opening.open(config, dir);
        try (RocksDbStore store = new RocksDbStore(db, config)) {
            await(store.commit(new WriteBatch().put(SLOT, bytes("k"), bytes("v"))));
            assertThat(db.journal().isForced()).isFalse();
            db.writeOutAndWait();
            assertThat(db.journal().isForced()).isTrue();
        }
    }

    /** Each commit forced, RocksDB's log has it; the next start may be of either kind. */
    @Test
    void anyModeOpensWhatAnotherHasLeft() throws Exception {
        Path data = dir.resolve("data");
        String[] modes = {"always", "everysec", "no", "always", "no", "always", "always", "everysec", "everysec"};
        for (int i = 0; i < modes.length; i++) {
            Path next = dir.resolve("image" + i);
            RocksDbConfig config = RocksDbConfig.of(TestStores.settings("rocksdb-wal-fsync", modes[i]));
            Database db = Opening.open(config, data);
            try (RocksDbStore store = new RocksDbStore(db, config)) {
                for (int before = 0; before < i; before++) {
                    assertThat(await(store.get(SLOT, bytes("k" + before)))).isEqualTo(bytes("v" + (i - 1)));
                }
                for (int each = 0; each <= i; each++) {
                    await(store.commitAhead(new WriteBatch().put(SLOT, bytes("k" + each), bytes("v" + i)))
                            .durable());
                }
                CrashImage.of(db, next);
            }
            data = next;
        }
    }

    private static long figure(RocksDbStore store, String name) {
        return Long.parseLong(store.statistics().get(name));
    }
}
