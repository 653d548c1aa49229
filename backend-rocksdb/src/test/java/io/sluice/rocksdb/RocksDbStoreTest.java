package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocksDbStoreTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"always", "everysec", "no"})
    void keepsWhatWasCommittedAcrossARestart(String mode) throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", mode)) {
            await(store.commit(new WriteBatch().put(5, bytes("a"), bytes("1")).put(65535, bytes("b"), new byte[0])));
            await(store.commit(new WriteBatch().delete(5, bytes("a")).put(0, new byte[0], bytes("3"))));
        }
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", mode)) {
            assertThat(await(store.get(5, bytes("a")))).isNull();
            assertThat(await(store.get(65535, bytes("b")))).isEmpty();
            assertThat(await(store.get(0, new byte[0]))).isEqualTo(bytes("3"));
        }
    }

    @Test
    void warmReadsAndCommitsCompleteBeforeTheyReturn() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            assertThat(store.commit(
                            new WriteBatch().put(1, bytes("k"), bytes("v")).delete(2, bytes("x"))))
                    .satisfies(stage -> assertThat(stage.toCompletableFuture()).isCompleted());
            assertThat(store.get(1, bytes("k")).toCompletableFuture().getNow(null))
                    .isEqualTo(bytes("v"));
            assertThat(store.multiGet(List.of(new SlotKey(1, bytes("k")), new SlotKey(1, bytes("no"))))
                            .toCompletableFuture()
                            .getNow(null))
                    .containsExactly(bytes("v"), null);
            assertThat(store.scan(new ScanRequest(1, new byte[0], null, false, 10, false))
                            .toCompletableFuture())
                    .isCompleted();
            assertThat(store.statistics()).containsEntry("sluice.rocksdb.reader-calls", "0");
            assertThat(store.statistics()).containsEntry("sluice.rocksdb.commits-handed-over", "0");
        }
    }

    @Test
    void scansStayInTheirSlotAlsoInTheLast() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            WriteBatch batch = new WriteBatch();
            for (int slot : new int[] {0, 1, 65534, 65535}) {
                for (int i = 0; i < 700; i++) {
                    batch.put(slot, bytes("%03d".formatted(i)), bytes(slot + ":" + i));
                }
            }
            await(store.commit(batch));
            for (int slot : new int[] {0, 1, 65534, 65535}) {
                for (int limit : new int[] {1, 100, 256, 257, 1000}) {
                    List<String> up = keys(store, slot, false, limit);
                    assertThat(up).hasSize(700).isSorted();
                    List<String> down = keys(store, slot, true, limit);
                    java.util.Collections.reverse(down);
                    assertThat(down).isEqualTo(up);
                }
            }
        }
    }

    private static List<String> keys(RocksDbStore store, int slot, boolean reverse, int limit) throws Exception {
        List<String> keys = new ArrayList<>();
        byte[] from = new byte[0];
        byte[] to = null;
        for (; ; ) {
            ScanPage page = await(store.scan(new ScanRequest(slot, from, to, reverse, limit, false)));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(limit);
            for (Row row : page.rows()) {
                String key = new String(row.key());
                assertThat(row.value()).isEqualTo(bytes(slot + ":" + Integer.parseInt(key)));
                keys.add(key);
            }
            if (!page.more()) {
                return keys;
            }
            byte[] last = page.rows().get(page.rows().size() - 1).key();
            if (reverse) {
                to = last;
            } else {
                from = java.util.Arrays.copyOf(last, last.length + 1);
            }
        }
    }

    @Test
    void aPageOfLargeValuesEndsEarlyAndSaysSo() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            WriteBatch batch = new WriteBatch();
            for (int i = 0; i < 30; i++) {
                batch.put(1, new byte[] {(byte) i}, new byte[512 * 1024]);
            }
            await(store.commit(batch));
            ScanPage page = await(store.scan(new ScanRequest(1, new byte[0], null, false, 100, false)));
            assertThat(page.rows()).hasSizeLessThan(30).isNotEmpty();
            assertThat(page.more()).isTrue();
        }
    }

    @Test
    void guardsAreCheckedBeforeTheBatchAndApplyNothingWhenTheyFail() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            await(store.commit(
                    new WriteBatch().put(1, bytes("k"), bytes("first")).requireAbsent(1, bytes("k"))));
            assertThatThrownBy(() -> await(store.commit(new WriteBatch()
                            .put(1, bytes("other"), bytes("x"))
                            .put(1, bytes("k"), bytes("second"))
                            .requireAbsent(1, bytes("k")))))
                    .isInstanceOf(StoreException.GuardFailed.class);
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("first"));
            assertThat(await(store.get(1, bytes("other")))).isNull();
        }
    }

    @Test
    void refusesWhatIsTooLargeBeforeAnythingIsWritten() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            byte[] shared = new byte[store.capabilities().maxValueBytes()];
            WriteBatch batch = new WriteBatch().put(1, bytes("small"), bytes("x"));
            while (batch.bytes() <= store.capabilities().maxBatchBytes()) {
                batch.put(1, bytes("large"), shared);
            }
            assertThatThrownBy(() -> await(store.commit(batch))).isInstanceOf(StoreException.Fatal.class);
            assertThat(await(store.get(1, bytes("small")))).isNull();
            assertThatThrownBy(() -> await(store.commit(new WriteBatch()
                            .put(1, bytes("small"), bytes("x"))
                            .put(1, new byte[store.capabilities().maxKeyBytes() + 1], new byte[0]))))
                    .isInstanceOf(StoreException.Fatal.class);
            assertThat(await(store.get(1, bytes("small")))).isNull();
            assertThat(await(store.commit(new WriteBatch().put(1, bytes("small"), bytes("y")))))
                    .isNull();
        }
    }

    @Test
    void takesTheLargestStringOfRedisInOneBatch() throws Exception {
        byte[] chunk = new byte[1 << 20];
        chunk[chunk.length - 1] = 1;
        try (RocksDbStore store = TestStores.open(dir)) {
            WriteBatch batch = new WriteBatch();
            for (int i = 0; i < 512; i++) {
                batch.put(1, bytes("%04d".formatted(i)), chunk);
            }
            await(store.commit(batch));
            assertThat(await(store.get(1, bytes("0000")))).isEqualTo(chunk);
            assertThat(await(store.get(1, bytes("0511")))).isEqualTo(chunk);
            assertThat(await(store.get(1, bytes("0512")))).isNull();
        }
    }

    @Test
    void everyMethodSaysThatTheStoreIsClosed() throws Exception {
        RocksDbStore store = TestStores.open(dir);
        store.close();
        store.close();
        byte[] key = bytes("k");
        assertThatThrownBy(() -> await(store.get(1, key))).isInstanceOf(StoreException.Fatal.class);
        assertThatThrownBy(() -> await(store.multiGet(List.of(new SlotKey(1, key)))))
                .isInstanceOf(StoreException.Fatal.class);
        for (int limit : new int[] {1, 1000}) {
            assertThatThrownBy(() -> await(store.scan(new ScanRequest(1, key, null, false, limit, false))))
                    .isInstanceOf(StoreException.Fatal.class);
        }
        assertThatThrownBy(() -> await(store.commit(new WriteBatch().delete(1, key))))
                .isInstanceOf(StoreException.Fatal.class);
        assertThatThrownBy(() -> await(store.deleteRange(1, key, bytes("l")))).isInstanceOf(StoreException.Fatal.class);
        assertThatThrownBy(() -> await(store.checkpoint(dir.resolve("copy")))).isInstanceOf(StoreException.Fatal.class);
        assertThat(store.statistics()).isEmpty();
    }

    @Test
    void refusesASlotThatIsNone() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            assertThatThrownBy(() -> store.get(65536, bytes("k"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> store.deleteRange(-1, bytes("k"), bytes("l")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
