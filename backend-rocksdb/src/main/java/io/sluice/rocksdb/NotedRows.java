package io.sluice.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * What is looked at of each record of some batches, in one place: the slot, the lengths, whether the row was known to be absent
 * before and whether it is afterwards, and as five numbers the {@value #NOTED_BYTES} bytes that follow the slot in the key. The records
 * themselves lie all over the memory. These bytes nearly always tell two rows apart, and say of most that are the same that they are.
 *
 * <p>A record goes by its number, which whoever notes it chooses.
 */
final class NotedRows {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** What is noted of a record: its place, {@link #about}, and the numbers of its key. */
    private static final int WIDTH = 7;

    private static final int ABOUT = 1;
    private static final int NUMBERS = 2;
    private static final int NOTED_NUMBERS = WIDTH - NUMBERS;
    private static final int NOTED_BYTES = NOTED_NUMBERS * Long.BYTES;
    static final int NOTED_BITS = NOTED_BYTES * Byte.SIZE;

    private static final int SLOT_SHIFT = 48;
    private static final int KEY_SHIFT = 40;
    /** Of the bytes of a key behind the slot; also of a longer one. */
    private static final int LONG_KEY = 0xFF;

    private static final long WAS_ABSENT = 1L << 39;
    private static final long DELETES = 1L << 38;
    private static final long LENGTH_MASK = DELETES - 1;

    private final byte[][] arrays;
    private final long[] noted;

    /** @param records how many all of these have */
    NotedRows(List<EncodedBatch> batches, int records) {
        this.arrays = new byte[batches.size()][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = batches.get(i).bytes();
        }
        this.noted = new long[Math.multiplyExact(records, WIDTH)];
    }

    /**
     * Notes one.
     *
     * @param number of its batch
     * @param key where the key begins in it, with the slot
     * @param wasAbsent see {@link EncodedBatch#wasAbsent}
     * @return where the record ends
     */
    int note(int row, int number, int offset, int key, boolean wasAbsent) {
        byte[] batch = arrays[number];
        int keyEnd = BatchEncoder.keyEnd(batch, offset);
        int end = BatchEncoder.recordEnd(batch, offset);
        int at = row * WIDTH;
        noted[at] = (long) number << 32 | offset;
        noted[at + ABOUT] = about(batch, key, keyEnd, end - offset)
                | (wasAbsent ? WAS_ABSENT : 0)
                | (BatchEncoder.deletes(batch, offset) ? DELETES : 0);
        for (int i = 0; i < NOTED_NUMBERS; i++) {
            noted[at + NUMBERS + i] = number(batch, key + RowKeys.SLOT_BYTES + i * Long.BYTES, keyEnd);
        }
        return end;
    }

    /** The slot, the length of the rest of the key, and that of the record. */
    private static long about(byte[] batch, int key, int end, int length) {
        int rest = Math.min(end - key - RowKeys.SLOT_BYTES, LONG_KEY);
        return (long) RowKeys.slotAt(batch, key) << SLOT_SHIFT | (long) rest << KEY_SHIFT | length;
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

    private int slot(int row) {
        return (int) (noted[row * WIDTH + ABOUT] >>> SLOT_SHIFT);
    }

    /** {@link #LONG_KEY} at most. */
    private int keyBytes(int row) {
        return (int) (noted[row * WIDTH + ABOUT] >>> KEY_SHIFT) & LONG_KEY;
    }

    /** Of the record. */
    int length(int row) {
        return (int) (noted[row * WIDTH + ABOUT] & LENGTH_MASK);
    }

    boolean wasAbsent(int row) {
        return (noted[row * WIDTH + ABOUT] & WAS_ABSENT) != 0;
    }

    boolean deletes(int row) {
        return (noted[row * WIDTH + ABOUT] & DELETES) != 0;
    }

    byte[] batch(int row) {
        return arrays[(int) (noted[row * WIDTH] >>> 32)];
    }

    /** Of the record in its {@link #batch}. */
    int offset(int row) {
        return (int) noted[row * WIDTH];
    }

    /** 64 bits of what is noted of a key, from one on; zeros behind the last. */
    long bits(int row, int from) {
        int at = row * WIDTH + NUMBERS + from / Long.SIZE;
        int shift = from % Long.SIZE;
        if (shift == 0) {
            return noted[at];
        }
        boolean isLast = from / Long.SIZE == NOTED_NUMBERS - 1;
        return noted[at] << shift | (isLast ? 0 : noted[at + 1] >>> (Long.SIZE - shift));
    }

    /** The first bit from one on at which what is noted of some rows differs; {@link #NOTED_BITS} if none does. */
    int firstDifference(int[] rows, int from, int to, int bit) {
        long mask = -1L >>> (bit % Long.SIZE);
        for (int number = bit / Long.SIZE; number < NOTED_NUMBERS; number++) {
            long first = noted[rows[from] * WIDTH + NUMBERS + number];
            long different = 0;
            for (int i = from + 1; i < to; i++) {
                different |= noted[rows[i] * WIDTH + NUMBERS + number] ^ first;
            }
            different &= mask;
            if (different != 0) {
                return number * Long.SIZE + Long.numberOfLeadingZeros(different);
            }
            mask = -1;
        }
        return NOTED_BITS;
    }

    /** The order of the keys of two rows of one slot. */
    int compare(int a, int b) {
        int left = a * WIDTH + NUMBERS;
        int right = b * WIDTH + NUMBERS;
        for (int i = 0; i < NOTED_NUMBERS; i++) {
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

    boolean isSame(int a, int b) {
        return slot(a) == slot(b) && compare(a, b) == 0;
    }
}
