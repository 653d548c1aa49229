package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What memory knows of a range, laid over what the store brought (R4): a written row wins, a deleted one hides, and the
 * attempt's own changes win over both. What the store brought covers the range only as far as its last key, so memory's
 * rows beyond that are left out until the store has brought more, or all.
 *
 * <p>Looks at memory as it is when it merges. Rows that were written before the store was asked and are durable may leave
 * memory at any time, and nothing is lost by that: the store had them when it was asked.
 */
final class RangeOverlay {
    private static final byte[] NO_VALUE = new byte[0];

    private final NavigableMap<RowId, WrittenRow> written;
    private final NavigableMap<RowId, RowChange> own;
    private final boolean reverse;

    RangeOverlay(SlotState slot, Overlay own, KeyRange range, boolean reverse) {
        this(slot, slot.memory.within(range), own, range, reverse);
    }

    /** Of the attempt's own changes alone, over a range that has what is written. */
    static RangeOverlay ofOwn(SlotState slot, Overlay own, HeldRows.Range range) {
        KeyRange keys = new KeyRange(range.from, range.to);
        return new RangeOverlay(slot, Collections.emptyNavigableMap(), own, keys, range.reverse);
    }

    private RangeOverlay(
            SlotState slot, NavigableMap<RowId, WrittenRow> rows, Overlay own, KeyRange range, boolean reverse) {
        NavigableMap<RowId, RowChange> changes = own.within(slot.slot, range);
        this.written = reverse ? rows.descendingMap() : rows;
        this.own = reverse ? changes.descendingMap() : changes;
        this.reverse = reverse;
    }

    /** How many of the store's rows memory hides at most; counts no further than to {@code enough}. */
    int deletions(int enough) {
        int deletions = 0;
        Iterator<WrittenRow> writtenRows = written.values().iterator();
        while (deletions < enough && writtenRows.hasNext()) {
            deletions += writtenRows.next().value() == RowValue.ABSENT ? 1 : 0;
        }
        Iterator<RowChange> ownRows = own.values().iterator();
        while (deletions < enough && ownRows.hasNext()) {
            deletions += ownRows.next().value() == RowValue.ABSENT ? 1 : 0;
        }
        return deletions;
    }

    /** The first {@code limit} rows of what is covered, in order; notes the batches that the answer depends on. */
    List<Row> merge(HeldRows.Range base, int limit, Gates gates) {
        if (written.isEmpty() && own.isEmpty()) {
            return base.rows.size() <= limit ? List.copyOf(base.rows) : List.copyOf(base.rows.subList(0, limit));
        }
        List<Row> merged = new ArrayList<>();
        Memory memory = new Memory(base.keysOnly, gates);
        for (Row stored : base.rows) {
            int order = memory.compareTo(stored.key());
            while (order < 0 && merged.size() < limit) {
                memory.take(merged);
                order = memory.compareTo(stored.key());
            }
            if (merged.size() >= limit) {
                return merged;
            }
            if (order == 0) {
                memory.take(merged);
            } else {
                merged.add(stored);
            }
        }
        while (base.complete && !memory.isAtEnd() && merged.size() < limit) {
            memory.take(merged);
        }
        return merged;
    }

    /** One walk through what memory knows, in the order of the range. */
    private final class Memory {
        // The maps' keys have their row keys; the names of headers in the rows would build them each time.
        private final Iterator<Map.Entry<RowId, WrittenRow>> writtenRows =
                written.entrySet().iterator();
        private final Iterator<Map.Entry<RowId, RowChange>> ownRows =
                own.entrySet().iterator();
        private final boolean keysOnly;
        private final Gates gates;
        private Map.@Nullable Entry<RowId, WrittenRow> nextWritten;
        private Map.@Nullable Entry<RowId, RowChange> nextOwn;

        Memory(boolean keysOnly, Gates gates) {
            this.keysOnly = keysOnly;
            this.gates = gates;
            advanceWritten();
            advanceOwn();
        }

        private void advanceWritten() {
            nextWritten = writtenRows.hasNext() ? writtenRows.next() : null;
        }

        private void advanceOwn() {
            nextOwn = ownRows.hasNext() ? ownRows.next() : null;
        }

        boolean isAtEnd() {
            return nextWritten == null && nextOwn == null;
        }

        /** Where the next row stands beside the key, in the order of the range; behind it when there is none. */
        int compareTo(byte[] key) {
            if (isAtEnd()) {
                return 1;
            }
            var row = nextWritten;
            var change = nextOwn;
            int first = row == null ? 1 : order(row.getKey().rowKey(), key);
            return change == null
                    ? first
                    : Math.min(first, order(change.getKey().rowKey(), key));
        }

        private int order(byte[] a, byte[] b) {
            int order = Integer.signum(Arrays.compareUnsigned(a, b));
            return reverse ? -order : order;
        }

        /** Adds the next row, unless it is deleted, and passes it. */
        void take(List<Row> to) {
            var row = nextWritten;
            var change = nextOwn;
            int order = row == null || change == null
                    ? 0
                    : order(change.getKey().rowKey(), row.getKey().rowKey());
            if (change != null && order <= 0) {
                if (row != null && order == 0) {
                    advanceWritten();
                }
                advanceOwn();
                add(change.getKey(), change.getValue().id(), change.getValue().value(), to);
            } else if (row != null) {
                gates.add(row.getValue().batch());
                advanceWritten();
                add(row.getKey(), row.getValue(), row.getValue().value(), to);
            }
        }

        private void add(RowId sorted, RowId id, Object value, List<Row> to) {
            if (value != RowValue.ABSENT) {
                to.add(new Row(sorted.rowKey(), keysOnly ? NO_VALUE : RowValue.encode(id, value)));
            }
        }
    }
}
