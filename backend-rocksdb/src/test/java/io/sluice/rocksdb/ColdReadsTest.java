package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Stages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Reads of what is on the disk alone: they must leave the calling thread, and bring what is there. */
class ColdReadsTest {
    private static final int ROWS = 10_000;

    @TempDir
    Path dir;

    private RocksDbStore store;

    @BeforeEach
    void writeAndForget() throws Exception {
        try (RocksDbStore warm = TestStores.open(dir, "rocksdb-write-buffer-size", "1mb")) {
            for (int i = 0; i < ROWS; i += 100) {
                WriteBatch batch = new WriteBatch();
                for (int row = i; row < i + 100; row++) {
                    batch.put(3, key(row), value(row));
                }
                await(warm.commit(batch));
            }
        }
        // Opening replays the log into tables.
        openCold();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void gets() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 500; i++) {
            assertColdRow(random.nextInt(ROWS));
        }
        assertThat(readerCalls()).isGreaterThan(200);
        assertThat(await(store.get(3, bytes("absent")))).isNull();
    }

    /** In turn with rows that memory has, of which some are empty, and with absent ones: memory is asked in two ways, by what it lacked lately. */
    @Test
    void getsOfAllKindsInTurn() throws Exception {
        int empty = ROWS;
        WriteBatch batch = new WriteBatch();
        for (int row = empty; row < empty + 50; row++) {
            batch.put(3, key(row), new byte[0]);
        }
        for (int row = 0; row < 50; row++) {
            batch.put(5, key(row), value(row));
            batch.put(5, key(empty + row), new byte[0]);
        }
        await(store.commit(batch));
        SplittableRandom random = new SplittableRandom(10);
        long before = readerCalls();
        for (int i = 0; i < 3000; i++) {
            // Long runs of one kind, so that each way is left for the other.
            int kind = i / 60 % 2 == 0 ? random.nextInt(5) : 4;
            int row = random.nextInt(50);
            switch (kind) {
                case 0 -> assertColdRow(random.nextInt(ROWS));
                case 1 -> assertThat(await(store.get(3, key(empty + row)))).isEmpty();
                case 2 -> assertThat(await(store.get(5, key(empty + row)))).isEmpty();
                case 3 -> assertThat(await(store.get(3, key(2 * ROWS + row)))).isNull();
                default -> assertThat(await(store.get(5, key(row)))).isEqualTo(value(row));
            }
        }
        assertThat(readerCalls() - before).isGreaterThan(200);
    }

    /** Where nearly all comes from the disk, memory is not asked for every row; but it is again, once it has what is asked for. */
    @Test
    void whatMemoryHasIsFoundThereAgain() throws Exception {
        SplittableRandom random = new SplittableRandom(13);
        for (int i = 0; i < 500; i++) {
            assertColdRow(random.nextInt(ROWS));
        }
        await(store.commit(new WriteBatch().put(5, key(1), value(1))));
        for (int i = 0; i < 1000; i++) {
            assertThat(await(store.get(5, key(1)))).isEqualTo(value(1));
            assertThat(await(store.get(5, key(2)))).isNull();
        }
        long before = readerCalls();
        for (int i = 0; i < 500; i++) {
            assertThat(await(store.get(5, key(1)))).isEqualTo(value(1));
            assertThat(await(store.get(5, key(2)))).isNull();
        }
        assertThat(readerCalls()).isEqualTo(before);
    }

    @Test
    void emptyRowsOnTheDisk() throws Exception {
        WriteBatch batch = new WriteBatch();
        for (int row = 0; row < 2000; row++) {
            batch.put(7, key(row), new byte[0]);
        }
        await(store.commit(batch));
        store.close();
        openCold();
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 1000; i++) {
            assertColdRow(random.nextInt(ROWS));
            assertThat(await(store.get(7, key(i)))).isEmpty();
            assertThat(await(store.get(7, key(2000 + i)))).isNull();
        }
    }

    /** In tables of lower levels, whose indexes and filters leave the cache as well. */
    @Test
    void getsOfLowerLevels() throws Exception {
        store.close();
        compactAll();
        openCold();
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < 2000; i++) {
            int row = random.nextInt(ROWS);
            assertColdRow(row);
            assertThat(await(store.get(3, key(ROWS + row)))).isNull();
        }
    }

    private void compactAll() throws RocksDBException {
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (Options none = new Options();
                DBOptions options = new DBOptions();
                ColumnFamilyOptions rows = new ColumnFamilyOptions()
                        .setTableFormatConfig(
                                new BlockBasedTableConfig().setIndexType(IndexType.kTwoLevelIndexSearch))) {
            List<ColumnFamilyDescriptor> families = new ArrayList<>();
            for (byte[] name : RocksDB.listColumnFamilies(none, dir.toString())) {
                families.add(new ColumnFamilyDescriptor(name, rows));
            }
            try (RocksDB rocks = RocksDB.open(options, dir.toString(), families, handles);
                    CompactRangeOptions all = new CompactRangeOptions()
                            .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
                for (ColumnFamilyHandle family : handles) {
                    rocks.compactRange(family, null, null, all);
                    family.close();
                }
            }
        }
    }

    /** Of a table whose blocks are damaged no row is called absent: a write would be built on that. */
    @Test
    void damagedRowsAreErrors() throws Exception {
        store.close();
        for (Path table : tables()) {
            try (FileChannel file = FileChannel.open(table, StandardOpenOption.WRITE)) {
                for (long at = 10_000; at < file.size() / 2; at += 20_000) {
                    file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}), at);
                }
            }
        }
        openCold();
        int damaged = 0;
        for (int row = 0; row < ROWS; row++) {
            try {
                assertColdRow(row);
            } catch (StoreException.Fatal e) {
                damaged++;
            }
        }
        assertThat(damaged).isBetween(1, ROWS / 2);
    }

    private List<Path> tables() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(file -> file.toString().endsWith(".sst")).toList();
        }
    }

    @Test
    void multiGets() throws Exception {
        SplittableRandom random = new SplittableRandom(8);
        for (int size : new int[] {1, 3, 16, 100, 1000}) {
            List<SlotKey> keys = new ArrayList<>();
            List<byte[]> expected = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int row = random.nextInt(ROWS);
                keys.add(new SlotKey(3, key(row)));
                expected.add(value(row));
                keys.add(new SlotKey(4, key(row)));
                expected.add(null);
            }
            long before = readerCalls();
            assertThat(await(store.multiGet(keys)).toArray(byte[][]::new))
                    .isDeepEqualTo(expected.toArray(byte[][]::new));
            assertThat(readerCalls()).isGreaterThan(before);
        }
    }

    @Test
    void scans() throws Exception {
        for (boolean reverse : new boolean[] {false, true}) {
            for (int limit : new int[] {50, 256, 3000}) {
                long before = readerCalls();
                List<Row> rows =
                        Stages.scanAll(store, new ScanRequest(3, key(100), key(ROWS - 100), reverse, limit, false));
                assertThat(readerCalls()).isGreaterThan(before);
                assertThat(rows).hasSize(ROWS - 200);
                for (int i = 0; i < rows.size(); i++) {
                    int row = reverse ? ROWS - 101 - i : 100 + i;
                    assertThat(rows.get(i).key()).isEqualTo(key(row));
                    assertThat(rows.get(i).value()).isEqualTo(value(row));
                }
            }
        }
    }

    @Test
    void guards() throws Exception {
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 100; i++) {
            int row = random.nextInt(ROWS);
            CompletionStage<Void> insert =
                    store.commit(new WriteBatch().put(3, key(row), bytes("new")).requireAbsent(3, key(row)));
            Assertions.assertThatThrownBy(() -> await(insert)).isInstanceOf(StoreException.GuardFailed.class);
            assertThat(await(store.get(3, key(row)))).isEqualTo(value(row));
        }
        assertThat(Long.parseLong(store.statistics().get("sluice.rocksdb.commits-handed-over")))
                .isPositive();
    }

    /** Tombstones are stepped over on the calling thread only so far. */
    @Test
    void scansOverManyDeletedRows() throws Exception {
        for (int i = 0; i < ROWS - 1; i += 100) {
            WriteBatch batch = new WriteBatch();
            for (int row = i; row < Math.min(i + 100, ROWS - 1); row++) {
                batch.delete(3, key(row));
            }
            await(store.commit(batch));
        }
        for (boolean reverse : new boolean[] {false, true}) {
            List<Row> rows = Stages.scanAll(store, new ScanRequest(3, new byte[0], null, reverse, 1, true));
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).key()).isEqualTo(key(ROWS - 1));
            assertThat(rows.get(0).value()).isEmpty();
        }
    }

    /** With a cache that holds a block or two. */
    private void openCold() throws Exception {
        store = TestStores.open(dir, "rocksdb-block-cache-size", "64kb");
    }

    private void assertColdRow(int row) throws Exception {
        assertThat(await(store.get(3, key(row)))).isEqualTo(value(row));
    }

    private long readerCalls() {
        return Long.parseLong(store.statistics().get("sluice.rocksdb.reader-calls"));
    }

    private static byte[] key(int row) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(row).array();
    }

    /** Incompressible, so that the tables are larger than the cache. */
    private static byte[] value(int row) {
        SplittableRandom random = new SplittableRandom(row);
        ByteBuffer value = ByteBuffer.allocate(400);
        while (value.hasRemaining()) {
            value.putLong(random.nextLong());
        }
        return value.array();
    }
}
