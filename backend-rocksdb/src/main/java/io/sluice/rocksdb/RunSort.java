package io.sluice.rocksdb;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the records of one slot by their keys; those of one key stay in the order in which they are.
 *
 * <p>Most slots have few, which are compared with one another. Where there are many, they are those of a large collection, and begin alike: with
 * the kind of the row and the number of the collection. So the bits are looked for at which they begin to differ, and of each record
 * some forty from there on are put into a number with its place behind them. These numbers are sorted, without a look at the records,
 * which for hundreds of thousands are in no cache of the processor. Records whose bits are the same are sorted by those that follow;
 * when all that is noted is the same, by comparing.
 *
 * <p>Confined to one thread.
 */
final class RunSort {
    /** Runs up to this length are sorted by insertion. */
    private static final int SHORT_RUN = 8;

    /** Above this the numbers pay. */
    private static final int LONG_RUN = 64;

    private final NotedRows noted;
    private final int[] rows;
    private final int[] spare;
    /** As long as {@link #rows}, once there is a long run: each run is sorted where it stands. */
    private long @Nullable [] numbers;

    /** @param rows the numbers of the records, those of a slot one behind the other */
    RunSort(NotedRows noted, int[] rows) {
        this.noted = noted;
        this.rows = rows;
        this.spare = new int[rows.length];
    }

    /** Sorts a part of the rows, which are of one slot. */
    void sort(int from, int to) {
        sort(from, to, 0);
    }

    /** Rows that do not differ before a bit. */
    private void sort(int from, int to, int bit) {
        int different = to - from > LONG_RUN ? noted.firstDifference(rows, from, to, bit) : NotedRows.NOTED_BITS;
        if (different == NotedRows.NOTED_BITS) {
            mergeSort(from, to);
        } else {
            sortByBits(from, to, different);
        }
    }

    private void sortByBits(int from, int to, int bit) {
        long[] numbers = numbers();
        int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(to - from - 1);
        // One bit less than there is room, so that no number is negative.
        int keyBits = Long.SIZE - 1 - placeBits;
        for (int i = from; i < to; i++) {
            long key = noted.bits(rows[i], bit) >>> (Long.SIZE - keyBits);
            numbers[i] = key << placeBits | i - from;
        }
        Arrays.sort(numbers, from, to);
        System.arraycopy(rows, from, spare, from, to - from);
        int places = (1 << placeBits) - 1;
        for (int i = from; i < to; i++) {
            rows[i] = spare[from + ((int) numbers[i] & places)];
        }
        int start = from;
        for (int i = from + 1; i <= to; i++) {
            if (i == to || numbers[i] >>> placeBits != numbers[start] >>> placeBits) {
                if (i - start > 1) {
                    sort(start, i, bit + keyBits);
                }
                start = i;
            }
        }
    }

    private long[] numbers() {
        long[] made = numbers;
        if (made == null) {
            made = new long[rows.length];
            numbers = made;
        }
        return made;
    }

    private void mergeSort(int from, int to) {
        if (to - from <= SHORT_RUN) {
            insertionSort(from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(from, middle);
        mergeSort(middle, to);
        if (noted.compare(rows[middle - 1], rows[middle]) <= 0) {
            return;
        }
        System.arraycopy(rows, from, spare, from, to - from);
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takeLeft = right == to || (left < middle && noted.compare(spare[left], spare[right]) <= 0);
            rows[at] = takeLeft ? spare[left++] : spare[right++];
        }
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int row = rows[i];
            int at = i;
            while (at > from && noted.compare(rows[at - 1], row) > 0) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }
}
