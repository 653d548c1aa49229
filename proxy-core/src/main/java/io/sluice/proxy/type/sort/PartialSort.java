package io.sluice.proxy.type.sort;

import java.util.Comparator;

/**
 * Sorts an array so far that what stands in a range of it is what would stand there in order: the quicksort of Bentley and
 * McIlroy ("Engineering a Sort Function", 1993), which does not go into parts outside of the range.
 *
 * <p>It is not stable, so where elements that compare as equal come to stand depends on each of its steps. They are those
 * of Redis's pqsort.c, because its answers show them.
 */
public final class PartialSort<T> {
    private static final int INSERTION_BELOW = 7;
    private static final int NINTHER_ABOVE = 40;

    private final T[] array;
    private final Comparator<? super T> order;
    private final int first;
    private final int last;

    private PartialSort(T[] array, Comparator<? super T> order, int first, int last) {
        this.array = array;
        this.order = order;
        this.first = first;
        this.last = last;
    }

    /** Sorts the array as far as the elements from {@code first} to {@code last}, inclusive, are concerned. */
    public static <T> void sort(T[] array, Comparator<? super T> order, int first, int last) {
        new PartialSort<>(array, order, first, last).sort(0, array.length);
    }

    private void sort(int from, int length) {
        int a = from;
        int n = length;
        while (n >= INSERTION_BELOW) {
            swap(a, pivot(a, n));
            int pa = a + 1;
            int pb = pa;
            int pc = a + n - 1;
            int pd = pc;
            while (true) {
                for (int cmp = 0; pb <= pc && (cmp = compare(pb, a)) <= 0; pb++) {
                    if (cmp == 0) {
                        swap(pa++, pb);
                    }
                }
                for (int cmp = 0; pb <= pc && (cmp = compare(pc, a)) >= 0; pc--) {
                    if (cmp == 0) {
                        swap(pc, pd--);
                    }
                }
                if (pb > pc) {
                    break;
                }
                swap(pb++, pc--);
            }
            // What equals the pivot was gathered at both ends, and goes to the middle.
            int end = a + n;
            int equal = Math.min(pa - a, pb - pa);
            swap(a, pb - equal, equal);
            equal = Math.min(pd - pc, end - pd - 1);
            swap(pb, end - equal, equal);
            int smaller = pb - pa;
            int larger = pd - pc;
            if (smaller > 1 && isWanted(a, smaller)) {
                sort(a, smaller);
            }
            if (larger <= 1 || !isWanted(end - larger, larger)) {
                return;
            }
            a = end - larger;
            n = larger;
        }
        insertionSort(a, n);
    }

    private boolean isWanted(int from, int length) {
        int to = from + length - 1;
        return !((first < from && last < from) || (first > to && last > to));
    }

    private void insertionSort(int from, int n) {
        for (int i = from + 1; i < from + n; i++) {
            for (int j = i; j > from && compare(j - 1, j) > 0; j--) {
                swap(j, j - 1);
            }
        }
    }

    private int pivot(int from, int n) {
        int middle = from + n / 2;
        if (n == INSERTION_BELOW) {
            return middle;
        }
        int low = from;
        int high = from + n - 1;
        if (n > NINTHER_ABOVE) {
            int d = n / 8;
            low = median(low, low + d, low + 2 * d);
            middle = median(middle - d, middle, middle + d);
            high = median(high - 2 * d, high - d, high);
        }
        return median(low, middle, high);
    }

    private int median(int a, int b, int c) {
        if (compare(a, b) < 0) {
            return compare(b, c) < 0 ? b : compare(a, c) < 0 ? c : a;
        }
        return compare(b, c) > 0 ? b : compare(a, c) < 0 ? a : c;
    }

    private int compare(int i, int j) {
        return order.compare(array[i], array[j]);
    }

    private void swap(int i, int j) {
        T held = array[i];
        array[i] = array[j];
        array[j] = held;
    }

    private void swap(int i, int j, int count) {
        for (int k = 0; k < count; k++) {
            swap(i + k, j + k);
        }
    }
}
