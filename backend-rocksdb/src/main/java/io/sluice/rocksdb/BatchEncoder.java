package io.sluice.rocksdb;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Op;
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

    private BatchEncoder() {}

    /** The array is exactly as long as the batch: the native side takes arrays of rows whole, and no shorter part of one. */
    static byte[] encode(List<WriteBatch> batches) {
        long size = HEADER_BYTES;
        for (WriteBatch batch : batches) {
            size += recordBytes(batch);
        }
        byte[] bytes = new byte[Math.toIntExact(size)];
        int at = HEADER_BYTES;
        int records = 0;
        for (WriteBatch batch : batches) {
            records += batch.rows();
            at = putRecords(batch, bytes, at);
        }
        putHeader(bytes, 0, records);
        return bytes;
    }

    /** How long the batch is by itself. */
    static long size(WriteBatch batch) {
        return HEADER_BYTES + recordBytes(batch);
    }

    /** Writes the batch into as many bytes as {@link #size} says. */
    static void encode(WriteBatch batch, EncodedBatch into) {
        putRecords(batch, into.bytes(), into.firstRecord());
        putHeader(into.bytes(), into.from(), batch.rows());
    }

    /** Returns where the records end. */
    private static int putRecords(WriteBatch batch, byte[] bytes, int from) {
        int at = from;
        for (Op op : batch.ops()) {
            switch (op.kind()) {
                case PUT -> {
                    at = key(bytes, at, PUT, op);
                    at = varint(bytes, at, value(op).length);
                    System.arraycopy(value(op), 0, bytes, at, value(op).length);
                    at += value(op).length;
                }
                case DELETE -> at = key(bytes, at, DELETE, op);
                case REQUIRE_ABSENT -> {
                    // Checked before the batch is written; RocksDB's log does not know it.
                }
            }
        }
        return at;
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

    private static long recordBytes(WriteBatch batch) {
        long size = 0;
        for (Op op : batch.ops()) {
            int row = RowKeys.SLOT_BYTES + op.key().length;
            switch (op.kind()) {
                case PUT -> size += 1 + varintSize(row) + row + varintSize(value(op).length) + value(op).length;
                case DELETE -> size += 1 + varintSize(row) + row;
                case REQUIRE_ABSENT -> {
                    // Takes no room.
                }
            }
        }
        return size;
    }

    static byte[] value(Op op) {
        byte[] value = op.value();
        if (value == null) {
            throw new IllegalArgumentException("a put without a value");
        }
        return value;
    }

    private static int key(byte[] bytes, int at, byte type, Op op) {
        bytes[at] = type;
        int next = varint(bytes, at + 1, RowKeys.SLOT_BYTES + op.key().length);
        return RowKeys.write(bytes, next, op.slot(), op.key());
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

    private static int varintSize(int number) {
        int size = 1;
        for (int rest = number >>> 7; rest != 0; rest >>>= 7) {
            size++;
        }
        return size;
    }
}
