package io.sluice.rocksdb;

import java.util.Arrays;
import java.util.List;

/**
 * Several batches as one: each row once, with its last value, in the order of the keys; handed out in pieces.
 *
 * <p>Sorted rows are inserted into a memtable at half the price, and a row that was written ten times is inserted once.
 * The rows are sorted by what they begin with, their slot, by counting, and within a slot by comparing: the rows of a slot
 * are few, mostly. A row is known by the place of its record, a batch and an offset in it, and moved as such.
 *
 * <p>The order of the records of one row is that of the batches and in them: sorting keeps it, so the last one counts.
 */
final class MergedRows {
    private static final int SLOTS = 1 << 16;
    /** Runs up to this length are sorted by insertion. */
    private static final int SHORT_RUN = 8;

    private final byte[][] batches;
    private final long[] rows;
    private int next;

    /** @param encoded as {@link BatchEncoder} writes them, the oldest first */
    MergedRows(List<byte[]> encoded) {
        this.batches = encoded.toArray(byte[][]::new);
        int count = 0;
        for (byte[] batch : batches) {
            count += BatchEncoder.records(batch);
        }
        this.rows = bySlot(count);
        sortWithinSlots();
    }

    private long[] bySlot(int count) {
        long[] found = new long[count];
        int[] starts = new int[SLOTS + 1];
        int at = 0;
        for (int i = 0; i < batches.length; i++) {
            int offset = BatchEncoder.HEADER_BYTES;
            while (offset < batches[i].length) {
                found[at] = (long) i << 32 | offset;
                starts[slot(found[at++]) + 1]++;
                offset = BatchEncoder.recordEnd(batches[i], offset);
            }
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            starts[slot + 1] += starts[slot];
        }
        long[] sorted = new long[count];
        for (long row : found) {
            sorted[starts[slot(row)]++] = row;
        }
        return sorted;
    }

    private void sortWithinSlots() {
        long[] spare = new long[rows.length];
        int from = 0;
        while (from < rows.length) {
            int to = from + 1;
            while (to < rows.length && slot(rows[to]) == slot(rows[from])) {
                to++;
            }
            sort(from, to, spare);
            from = to;
        }
    }

    /** Merge sort, because the order of equal rows must stay. */
    private void sort(int from, int to, long[] spare) {
        if (to - from <= SHORT_RUN) {
            insertionSort(from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(from, middle, spare);
        sort(middle, to, spare);
        if (compare(rows[middle - 1], rows[middle]) <= 0) {
            return;
        }
        System.arraycopy(rows, from, spare, from, to - from);
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft = right == to || (left < middle && compare(spare[left], spare[right]) <= 0);
            rows[at] = takeLeft ? spare[left++] : spare[right++];
        }
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long row = rows[i];
            int at = i;
            while (at > from && compare(rows[at - 1], row) > 0) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }

    private byte[] batch(long row) {
        return batches[(int) (row >>> 32)];
    }

    private int slot(long row) {
        byte[] batch = batch(row);
        int key = BatchEncoder.keyStart(batch, (int) row);
        return (batch[key] & 0xFF) << 8 | batch[key + 1] & 0xFF;
    }

    private int compare(long a, long b) {
        byte[] first = batch(a);
        byte[] second = batch(b);
        return Arrays.compareUnsigned(
                first,
                BatchEncoder.keyStart(first, (int) a),
                BatchEncoder.keyEnd(first, (int) a),
                second,
                BatchEncoder.keyStart(second, (int) b),
                BatchEncoder.keyEnd(second, (int) b));
    }

    boolean isAtEnd() {
        return next == rows.length;
    }

    /** The next rows, at most so many, as a batch. */
    byte[] take(int limit) {
        int[] picked = new int[Math.min(limit, rows.length - next)];
        int count = 0;
        int size = BatchEncoder.HEADER_BYTES;
        while (count < picked.length && next < rows.length) {
            if (next + 1 == rows.length || compare(rows[next], rows[next + 1]) != 0) {
                picked[count++] = next;
                size += recordEnd(rows[next]) - (int) rows[next];
            }
            next++;
        }
        byte[] piece = new byte[size];
        int at = BatchEncoder.HEADER_BYTES;
        for (int i = 0; i < count; i++) {
            long row = rows[picked[i]];
            int length = recordEnd(row) - (int) row;
            System.arraycopy(batch(row), (int) row, piece, at, length);
            at += length;
        }
        BatchEncoder.putRecords(piece, count);
        return piece;
    }

    private int recordEnd(long row) {
        return BatchEncoder.recordEnd(batch(row), (int) row);
    }
}
