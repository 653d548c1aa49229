package io.sluice.rocksdb;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Ranges of rows, merged where they touch. Not thread-safe. */
final class RowRanges {
    /** Disjoint, from the first row to before the end. */
    private final TreeMap<byte[], byte[]> ranges = new TreeMap<>(Arrays::compareUnsigned);

    /** Adds a range, merged with those that it touches. */
    void add(byte[] from, byte[] to) {
        byte[] start = from;
        byte[] end = to;
        Map.Entry<byte[], byte[]> before = ranges.floorEntry(end);
        while (before != null && Arrays.compareUnsigned(before.getValue(), start) >= 0) {
            start = min(start, before.getKey());
            end = max(end, before.getValue());
            ranges.remove(before.getKey());
            before = ranges.floorEntry(end);
        }
        ranges.put(start, end);
    }

    private static byte[] min(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    private static byte[] max(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    boolean contains(byte[] row) {
        Map.Entry<byte[], byte[]> range = ranges.floorEntry(row);
        return range != null && Arrays.compareUnsigned(row, range.getValue()) < 0;
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** All of them, by their first rows. */
    Map<byte[], byte[]> copy() {
        return new TreeMap<>(ranges);
    }

    void clear() {
        ranges.clear();
    }
}
