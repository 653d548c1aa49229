package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;

class BatchEncoderTest {
    static {
        RocksDB.loadLibrary();
    }

    @Test
    void golden() {
        WriteBatch batch = new WriteBatch()
                .put(0x1234, TestStores.bytes("k"), TestStores.bytes("vw"))
                .requireAbsent(7, TestStores.bytes("g"))
                .delete(1, new byte[0]);
        assertThat(HexFormat.of().formatHex(BatchEncoder.encode(List.of(batch))))
                .isEqualTo("0000000000000000" + "02000000" + "01" + "03" + "12346b" + "02" + "7677" + "00" + "02"
                        + "0001");
    }

    @Test
    void deletesAreWhatRocksDbItselfWrites() throws Exception {
        byte[] first = RowKeys.row(0x1234, new byte[200]);
        byte[] end = RowKeys.row(0x1235, new byte[3]);
        try (org.rocksdb.WriteBatch range = new org.rocksdb.WriteBatch();
                org.rocksdb.WriteBatch rows = new org.rocksdb.WriteBatch()) {
            range.deleteRange(first, end);
            assertThat(batch(BatchEncoder.encodeRangeDelete(first, end))).isEqualTo(range.data());
            assertThat(EncodedBatch.alone(range.data()).deletesRange()).isTrue();
            rows.delete(first);
            rows.delete(end);
            assertThat(batch(BatchEncoder.encodeDeletes(List.of(first, end)))).isEqualTo(rows.data());
            assertThat(EncodedBatch.alone(rows.data()).deletesRange()).isFalse();
        }
    }

    private static byte[] batch(EncodedBatch encoded) {
        return java.util.Arrays.copyOfRange(encoded.bytes(), encoded.from(), encoded.to());
    }

    @Test
    void whatABatchCountsIsRoomEnough() {
        assertThat(BatchEncoder.RECORD_OVERHEAD).isLessThanOrEqualTo(WriteBatch.OP_OVERHEAD);
    }

    /** A length of 128 and more takes two bytes, of 16384 three: the sizes are chosen around both. */
    @Property(tries = 200)
    void isWhatRocksDbItselfWrites(
            @ForAll @Size(max = 20) List<@IntRange(max = 17_000) Integer> sizes,
            @ForAll @IntRange(max = 65535) int slot)
            throws Exception {
        WriteBatch one = new WriteBatch();
        WriteBatch two = new WriteBatch();
        try (org.rocksdb.WriteBatch expected = new org.rocksdb.WriteBatch()) {
            for (int i = 0; i < sizes.size(); i++) {
                byte[] key = new byte[sizes.get(i)];
                java.util.Arrays.fill(key, (byte) i);
                byte[] value = new byte[sizes.get(sizes.size() - 1 - i)];
                WriteBatch target = i < sizes.size() / 2 ? one : two;
                if (i % 3 == 2) {
                    target.delete(slot, key);
                    expected.delete(RowKeys.row(slot, key));
                } else {
                    target.put(slot, key, value);
                    expected.put(RowKeys.row(slot, key), value);
                }
            }
            assertThat(BatchEncoder.encode(List.of(one, two))).isEqualTo(expected.data());
        }
    }
}
