package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of a record are those of docs/encoding.md, which a later version must be able to read. */
class JournalRecordTest {
    private static final long INCARNATION = 0x0102030405060708L;
    private static final int LARGE = 300;

    private final EncodedBatches batches = new EncodedBatches();

    private byte[] record(WriteBatch batch, long number, long after) {
        EncodedBatch encoded = batches.encode(batch);
        JournalRecord.putHeader(encoded, INCARNATION, number, after);
        return Arrays.copyOfRange(encoded.bytes(), encoded.from() - JournalRecord.HEADER_BYTES, encoded.to());
    }

    private byte[] golden() {
        return record(new WriteBatch().put(1, bytes("k"), bytes("v")).delete(2, bytes("d")), 7, 9);
    }

    /** The bytes behind the line of the page that begins so. */
    private static byte[] ofPage(String line) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "encoding.md"));
        int at = 0;
        while (!lines.get(at++).startsWith(line)) {
            assertThat(at)
                    .as("lines of the page, none of which begins with %s", line)
                    .isLessThan(lines.size());
        }
        StringBuilder hex = new StringBuilder();
        while (lines.get(at).startsWith(" ")) {
            hex.append(lines.get(at++));
        }
        return HexFormat.of().parseHex(hex.toString().replaceAll("[ =]", ""));
    }

    @Test
    void isWrittenAsThePageSays() throws Exception {
        assertThat(golden()).isEqualTo(ofPage("incarnation 0x0102030405060708, batch 7"));
        EncodedBatch range = BatchEncoder.encodeRangeDelete(RowKeys.row(1, bytes("a")), RowKeys.row(1, bytes("c")));
        JournalRecord.putHeader(range, INCARNATION, 8, JournalRecord.AFTER_NOTHING);
        assertThat(Arrays.copyOf(range.bytes(), range.to()))
                .isEqualTo(ofPage("incarnation 0x0102030405060708, batch 8"));
        assertThat(new JournalMark(INCARNATION, 7).encode()).isEqualTo(ofPage("mark:"));
    }

    @Test
    void isReadAsThePageSays() throws Exception {
        byte[] page = ofPage("incarnation 0x0102030405060708, batch 7");
        JournalRecord record = JournalRecord.at(page, 0, INCARNATION);
        assertThat(record).isEqualTo(new JournalRecord(7, 9, JournalRecord.HEADER_BYTES, 24));
        assertThat(record.end()).isEqualTo(page.length);
        assertThat(JournalRecord.length(page)).isEqualTo(24);
    }

    /** Lengths of more than seven bits. */
    @Test
    void longRowsHaveLongLengths() {
        byte[] key = new byte[LARGE];
        byte[] value = new byte[LARGE];
        byte[] batch = record(new WriteBatch().put(1, key, value), 1, 0);
        int at = JournalRecord.HEADER_BYTES + BatchEncoder.HEADER_BYTES;
        assertThat(Arrays.copyOfRange(batch, at, at + 3)).containsExactly(1, 0xAE, 0x02);
        assertThat(BatchEncoder.valueOf(batch, at)).isEqualTo(value);
        assertThat(BatchEncoder.recordEnd(batch, at)).isEqualTo(batch.length);
    }

    @Test
    void noBitOfItCanChange() {
        byte[] golden = golden();
        for (int bit = 0; bit < golden.length * Byte.SIZE; bit++) {
            byte[] changed = golden.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(JournalRecord.at(changed, 0, INCARNATION))
                    .as("bit %d", bit)
                    .isNull();
        }
    }

    @Test
    void onlyAWholeOneOfThisJournalIsTakenForOne() {
        byte[] golden = golden();
        assertThat(JournalRecord.at(golden, 0, INCARNATION + 1)).isNull();
        assertThat(JournalRecord.at(new byte[golden.length], 0, 0)).isNull();
        for (int length = 0; length < golden.length; length++) {
            assertThat(JournalRecord.at(Arrays.copyOf(golden, length), 0, INCARNATION))
                    .as("%d bytes of it", length)
                    .isNull();
        }
    }
}
