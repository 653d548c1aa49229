package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.kv.Row;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows that memory keeps of an {@link Extent}, in their order, and the intervals of keys that it knows wholly.
 *
 * <p>Every row here is current, written ones included, wherever it lies: whatever the slot writes is put here as well. Where
 * a key is covered, no row here means that there is none. Belongs to the holder of the lane; who lets go of an extent
 * leaves this as it is to whoever still looks at it.
 */
final class ExtentRows {
    private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;
    private static final byte[] NO_VALUE = new byte[0];
    /** The row's place among others, the row, and the two arrays' headers. */
    private static final int ROW_OVERHEAD = 80;

    private static final int INTERVAL_BYTES = 160;

    /** Whether the values of rows are unknown here. */
    final boolean keysOnly;

    private final SortedRows rows = new SortedRows();
    /** From where to where; neither touching nor overlapping. */
    private final TreeMap<byte[], byte[]> covered = new TreeMap<>(ORDER);

    private final KeyRange all;
    private boolean whole;

    private @Nullable Batch lastWritten;
    /** The last one whose rows stand among {@link WrittenRows}. */
    private @Nullable Batch lastElsewhere;

    private long rowBytes;

    /** @param all what the keys are in */
    ExtentRows(KeyRange all, boolean keysOnly) {
        this.all = all;
        this.keysOnly = keysOnly;
    }

    /** Whether all rows are known, with their values. */
    boolean isWhole() {
        return whole;
    }

    /** About how much memory this takes. */
    long bytes() {
        return rowBytes + (long) covered.size() * INTERVAL_BYTES;
    }

    int size() {
        return rows.size();
    }

    /** The last batch that has written a row here, as far as it may be pending: what a range depends on. */
    @Nullable
    Batch pending() {
        Batch batch = lastWritten;
        if (batch != null && batch.isDurable()) {
            lastWritten = null;
            return null;
        }
        return batch;
    }

    /** As far as that may be pending: the last batch whose rows here stand among {@link WrittenRows} as well. */
    @Nullable
    Batch pendingElsewhere() {
        Batch batch = lastElsewhere;
        if (batch != null && batch.isDurable()) {
            lastElsewhere = null;
            return null;
        }
        return batch;
    }

    /** The value of a row, {@link RowValue#ABSENT}, or null when that is not known here. */
    @Nullable
    Object get(byte[] key) {
        byte[] value = rows.get(key);
        if (value != null) {
            return keysOnly ? null : value;
        }
        return covers(key) ? RowValue.ABSENT : null;
    }

    private boolean covers(byte[] key) {
        if (whole) {
            return true;
        }
        Map.Entry<byte[], byte[]> interval = covered.floorEntry(key);
        return interval != null && ORDER.compare(key, interval.getValue()) < 0;
    }

    /** Whether all rows of the range are known, with their values. */
    boolean covers(KeyRange range) {
        return covers(range.from(), range.to(), false);
    }

    /** Whether all rows of {@code [from, to)} are known, with their values unless the names are enough. */
    boolean covers(byte[] from, byte[] to, boolean namesOnly) {
        Map.Entry<byte[], byte[]> interval = covered.floorEntry(from);
        return (namesOnly || !keysOnly) && interval != null && ORDER.compare(to, interval.getValue()) <= 0;
    }

    /** The row at an index of {@code [from, to)}, which is covered; null when there are fewer. */
    @Nullable
    Row at(byte[] from, byte[] to, int index) {
        return rows.at(from, to, index);
    }

    /**
     * Reads the first rows of a range.
     *
     * @return false when it is not known what they are; what the range has got then is of no use
     */
    boolean read(HeldRows.Range range, int limit) {
        if (keysOnly && !range.keysOnly) {
            return false;
        }
        Map.Entry<byte[], byte[]> interval =
                range.reverse ? covered.lowerEntry(range.to) : covered.floorEntry(range.from);
        if (interval == null) {
            return false;
        }
        byte[] from = later(interval.getKey(), range.from);
        byte[] to = earlier(interval.getValue(), range.to);
        boolean toTheEnd = range.reverse ? from == range.from : to == range.to;
        if (range.reverse ? to != range.to : ORDER.compare(range.from, to) >= 0) {
            return false;
        }
        range.complete = rows.copy(from, to, range.reverse, limit, range.rows) && toTheEnd;
        return range.complete || range.rows.size() >= limit;
    }

    /** The later one; the second of equal ones. */
    private static byte[] later(byte[] a, byte[] b) {
        return ORDER.compare(a, b) > 0 ? a : b;
    }

    /** The earlier one; the second of equal ones. */
    private static byte[] earlier(byte[] a, byte[] b) {
        return ORDER.compare(a, b) < 0 ? a : b;
    }

    // ---- what is known ----

    /**
     * A row is written that stands among {@link WrittenRows}; in the lane.
     *
     * @return whether the row, or that there is none, is known here from now on
     */
    boolean write(byte[] key, Object value, Batch batch) {
        lastElsewhere = later(pendingElsewhere(), batch);
        keep(key, value, batch);
        return !keysOnly && (value != RowValue.ABSENT || covers(key));
    }

    /**
     * A row is written; in the lane.
     *
     * @return whether there was none here
     */
    boolean keep(byte[] key, Object value, Batch batch) {
        lastWritten = later(pending(), batch);
        return value == RowValue.ABSENT ? remove(key) : put(key, keysOnly ? NO_VALUE : (byte[]) value);
    }

    private static @Nullable Batch later(@Nullable Batch known, Batch batch) {
        return batch.isDurable() || known != null && known.number >= batch.number ? known : batch;
    }

    private boolean put(byte[] key, byte[] value) {
        byte[] replaced = rows.put(key, value);
        rowBytes += replaced == null ? bytesOf(key, value) : value.length - replaced.length;
        return replaced == null;
    }

    private boolean remove(byte[] key) {
        byte[] removed = rows.remove(key);
        rowBytes -= removed == null ? 0 : bytesOf(key, removed);
        return removed == null;
    }

    private static long bytesOf(byte[] key, byte[] value) {
        return ROW_OVERHEAD + key.length + value.length;
    }

    /** Between these keys there is nothing but what is here already. */
    void cover(byte[] from, byte[] to) {
        byte[] start = from;
        byte[] end = to;
        Map.Entry<byte[], byte[]> before = covered.floorEntry(from);
        if (before != null && ORDER.compare(before.getValue(), from) >= 0) {
            start = before.getKey();
        }
        while (true) {
            Map.Entry<byte[], byte[]> inside = covered.ceilingEntry(start);
            if (inside == null || ORDER.compare(inside.getKey(), end) > 0) {
                break;
            }
            covered.remove(inside.getKey());
            if (ORDER.compare(inside.getValue(), end) > 0) {
                end = inside.getValue();
            }
        }
        covered.put(start, end);
        whole = !keysOnly && ORDER.compare(start, all.from()) <= 0 && ORDER.compare(all.to(), end) <= 0;
    }

    /**
     * Takes in what the store has brought of a range, as far as it was read.
     *
     * @param written all rows of the range that were written since the store was asked, and perhaps more
     */
    void learn(HeldRows.Range stored, NavigableMap<RowId, WrittenRow> written) {
        if (whole || stored.keysOnly != keysOnly || !stored.complete && stored.rows.isEmpty()) {
            return;
        }
        byte[] from = stored.from;
        byte[] to = stored.to;
        if (!stored.complete) {
            byte[] last = stored.rows.get(stored.rows.size() - 1).key();
            if (stored.reverse) {
                from = last;
            } else {
                to = Arrays.copyOf(last, last.length + 1);
            }
        }
        for (Row row : stored.rows) {
            put(row.key(), row.value());
        }
        for (WrittenRow row : written.values()) {
            byte[] key = row.rowKey();
            if (ORDER.compare(from, key) <= 0 && ORDER.compare(key, to) < 0) {
                write(key, row.value(), row.batch());
            }
        }
        cover(from, to);
    }
}
