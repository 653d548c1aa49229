package io.sluice.proxy.type.sort;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SORT.
 *
 * @param by what the elements are ordered by; null for themselves
 * @param isUnsorted whether they are left in their own order, whatever else is said; a set that is stored has none
 * @param gets what is answered for each element; none for the element
 * @param offset the first of the sorted elements that is wanted; below zero is zero
 * @param count how many are; below zero for all
 * @param isStored whether the result becomes a list: it must then not depend on where the server runs, or on chance
 */
public record Sort(
        @Nullable SortPattern by,
        boolean isUnsorted,
        List<SortPattern> gets,
        boolean isAlphabetic,
        boolean isDescending,
        long offset,
        long count,
        boolean isStored) {

    /** An element, and what it is ordered by: a number or, in an alphabetic order, bytes. */
    private record Item(byte[] element, double score, byte @Nullable [] weight) {}

    /** Which of the elements are answered: none when {@code to} is below {@code from}; both are inclusive. */
    private record Window(int from, int to) {
        static Window of(Sort sort, int size) {
            int from = (int) Math.min(Math.max(sort.offset, 0), size);
            int count = (int) Math.min(Math.max(sort.count, -1), size);
            if (from >= size) {
                return new Window(size - 1, size - 2);
            }
            return new Window(from, count < 0 ? size - 1 : (int) Math.min((long) from + count, size) - 1);
        }

        boolean isAllOf(int size) {
            return from == 0 && to == size - 1;
        }
    }

    /**
     * The result: for each element what the patterns stand for, one after the other, null where there is nothing.
     *
     * @throws CommandException if the key cannot be sorted, or a weight is no number
     */
    public List<byte @Nullable []> run(CommandContext context, Key key) {
        SortSource source = SortSource.find(context, key);
        PatternValues values = new PatternValues(context);
        boolean keepsOrder = isUnsorted && (source.isOrdered() || !isStored);
        List<byte[]> sorted = keepsOrder ? unsorted(source) : sorted(source, values);
        return gets.isEmpty() ? new ArrayList<>(sorted) : values.of(sorted, gets);
    }

    /** The elements as they come. Only what has an order of its own can be asked for a part of it, or for its reverse. */
    private List<byte[]> unsorted(SortSource source) {
        int size = Math.toIntExact(source.size());
        Window window = Window.of(this, size);
        if (window.to < window.from) {
            return List.of();
        }
        if (!source.isOrdered() || !isDescending) {
            return source.elements(window.from, window.to + 1L);
        }
        List<byte[]> reversed = new ArrayList<>(source.elements(size - 1L - window.to, (long) size - window.from));
        Collections.reverse(reversed);
        return reversed;
    }

    private List<byte[]> sorted(SortSource source, PatternValues values) {
        int size = Math.toIntExact(source.size());
        List<byte[]> elements = source.elements(0, size);
        // A set that is stored unsorted is sorted all the same, alphabetically.
        SortPattern pattern = isUnsorted ? null : by;
        boolean alphabetic = isAlphabetic || isUnsorted;
        List<byte @Nullable []> weighed =
                pattern == null ? new ArrayList<>(elements) : values.of(elements, List.of(pattern));
        Item[] items = new Item[size];
        for (int i = 0; i < size; i++) {
            byte[] weight = weighed.get(i);
            double score = alphabetic || weight == null ? 0 : score(weight);
            items[i] = new Item(elements.get(i), score, alphabetic ? weight : null);
        }
        Comparator<Item> order = alphabetic ? alphabetic() : numeric();
        Window window = Window.of(this, size);
        sort(items, isDescending ? order.reversed() : order, pattern != null, window);
        List<byte[]> result = new ArrayList<>(Math.max(0, window.to - window.from + 1));
        for (int i = window.from; i <= window.to; i++) {
            result.add(items[i].element);
        }
        return result;
    }

    private static void sort(Item[] items, Comparator<Item> order, boolean byPattern, Window window) {
        if (byPattern && !window.isAllOf(items.length)) {
            PartialSort.sort(items, order, window.from, window.to);
        } else {
            Arrays.sort(items, order);
        }
    }

    private static double score(byte[] weight) {
        double score = Doubles.parseLeniently(weight);
        if (Double.isNaN(score)) {
            throw new CommandException("ERR One or more scores can't be converted into double");
        }
        return score;
    }

    /** By number, and of equal ones by their bytes, so that the result is always the same. */
    private static Comparator<Item> numeric() {
        return (a, b) -> a.score > b.score ? 1 : a.score < b.score ? -1 : Arrays.compareUnsigned(a.element, b.element);
    }

    private Comparator<Item> alphabetic() {
        return (a, b) -> {
            if (a.weight == null || b.weight == null) {
                return a.weight == b.weight ? 0 : a.weight == null ? -1 : 1;
            }
            return isStored ? Arrays.compareUnsigned(a.weight, b.weight) : compareText(a.weight, b.weight);
        };
    }

    /** As strcoll compares in the "C" locale: a zero byte ends a text. */
    private static int compareText(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, 0, textLength(a), b, 0, textLength(b));
    }

    private static int textLength(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return bytes.length;
    }
}
