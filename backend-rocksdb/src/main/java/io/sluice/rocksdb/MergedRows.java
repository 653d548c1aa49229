package io.sluice.rocksdb;

import java.util.Arrays;
import java.util.List;

/**
 * Several batches as one: each row once, with its last value, in the order of the keys; handed out in pieces.
 *
 * <p>Sorted rows are inserted into a memtable at half the price, and a row that was written ten times is inserted once.
 * The rows are sorted by what they begin with, their slot, by counting, and within a slot by {@link RunSort}. What is looked at again
 * and again is noted of each when the batches are read from front to back, beside what is noted of the others of its slot
 * ({@link NotedRows}).
 *
 * <p>The order of the records of one row is that of the batches and in them: sorting keeps it, so the last one counts.
 *
 * <p>A row of which the first record says that there was none before ({@link EncodedBatch#wasAbsent}), and the last that there is none, is
 * left out: an element of a queue that was taken soon, or a place in an order that was soon another. It would be inserted to
 * be deleted, and be in the way of who reads over it until both are compacted. What was before is what the rows hold, since a group is
 * all written before the next one begins.
 */
final class MergedRows {
    private static final int SLOTS = 1 << 16;

    private final NotedRows noted;
    /** The numbers of the records, sorted. */
    private final int[] rows;

    private final GiveWay others;

    private int next;

    /**
     * @param encoded the oldest first
     * @param others are given way to
     * @param ends {@link #roomForEnds}, for this alone until it is made: a new one each time would be a good part of all that is
     *     allocated, where groups are small
     */
    MergedRows(List<EncodedBatch> encoded, GiveWay others, int[] ends) {
        this.others = others;
        Arrays.fill(ends, 0);
        int count = count(encoded, ends);
        this.noted = new NotedRows(encoded, count);
        this.rows = new int[count];
        note(encoded, ends);
        sortWithinSlots(ends);
    }

    static int[] roomForEnds() {
        return new int[SLOTS + 1];
    }

    /** Counts the records, and leaves where those of each slot begin when the slots stand one behind the other. */
    private int count(List<EncodedBatch> batches, int[] starts) {
        int count = 0;
        for (EncodedBatch encoded : batches) {
            byte[] batch = encoded.bytes();
            for (int at = encoded.firstRecord(); at < encoded.to(); at = BatchEncoder.recordEnd(batch, at)) {
                starts[RowKeys.slotAt(batch, BatchEncoder.keyStart(batch, at)) + 1]++;
                count++;
            }
            others.after(encoded.records());
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            starts[slot + 1] += starts[slot];
        }
        return count;
    }

    /** Notes the records slot by slot, and makes of each slot's start its end. */
    private void note(List<EncodedBatch> batches, int[] starts) {
        for (int i = 0; i < batches.size(); i++) {
            EncodedBatch encoded = batches.get(i);
            byte[] batch = encoded.bytes();
            int offset = encoded.firstRecord();
            for (int record = 0; offset < encoded.to(); record++) {
                int key = BatchEncoder.keyStart(batch, offset);
                int row = starts[RowKeys.slotAt(batch, key)]++;
                rows[row] = row;
                offset = noted.note(row, i, offset, key, encoded.wasAbsent(record));
            }
            others.after(encoded.records());
        }
    }

    private void sortWithinSlots(int[] ends) {
        RunSort sort = new RunSort(noted, rows);
        int from = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            sort.sort(from, ends[slot]);
            others.after(ends[slot] - from);
            from = ends[slot];
        }
    }

    boolean isAtEnd() {
        return next == rows.length;
    }

    /** Goes behind all records of the next row, and answers the last of them. */
    private int lastOfRow() {
        int last = rows[next++];
        while (next < rows.length && noted.isSame(last, rows[next])) {
            last = rows[next++];
        }
        return last;
    }

    /** The next rows as a batch: at most so many, and none after those that make it so long; perhaps none, if it is the last. */
    byte[] take(int limit, int bytes) {
        int[] picked = new int[Math.min(limit, rows.length - next)];
        int count = 0;
        int size = BatchEncoder.HEADER_BYTES;
        while (count < picked.length && next < rows.length && (count == 0 || size < bytes)) {
            int first = rows[next];
            int last = lastOfRow();
            if (!noted.deletes(last) || !noted.wasAbsent(first)) {
                picked[count++] = last;
                size += noted.length(last);
            }
        }
        byte[] piece = new byte[size];
        int at = BatchEncoder.HEADER_BYTES;
        for (int i = 0; i < count; i++) {
            int length = noted.length(picked[i]);
            System.arraycopy(noted.batch(picked[i]), noted.offset(picked[i]), piece, at, length);
            at += length;
        }
        BatchEncoder.putHeader(piece, 0, count);
        return piece;
    }
}
