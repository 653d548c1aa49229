package io.sluice.proxy.engine;

import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What memory knows of a range, laid over what the store brought (R4): a written row wins, a deleted one hides. What the
 * store brought covers the range only as far as its last key, so memory's rows beyond that are left out until the store
 * has brought more, or all.
 */
final class RangeOverlay {
    private static final byte[] NO_VALUE = new byte[0];

    /** A row of memory: its value, and the batch it waits for if it is not this attempt's own. */
    private record Known(RowId id, Object value, @org.jspecify.annotations.Nullable Batch batch) {}

    private final TreeMap<byte[], Known> known;
    private final Comparator<byte[]> order;
    private int deletions;

    RangeOverlay(SlotState slot, Overlay own, byte[] from, byte[] to, boolean reverse) {
        this.order = reverse ? (a, b) -> Arrays.compareUnsigned(b, a) : Arrays::compareUnsigned;
        this.known = new TreeMap<>(order);
        for (WrittenRow row : slot.memory.allWritten()) {
            add(new Known(row.id, row.value, row.batch), from, to);
        }
        for (RowChange change : own.changes()) {
            if (change.slot() == slot) {
                add(new Known(change.id(), change.value(), null), from, to);
            }
        }
        for (Known row : known.values()) {
            if (row.value == RowValue.ABSENT) {
                deletions++;
            }
        }
    }

    private void add(Known row, byte[] from, byte[] to) {
        byte[] key = row.id.rowKey();
        if (Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0) {
            known.put(key, row);
        }
    }

    int deletions() {
        return deletions;
    }

    /** The first {@code limit} rows of what is covered, in order; notes the batches that the answer depends on. */
    List<Row> merge(HeldRows.Range base, int limit, Gates gates) {
        List<Row> merged = new ArrayList<>(Math.min(limit, base.rows.size() + known.size()));
        var memory = known.values().iterator();
        Known next = memory.hasNext() ? memory.next() : null;
        for (Row stored : base.rows) {
            while (next != null && merged.size() < limit && order.compare(next.id.rowKey(), stored.key()) < 0) {
                take(next, merged, base.keysOnly, gates);
                next = memory.hasNext() ? memory.next() : null;
            }
            if (merged.size() >= limit) {
                return merged;
            }
            if (next != null && order.compare(next.id.rowKey(), stored.key()) == 0) {
                take(next, merged, base.keysOnly, gates);
                next = memory.hasNext() ? memory.next() : null;
            } else {
                merged.add(stored);
            }
        }
        while (base.complete && next != null && merged.size() < limit) {
            take(next, merged, base.keysOnly, gates);
            next = memory.hasNext() ? memory.next() : null;
        }
        return merged;
    }

    private static void take(Known row, List<Row> merged, boolean keysOnly, Gates gates) {
        if (row.batch != null) {
            gates.add(row.batch);
        }
        if (row.value != RowValue.ABSENT) {
            merged.add(new Row(row.id.rowKey(), keysOnly ? NO_VALUE : RowValue.encode(row.id, row.value)));
        }
    }
}
