package io.sluice.rocksdb;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Operation;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches in RocksDB's own serialized form, so that a whole batch crosses into native code in one call instead
 * of one per row.
 *
 * <p>The form, as it also stands in the log: a sequence number (8 bytes; RocksDB fills it in), the number of records (4
 * bytes), both little endian; then the records: a type (1 put, 0 delete), the length of the key as a varint and the
 * key, and for a put the length of the value and the value. Several batches written one after the other are one batch. The
 * deletion of a range (type 15, with its first key as key and the one behind its last as value) stands alone in its batch.
 */
final class BatchEncoder {
    static final int HEADER_BYTES = 12;
    private static final int COUNT_AT = 8;
    private static final byte PUT = 1;
    private static final byte DELETE = 0;
    private static final byte DELETE_RANGE = 15;

    private static final int MOST_VARINT = 5;

    /** What a record has beside its key and value at most: its type, the slot, and two lengths. A batch counts as much. */
    static final int RECORD_OVERHEAD = 1 + RowKeys.SLOT_BYTES + 2 * MOST_VARINT;

    private final byte[] bytes;
    /** Where the bits of {@link EncodedBatch#wasAbsent} begin; or {@link EncodedBatch#NOTHING_KNOWN}. */
    private final int absent;

    private int at;
    private int records;

    /** Of a batch whose header is at the position. */
    private BatchEncoder(byte[] bytes, int absent, int from) {
        this.bytes = bytes;
        this.absent = absent;
        this.at = from + HEADER_BYTES;
    }

    /** The array is exactly as long as the batch: the native side takes arrays of rows whole, and no shorter part of one. */
    static byte[] encode(List<WriteBatch> batches) {
        BatchEncoder encoder = encode(batches, 0);
        return Arrays.copyOf(encoder.bytes, encoder.at);
    }

    /** Several batches as one, in an array of its own that has room for the header of a {@link JournalRecord}. */
    static EncodedBatch encodeForJournal(List<WriteBatch> batches) {
        BatchEncoder encoder = encode(batches, JournalRecord.HEADER_BYTES);
        return EncodedBatch.alone(encoder.bytes, JournalRecord.HEADER_BYTES, encoder.at);
    }

    private static BatchEncoder encode(List<WriteBatch> batches, int from) {
        long most = from + HEADER_BYTES;
        for (WriteBatch batch : batches) {
            most += batch.bytes();
        }
        BatchEncoder encoder = new BatchEncoder(new byte[Math.toIntExact(most)], EncodedBatch.NOTHING_KNOWN, from);
        for (WriteBatch batch : batches) {
            batch.forEach(encoder::put);
        }
        putHeader(encoder.bytes, from, encoder.records);
        return encoder;
    }

    /** The deletion of all rows from one on to before another one, for the journal; see {@link #deletesRange}. */
    static EncodedBatch encodeRangeDelete(byte[] first, byte[] end) {
        int from = JournalRecord.HEADER_BYTES;
        byte[] bytes = new byte[from + HEADER_BYTES + 1 + 2 * MOST_VARINT + first.length + end.length];
        putHeader(bytes, from, 1);
        int at = from + HEADER_BYTES;
        bytes[at] = DELETE_RANGE;
        at = putText(bytes, at + 1, first);
        at = putText(bytes, at, end);
        return EncodedBatch.alone(bytes, from, at);
    }

    /** The deletion of rows, for the journal. */
    static EncodedBatch encodeDeletes(List<byte[]> rows) {
        int from = JournalRecord.HEADER_BYTES;
        int most = from + HEADER_BYTES;
        for (byte[] row : rows) {
            most += 1 + MOST_VARINT + row.length;
        }
        byte[] bytes = new byte[most];
        putHeader(bytes, from, rows.size());
        int at = from + HEADER_BYTES;
        for (byte[] row : rows) {
            bytes[at] = DELETE;
            at = putText(bytes, at + 1, row);
        }
        return EncodedBatch.alone(bytes, from, at);
    }

    private static int putText(byte[] bytes, int at, byte[] text) {
        int start = varint(bytes, at, text.length);
        System.arraycopy(text, 0, bytes, start, text.length);
        return start + text.length;
    }

    /** How long the batch may be by itself. */
    static long most(WriteBatch batch) {
        return HEADER_BYTES + batch.bytes();
    }

    /**
     * Writes the batch, and the bits of its records.
     *
     * @param room for as many bytes as {@link #most} says and as many records as the batch has rows
     * @return where it ends
     */
    static int encode(WriteBatch batch, EncodedBatch room) {
        byte[] bytes = room.bytes();
        Arrays.fill(bytes, room.absent(), room.absent() + EncodedBatch.absentBytes(batch.rows()), (byte) 0);
        BatchEncoder encoder = new BatchEncoder(bytes, room.absent(), room.from());
        batch.forEach(encoder::put);
        putHeader(bytes, room.from(), encoder.records);
        return encoder.at;
    }

    private void put(Operation row) {
        switch (row.kind()) {
            case PUT -> {
                putKey(PUT, row);
                int length = row.valueLength();
                at = varint(bytes, at, length);
                row.putValue(bytes, at);
                at += length;
            }
            case DELETE -> putKey(DELETE, row);
            case REQUIRE_ABSENT -> {
                // Checked before the batch is written; RocksDB's log does not know it.
            }
        }
    }

    private void putKey(byte type, Operation row) {
        bytes[at] = type;
        int length = row.keyLength();
        at = varint(bytes, at + 1, RowKeys.SLOT_BYTES + length);
        at = RowKeys.writeSlot(bytes, at, row.slot());
        row.putKey(bytes, at);
        at += length;
        if (absent != EncodedBatch.NOTHING_KNOWN && row.wasAbsent()) {
            bytes[absent + records / Byte.SIZE] |= (byte) (1 << records % Byte.SIZE);
        }
        records++;
    }

    /** Writes the header; the sequence number as zeros, whatever lay there. */
    static void putHeader(byte[] bytes, int from, int records) {
        Arrays.fill(bytes, from, from + COUNT_AT, (byte) 0);
        for (int i = 0; i < 4; i++) {
            bytes[from + COUNT_AT + i] = (byte) (records >>> (8 * i));
        }
    }

    // ---- reading, of batches that were written here ----

    static int records(byte[] batch, int from) {
        int records = 0;
        for (int i = 0; i < 4; i++) {
            records |= (batch[from + COUNT_AT + i] & 0xFF) << (8 * i);
        }
        return records;
    }

    /** Where the key of the record begins that begins here. */
    static int keyStart(byte[] batch, int record) {
        return varintEnd(batch, record + 1);
    }

    static int keyEnd(byte[] batch, int record) {
        return keyStart(batch, record) + varintAt(batch, record + 1);
    }

    /** Where the record ends that begins here, and the next one begins. */
    static int recordEnd(byte[] batch, int record) {
        int value = keyEnd(batch, record);
        return batch[record] == DELETE ? value : varintEnd(batch, value) + varintAt(batch, value);
    }

    static boolean deletes(byte[] batch, int record) {
        return batch[record] == DELETE;
    }

    /** Whether the record that begins here deletes a range: from its key on to before its value. */
    static boolean deletesRange(byte[] batch, int record) {
        return batch[record] == DELETE_RANGE;
    }

    static byte[] keyOf(byte[] batch, int record) {
        return Arrays.copyOfRange(batch, keyStart(batch, record), keyEnd(batch, record));
    }

    /** The value of the record that begins here; null if it deletes its row. */
    static byte @Nullable [] valueOf(byte[] batch, int record) {
        return batch[record] == DELETE
                ? null
                : Arrays.copyOfRange(batch, varintEnd(batch, keyEnd(batch, record)), recordEnd(batch, record));
    }

    private static int varintAt(byte[] bytes, int at) {
        int number = 0;
        int shift = 0;
        int next = at;
        while (bytes[next] < 0) {
            number |= (bytes[next++] & 0x7F) << shift;
            shift += 7;
        }
        return number | bytes[next] << shift;
    }

    private static int varintEnd(byte[] bytes, int at) {
        int next = at;
        while (bytes[next] < 0) {
            next++;
        }
        return next + 1;
    }

    private static int varint(byte[] bytes, int at, int number) {
        int rest = number;
        int next = at;
        while ((rest & ~0x7F) != 0) {
            bytes[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[next++] = (byte) rest;
        return next;
    }
}
