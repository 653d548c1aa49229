package io.sluice.proxy.engine;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one batch has written of an {@link Extent} that knows all of its rows, each with its last value.
 *
 * <p>Such a row need not stand in {@link WrittenRows}: who reads it finds it in the extent, which is not let go before the
 * batch is visible ({@link Extent#writes}). So nothing has to be done with it when that has come, and here it is needed no
 * longer than until the batch is durable: to be sent, perhaps again, and to tell what a reader depends on.
 *
 * <p>Filled in the lane, under the queue's lock, while the batch is open; does not change then until it is forgotten.
 */
final class ExtentWrites {
    private static final int MOST_EXPECTED = 2048;

    final SlotState slot;
    final Extent extent;
    final Batch batch;
    private volatile @Nullable Map<RowId, StoredRow> rows;
    private int size;

    /** @param expected how many rows there may be: as many as the batch before had, mostly */
    ExtentWrites(SlotState slot, Extent extent, Batch batch, int expected) {
        this.slot = slot;
        this.extent = extent;
        this.batch = batch;
        this.rows = new LinkedHashMap<>(2 * Math.min(expected, MOST_EXPECTED));
    }

    /** How many rows were written, some perhaps several times; in the lane. */
    int size() {
        return size;
    }

    /** Answers what was here of the row. */
    @Nullable
    StoredRow put(StoredRow row) {
        Map<RowId, StoredRow> filling = rows;
        if (filling == null) {
            throw new IllegalStateException("a batch that is durable was written to");
        }
        size++;
        StoredRow before = filling.put(row.id(), row);
        if (before != null && before.wasAbsent() != row.wasAbsent()) {
            filling.put(row.id(), before.then(row));
        }
        return before;
    }

    /** Whether a reader of the row must wait for the batch. In the lane. */
    boolean isPending(RowId id) {
        Map<RowId, StoredRow> all = rows;
        return all != null && !batch.isDurable() && all.containsKey(id);
    }

    /** Of a closed batch that is not durable. */
    Collection<StoredRow> rows() {
        Map<RowId, StoredRow> all = rows;
        return all == null ? List.of() : all.values();
    }

    /** The batch is durable, so that nobody will ask any more. */
    void forget() {
        rows = null;
    }
}
