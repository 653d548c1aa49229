package io.sluice.proxy.engine;

import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the loads of a command brought, kept for its reruns, and the leases that keep it coherent (R1, R4): whatever is
 * written since a load was asked for stays in the slot's memory, where readers look first. Used under the lanes of its
 * command, or, for a pipeline's prefetch, on the connection's event loop, until it is closed.
 */
final class HeldRows implements AutoCloseable {
    /** @param incarnation the slot's when the lease was opened: once it is another, what was loaded is worth nothing */
    private record Lease(SlotState slot, long number, int incarnation) {
        boolean isStale() {
            return slot.incarnation() != incarnation;
        }
    }

    /** A range as far as it was read: all its rows up to the last one here, or to the end when {@code complete}. */
    static final class Range {
        final int slot;
        final byte[] from;
        final byte[] to;
        final boolean reverse;
        final boolean keysOnly;
        final List<Row> rows = new ArrayList<>();
        boolean complete;

        Range(int slot, byte[] from, byte[] to, boolean reverse, boolean keysOnly) {
            this.slot = slot;
            this.from = from;
            this.to = to;
            this.reverse = reverse;
            this.keysOnly = keysOnly;
        }

        boolean is(int slot, byte[] from, byte[] to, boolean reverse, boolean keysOnly) {
            return this.slot == slot
                    && this.reverse == reverse
                    && this.keysOnly == keysOnly
                    && Arrays.equals(this.from, from)
                    && Arrays.equals(this.to, to);
        }
    }

    /** A smaller load is not worth another run of the command: some thousand rows. */
    private static final long LEAST_LOAD = 1L << 20;

    private static final int ROW_OVERHEAD = 48;

    private final LoadBudget budget;
    // Most commands load nothing: the collections are made when there is something to put in.
    private Map<SlotState, Lease> leases = Map.of();
    private Map<RowId, Object> rows = Map.of();
    private List<Range> ranges = List.of();
    private long bytes;

    HeldRows(LoadBudget budget) {
        this.budget = budget;
    }

    /** Before the store is asked for rows of the slot. */
    void lease(SlotState slot) {
        if (!leases.containsKey(slot)) {
            // The incarnation first: were the slot dropped in between, the lease is stale and not the rows.
            int incarnation = slot.incarnation();
            if (leases.isEmpty()) {
                leases = new HashMap<>(2);
            }
            leases.put(slot, new Lease(slot, slot.memory.openLease(), incarnation));
        }
    }

    /**
     * Whether the memory of a slot was dropped since it was leased: rows that were written after the load was asked for
     * are gone with it, so that what the load brought may be older than what was acknowledged.
     */
    boolean isStale() {
        if (leases.isEmpty()) {
            return false;
        }
        for (Lease lease : leases.values()) {
            if (lease.isStale()) {
                return true;
            }
        }
        return false;
    }

    boolean isStale(SlotState slot) {
        Lease lease = leases.get(slot);
        return lease == null || lease.isStale();
    }

    long bytes() {
        return bytes;
    }

    /** What a row of a range counts for. */
    static long bytesOf(Row row) {
        return row.key().length + row.value().length + ROW_OVERHEAD;
    }

    /**
     * How many bytes of ranges may be asked for before the budget is looked at again: as many as there are already. So there is
     * never more than twice what the budget was found to allow; and loads double, so that all runs between them cost no more
     * than the last.
     */
    long mostToLoad() {
        return Math.max(bytes, Math.max(1, Math.min(LEAST_LOAD, budget.limit())));
    }

    @Nullable
    Object row(RowId id) {
        return rows.get(id);
    }

    void put(RowId id, Object value) {
        if (rows.isEmpty()) {
            rows = new HashMap<>();
        }
        rows.put(id, value);
        take(id.weight() + RowValue.size(value));
    }

    Range range(int slot, byte[] from, byte[] to, boolean reverse, boolean keysOnly) {
        for (Range range : ranges) {
            if (range.is(slot, from, to, reverse, keysOnly)) {
                return range;
            }
        }
        Range fresh = new Range(slot, from, to, reverse, keysOnly);
        if (ranges.isEmpty()) {
            ranges = new ArrayList<>();
        }
        ranges.add(fresh);
        return fresh;
    }

    void append(Range range, List<Row> more, boolean complete) {
        range.rows.addAll(more);
        range.complete = complete;
        long added = 0;
        for (Row row : more) {
            added += bytesOf(row);
        }
        take(added);
    }

    private void take(long more) {
        bytes += more;
        budget.take(more);
    }

    boolean exceedsBudget() {
        return budget.isExceededBy(bytes);
    }

    @Override
    public void close() {
        if (!leases.isEmpty()) {
            leases.values().forEach(lease -> lease.slot.memory.closeLease(lease.number));
        }
        leases = Map.of();
        rows = Map.of();
        ranges = List.of();
        if (bytes > 0) {
            budget.giveBack(bytes);
            bytes = 0;
        }
    }
}
