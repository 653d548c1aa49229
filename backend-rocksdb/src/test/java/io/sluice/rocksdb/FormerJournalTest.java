package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.KvStore;
import io.sluice.kv.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteOptions;

/** Stores whose journal is a column family. */
class FormerJournalTest {
    @TempDir
    Path dir;

    @Test
    void isShownToWhoLooksAndBroughtToTheRowsByTheNextStart() throws Exception {
        RocksDB.loadLibrary();
        writeFormer();
        try (KvStore looked = new RocksDbStoreProvider().openToRead(TestStores.settings(), dir)) {
            assertHolds(looked);
        }
        try (RocksDbStore store = TestStores.open(dir)) {
            assertHolds(store);
            await(store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("newer")))
                    .durable());
        }
        try (Options options = new Options()) {
            assertThat(RocksDB.listColumnFamilies(options, dir.toString())).hasSize(1);
        }
        try (RocksDbStore store = TestStores.open(dir)) {
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("newer"));
        }
    }

    private static void assertHolds(KvStore store) throws Exception {
        assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("second"));
        assertThat(await(store.get(1, bytes("gone")))).isNull();
        assertThat(await(store.get(1, bytes("row")))).isEqualTo(bytes("row"));
    }

    /** Two batches that wait, and many that were removed, with removals that overlap, as there were once. */
    private void writeFormer() throws Exception {
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
                ColumnFamilyOptions each = new ColumnFamilyOptions();
                WriteOptions how = new WriteOptions();
                RocksDB rocks = RocksDB.open(
                        options,
                        dir.toString(),
                        List.of(
                                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, each),
                                new ColumnFamilyDescriptor(FormerJournal.COLUMN_FAMILY, each)),
                        families)) {
            rocks.put(RowKeys.row(1, bytes("row")), bytes("row"));
            rocks.put(RowKeys.row(1, bytes("gone")), bytes("row"));
            ColumnFamilyHandle journal = families.get(1);
            long number = 1;
            for (; number <= 3L * NativeOptions.MOST_RANGE_DELETIONS; number++) {
                rocks.deleteRange(journal, how, numbered(0), numbered(number));
            }
            append(rocks, journal, number++, new WriteBatch().put(1, bytes("k"), bytes("first")));
            append(
                    rocks,
                    journal,
                    number,
                    new WriteBatch().put(1, bytes("k"), bytes("second")).delete(1, bytes("gone")));
            families.forEach(ColumnFamilyHandle::close);
        }
    }

    private static void append(RocksDB rocks, ColumnFamilyHandle journal, long number, WriteBatch batch)
            throws Exception {
        rocks.put(journal, numbered(number), BatchEncoder.encode(List.of(batch)));
    }

    private static byte[] numbered(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
