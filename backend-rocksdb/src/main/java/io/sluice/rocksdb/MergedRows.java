package io.sluice.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Several batches as one: each row once, with its last value, in the order of the keys; handed out in pieces.
 *
 * <p>Sorted rows are inserted into a memtable at half the price, and a row that was written ten times is inserted once.
 * The rows are sorted by what they begin with, their slot, by counting, and within a slot by comparing: the rows of a slot
 * are few, mostly, but those of a large collection. The records lie all over the memory, so what is looked at again and again
 * is noted of each when the batches are read from front to back, beside what is noted of the others of its slot: the slot, the lengths, and as
 * four numbers the {@value #NOTED_BYTES} bytes that follow the slot in the key. These nearly always tell two rows apart, and say of most
 * that are the same that they are.
 *
 * <p>The order of the records of one row is that of the batches and in them: sorting keeps it, so the last one counts.
 */
final class MergedRows {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int SLOTS = 1 << 16;
    /** Runs up to this length are sorted by insertion. */
    private static final int SHORT_RUN = 8;

    /** What is noted of a record: its place, {@link #about}, and the numbers of its key. */
    private static final int WIDTH = 6;

    private static final int ABOUT = 1;
    private static final int NUMBERS = 2;
    private static final int NOTED_BYTES = (WIDTH - NUMBERS) * Long.BYTES;

    private static final int SLOT_SHIFT = 48;
    private static final int KEY_SHIFT = 40;
    /** Of the bytes of a key behind the slot; also of a longer one. */
    private static final int LONG_KEY = 0xFF;

    private static final long LENGTH_MASK = (1L << KEY_SHIFT) - 1;

    private final byte[][] arrays;
    private final long[] noted;
    /** The numbers of the records, sorted. */
    private final int[] rows;

    private int next;

    /** @param encoded the oldest first */
    MergedRows(List<EncodedBatch> encoded) {
        this.arrays = new byte[encoded.size()][];
        int[] ends = new int[SLOTS + 1];
        int count = count(encoded, ends);
        this.noted = new long[Math.multiplyExact(count, WIDTH)];
        this.rows = new int[count];
        note(encoded, ends);
        sortWithinSlots(ends);
    }

    /** Counts the records, and leaves where those of each slot begin when the slots stand one behind the other. */
    private int count(List<EncodedBatch> batches, int[] starts) {
        int count = 0;
        for (int i = 0; i < arrays.length; i++) {
            EncodedBatch encoded = batches.get(i);
            byte[] batch = encoded.bytes();
            arrays[i] = batch;
            for (int at = encoded.firstRecord(); at < encoded.to(); at = BatchEncoder.recordEnd(batch, at)) {
                starts[RowKeys.slotAt(batch, BatchEncoder.keyStart(batch, at)) + 1]++;
                count++;
            }
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            starts[slot + 1] += starts[slot];
        }
        return count;
    }

    /** Notes the records slot by slot, and makes of each slot's start its end. */
    private void note(List<EncodedBatch> batches, int[] starts) {
        for (int i = 0; i < arrays.length; i++) {
            EncodedBatch encoded = batches.get(i);
            byte[] batch = arrays[i];
            int offset = encoded.firstRecord();
            while (offset < encoded.to()) {
                int key = BatchEncoder.keyStart(batch, offset);
                int end = BatchEncoder.keyEnd(batch, offset);
                int next = BatchEncoder.recordEnd(batch, offset);
                int row = starts[RowKeys.slotAt(batch, key)]++;
                rows[row] = row;
                int at = row * WIDTH;
                noted[at] = (long) i << 32 | offset;
                noted[at + ABOUT] = about(batch, key, end, next - offset);
                for (int number = 0; number < WIDTH - NUMBERS; number++) {
                    int from = key + RowKeys.SLOT_BYTES + number * Long.BYTES;
                    noted[at + NUMBERS + number] = number(batch, from, end);
                }
                offset = next;
            }
        }
    }

    /** The slot, the length of the rest of the key, and that of the record. */
    private static long about(byte[] batch, int key, int end, int length) {
        int rest = Math.min(end - key - RowKeys.SLOT_BYTES, LONG_KEY);
        return (long) RowKeys.slotAt(batch, key) << SLOT_SHIFT | (long) rest << KEY_SHIFT | length;
    }

    private int slot(int row) {
        return (int) (noted[row * WIDTH + ABOUT] >>> SLOT_SHIFT);
    }

    /** {@link #LONG_KEY} at most. */
    private int keyBytes(int row) {
        return (int) (noted[row * WIDTH + ABOUT] >>> KEY_SHIFT) & LONG_KEY;
    }

    private int length(int row) {
        return (int) (noted[row * WIDTH + ABOUT] & LENGTH_MASK);
    }

    private byte[] batch(int row) {
        return arrays[(int) (noted[row * WIDTH] >>> 32)];
    }

    private int offset(int row) {
        return (int) noted[row * WIDTH];
    }

    /** Eight bytes of a key, with zeros where it is shorter: keys whose numbers differ are in the order of these. */
    private static long number(byte[] batch, int from, int end) {
        if (end - from >= Long.BYTES) {
            return (long) LONG.get(batch, from);
        }
        long number = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            number = number << Byte.SIZE | (i < end ? batch[i] & 0xFF : 0);
        }
        return number;
    }

    private void sortWithinSlots(int[] ends) {
        int[] spare = new int[rows.length];
        int from = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            sort(from, ends[slot], spare);
            from = ends[slot];
        }
    }

    /** Merge sort, because the order of equal rows must stay. */
    private void sort(int from, int to, int[] spare) {
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
            int row = rows[i];
            int at = i;
            while (at > from && compare(rows[at - 1], row) > 0) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }

    /** Of rows of one slot. */
    private int compare(int a, int b) {
        int left = a * WIDTH + NUMBERS;
        int right = b * WIDTH + NUMBERS;
        for (int i = 0; i < WIDTH - NUMBERS; i++) {
            if (noted[left + i] != noted[right + i]) {
                return Long.compareUnsigned(noted[left + i], noted[right + i]);
            }
        }
        int bytes = keyBytes(a);
        int others = keyBytes(b);
        return bytes <= NOTED_BYTES && others <= NOTED_BYTES ? bytes - others : compareKeys(a, b);
    }

    private int compareKeys(int a, int b) {
        byte[] first = batch(a);
        byte[] second = batch(b);
        return Arrays.compareUnsigned(
                first,
                BatchEncoder.keyStart(first, offset(a)),
                BatchEncoder.keyEnd(first, offset(a)),
                second,
                BatchEncoder.keyStart(second, offset(b)),
                BatchEncoder.keyEnd(second, offset(b)));
    }

    private boolean isSame(int a, int b) {
        return slot(a) == slot(b) && compare(a, b) == 0;
    }

    boolean isAtEnd() {
        return next == rows.length;
    }

    /** The next rows as a batch: at most so many, and none after those that make it so long. */
    byte[] take(int limit, int bytes) {
        int[] picked = new int[Math.min(limit, rows.length - next)];
        int count = 0;
        int size = BatchEncoder.HEADER_BYTES;
        while (count < picked.length && next < rows.length && (count == 0 || size < bytes)) {
            int row = rows[next++];
            if (next == rows.length || !isSame(row, rows[next])) {
                picked[count++] = row;
                size += length(row);
            }
        }
        byte[] piece = new byte[size];
        int at = BatchEncoder.HEADER_BYTES;
        for (int i = 0; i < count; i++) {
            int length = length(picked[i]);
            System.arraycopy(batch(picked[i]), offset(picked[i]), piece, at, length);
            at += length;
        }
        BatchEncoder.putHeader(piece, 0, count);
        return piece;
    }
}
