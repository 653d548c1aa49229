package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Stages;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;

class RangeDeletesTest {
    @TempDir
    Path dir;

    private Database db;
    private RocksDbStore store;
    private RangeCompactor compactor;
    private RangeDeletes deletes;

    @BeforeEach
    void open() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings("rocksdb-compression", "none"));
        db = Opening.open(config, dir);
        store = new RocksDbStore(db, config);
        compactor = new RangeCompactor(db);
        deletes = new RangeDeletes(db, new Readers(db.inFlight, 1), compactor);
    }

    @AfterEach
    void close() {
        compactor.close();
        store.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, RangeDeletes.POINT_DELETES - 1, RangeDeletes.POINT_DELETES, 5000})
    void takesTheRangeAndNothingElse(int rows) throws Exception {
        fill(rows + 20, 10);
        await(deletes.delete(7, key(10), key(rows + 10)));
        List<Row> left = Stages.scanAll(store, new ScanRequest(7, new byte[0], null, false, 256, true));
        assertThat(left).hasSize(20);
        assertThat(left.get(9).key()).isEqualTo(key(9));
        assertThat(left.get(10).key()).isEqualTo(key(rows + 10));
        assertThat(await(store.get(6, bytes("beside")))).isNotNull();
        assertThat(await(store.get(8, bytes("beside")))).isNotNull();
        assertThat(rangeTombstones()).isEqualTo(rows >= RangeDeletes.POINT_DELETES ? 1 : 0);
        assertThat(compactor.pending()).isEmpty();
    }

    @Test
    void compactsAfterALargeOne() throws Exception {
        fill(8_000, 4_000);
        flush();
        long before = Long.parseLong(store.statistics().get("rocksdb.live-sst-files-size"));
        await(deletes.delete(7, key(0), key(8_000)));
        assertThat(compactor.pending()).hasSize(1);
        compactor.compact();
        assertThat(compactor.pending()).isEmpty();
        long after = Long.parseLong(store.statistics().get("rocksdb.live-sst-files-size"));
        assertThat(before).isGreaterThan(30_000_000);
        assertThat(after).isLessThan(1_000_000);
        assertThat(rangeTombstones()).isZero();
        assertThat(await(store.get(8, bytes("beside")))).isNotNull();
    }

    @Test
    void rangesThatTouchAreMerged() {
        compactor.suggest(bytes("c"), bytes("d"));
        compactor.suggest(bytes("f"), bytes("g"));
        compactor.suggest(bytes("a"), bytes("b"));
        assertThat(compactor.pending()).hasSize(3);
        compactor.suggest(bytes("d"), bytes("f"));
        assertThat(compactor.pending()).hasSize(2);
        compactor.suggest(bytes("0"), bytes("c"));
        Map<byte[], byte[]> one = compactor.pending();
        assertThat(one).hasSize(1);
        assertThat(one.keySet().iterator().next()).isEqualTo(bytes("0"));
        assertThat(one.values().iterator().next()).isEqualTo(bytes("g"));
        compactor.suggest(bytes("1"), bytes("2"));
        assertThat(compactor.pending()).hasSize(1);
        assertThat(compactor.pending().values().iterator().next()).isEqualTo(bytes("g"));
    }

    private void fill(int rows, int valueBytes) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        WriteBatch batch = new WriteBatch().put(6, bytes("beside"), bytes("x")).put(8, bytes("beside"), bytes("x"));
        for (int i = 0; i < rows; i++) {
            byte[] value = new byte[valueBytes];
            for (int at = 0; at < value.length; at++) {
                value[at] = (byte) random.nextInt();
            }
            batch.put(7, key(i), value);
        }
        await(store.commit(batch));
    }

    private void flush() throws RocksDBException {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
            db.rocks.flush(options);
        }
    }

    private long rangeTombstones() throws Exception {
        flush();
        return db.rocks.getPropertiesOfAllTables().values().stream()
                .mapToLong(org.rocksdb.TableProperties::getNumRangeDeletions)
                .sum();
    }

    private static byte[] key(int n) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(n).array();
    }
}
