package io.sluice.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A batch as it stands in a file of the journal: a header, and the batch as {@link BatchEncoder} writes it.
 *
 * <p>The header, little endian: the CRC-32C of all that follows it (4 bytes), the length of the batch (4), the journal's
 * incarnation, the batch's number, and how far RocksDB's own sequence numbers must have come for the batch to count (8 each;
 * {@link Journal} says what these are for; the last one is 0 since ADR 29). A file is filled with zeros or with older records behind the last one; neither is
 * taken for a record that follows.
 *
 * @param batch where the batch begins in the bytes that the record was found in
 * @param length of the batch
 */
record JournalRecord(long number, long after, int batch, int length) {
    static final int HEADER_BYTES = 32;

    /** The record counts whatever RocksDB has. */
    static final long AFTER_NOTHING = 0;

    private static final int LENGTH_AT = 4;
    private static final int INCARNATION_AT = 8;
    private static final int NUMBER_AT = 16;
    private static final int AFTER_AT = 24;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Writes the header into the bytes before a batch. */
    static void putHeader(EncodedBatch batch, long incarnation, long number, long after) {
        byte[] bytes = batch.bytes();
        int at = batch.from() - HEADER_BYTES;
        INT.set(bytes, at + LENGTH_AT, batch.length());
        LONG.set(bytes, at + INCARNATION_AT, incarnation);
        LONG.set(bytes, at + NUMBER_AT, number);
        LONG.set(bytes, at + AFTER_AT, after);
        INT.set(bytes, at, checksum(bytes, at, batch.length()));
    }

    private static int checksum(byte[] bytes, int at, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, at + LENGTH_AT, HEADER_BYTES - LENGTH_AT + length);
        return (int) checksum.getValue();
    }

    /** What the header says of the length of its batch, or what stands there; 0 when it is cut off. */
    static int length(byte[] header) {
        return header.length < HEADER_BYTES ? 0 : (int) INT.get(header, LENGTH_AT);
    }

    /** The record at the position; null when there is no whole one of this incarnation. */
    static @Nullable JournalRecord at(byte[] bytes, int at, long incarnation) {
        if (bytes.length - at < HEADER_BYTES) {
            return null;
        }
        int length = (int) INT.get(bytes, at + LENGTH_AT);
        if (length < BatchEncoder.HEADER_BYTES
                || length > bytes.length - at - HEADER_BYTES
                || (long) LONG.get(bytes, at + INCARNATION_AT) != incarnation
                || (int) INT.get(bytes, at) != checksum(bytes, at, length)) {
            return null;
        }
        return new JournalRecord(
                (long) LONG.get(bytes, at + NUMBER_AT),
                (long) LONG.get(bytes, at + AFTER_AT),
                at + HEADER_BYTES,
                length);
    }

    /** Where the next record would begin. */
    int end() {
        return batch + length;
    }
}
