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
 * key, and for a put the length of the value and the value. Several batches written one after the other are one batch.
 */
final class BatchEncoder {
    static final int HEADER_BYTES = 12;
    private static final int COUNT_AT = 8;
    private static final byte PUT = 1;
    private static final byte DELETE = 0;

    /** What a record has beside its key and value at most: its type, the slot, and two lengths. A batch counts as much. */
    static final int RECORD_OVERHEAD = 1 + RowKeys.SLOT_BYTES + 5 + 5;

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
        long most = HEADER_BYTES;
        for (WriteBatch batch : batches) {
            most += batch.bytes();
        }
        BatchEncoder encoder = new BatchEncoder(new byte[Math.toIntExact(most)], EncodedBatch.NOTHING_KNOWN, 0);
        for (WriteBatch batch : batches) {
            batch.forEach(encoder::put);
        }
        putHeader(encoder.bytes, 0, encoder.records);
        return Arrays.copyOf(encoder.bytes, encoder.at);
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
        return batch[record] == PUT ? varintEnd(batch, value) + varintAt(batch, value) : value;
    }

    static boolean deletes(byte[] batch, int record) {
        return batch[record] == DELETE;
    }

    /** The value of the record that begins here; null if it deletes its row. */
    static byte @Nullable [] valueOf(byte[] batch, int record) {
        return batch[record] == PUT
                ? Arrays.copyOfRange(batch, varintEnd(batch, keyEnd(batch, record)), recordEnd(batch, record))
                : null;
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
