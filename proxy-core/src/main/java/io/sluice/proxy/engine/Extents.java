package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKind;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a slot's memory keeps of its collections in order, so that their ranges need not be asked for, nor rows that are not
 * there.
 *
 * <p>A range that a command reads from the store is kept, with its limits, once several commands have read ranges of the
 * same rows: one that walks over a whole collection shall not put others out of memory. A collection that this process
 * makes is known wholly from its beginning, since an id is never used twice.
 *
 * <h2>Coherence (R4)</h2>
 *
 * Whatever is written in the slot is written here too, in the lane, with the pending batch noted for those who read it (R5).
 * What a load has brought becomes known here together with all that was written since the store was asked, which
 * {@link SlotMemory} has for as long as the load's lease is open. If the slot is dropped in between, the load is worth nothing:
 * it says so before this lets go of what it keeps, so whoever first takes what is kept and then finds the load good
 * learns into what is let go afterwards, or is in time.
 *
 * <h2>Concurrency</h2>
 *
 * Of the lane's holder, but for letting go, which any thread may do at any time.
 */
final class Extents {
    /** So many commands have to read ranges of an extent before what they read is kept. */
    private static final int HOT = 3;

    private static final int NAME = 1 + Long.BYTES;
    private static final int TOUCH_EVERY = 8;

    private final ExtentCache cache;
    private final ConcurrentHashMap<Extent.Name, Extent> byName = new ConcurrentHashMap<>(4);

    /** Where to look first, by kind: commands change the same collection again and again. */
    private @Nullable Extent lastElements;

    private @Nullable Extent lastScores;

    Extents(ExtentCache cache) {
        this.cache = cache;
    }

    /** Whether it is the key of a row that may be kept. */
    static boolean isKept(byte[] rowKey) {
        return rowKey.length >= NAME && (rowKey[0] == RowKind.ELEMENT || rowKey[0] == RowKind.SCORE);
    }

    private static Extent.Name nameOf(byte[] rowKey) {
        return new Extent.Name(rowKey[0], OrderedCodec.getLong(rowKey, 1));
    }

    /** The value of a row, {@link RowValue#ABSENT}, or null when that is not known here. */
    @Nullable
    Object get(RowId id) {
        Extent extent = extent(id);
        ExtentRows rows = extent == null ? null : extent.rows();
        return rows == null ? null : rows.get(id.rowKey());
    }

    /**
     * As {@link #get}, if all rows of the extent are known; then the row need not be looked for among those that are written.
     * Notes what a reader depends on.
     */
    @Nullable
    Object getOfWhole(RowId id, Gates gates) {
        Extent extent = extent(id);
        ExtentRows rows = extent == null ? null : extent.rows();
        if (extent == null || rows == null || !rows.isWhole()) {
            return null;
        }
        extent.dependOn(rows, id, gates);
        return rows.get(id.rowKey());
    }

    private @Nullable ExtentRows find(byte[] rowKey) {
        Extent extent = extent(rowKey);
        return extent == null ? null : extent.rows();
    }

    private @Nullable Extent extent(RowId id) {
        // The name first: it is at hand, and most are headers, whose commands need not wait for what this slot has
        // here.
        return id.isHeader() || byName.isEmpty() || !isKept(id.rowKey()) ? null : extent(id.rowKey());
    }

    private @Nullable Extent extent(byte[] rowKey) {
        boolean isElement = rowKey[0] == RowKind.ELEMENT;
        Extent last = isElement ? lastElements : lastScores;
        if (last != null && !last.isGone() && last.isOf(rowKey)) {
            return last;
        }
        Extent extent = byName.get(nameOf(rowKey));
        if (isElement) {
            lastElements = extent;
        } else {
            lastScores = extent;
        }
        return extent;
    }

    /**
     * What is kept of the rows that a range lies in, for a command that reads the range.
     *
     * @param command tells commands apart
     * @return null when nothing is to be kept of them
     */
    @Nullable
    ExtentRows forRange(byte[] from, byte[] to, boolean keysOnly, int command) {
        if (cache.isOff() || !isOfOneExtent(from, to)) {
            return null;
        }
        Extent.Name name = nameOf(from);
        Extent extent = byName.get(name);
        if (extent == null) {
            extent = add(name, false);
        }
        ExtentRows rows = extent.rows();
        if (rows == null) {
            return extent.countReader(command) < HOT ? null : extent.begin(keysOnly);
        }
        if (rows.keysOnly && !keysOnly) {
            return extent.begin(false);
        }
        if (extent.use() % TOUCH_EVERY == 0) {
            cache.touch(extent);
        }
        return rows;
    }

    /** Whether all rows of the range are known here, with their values. */
    boolean cover(KeyRange range) {
        if (byName.isEmpty() || !isOfOneExtent(range.from(), range.to())) {
            return false;
        }
        ExtentRows rows = find(range.from());
        return rows != null && rows.covers(range);
    }

    /** Whether all keys of the range begin with the kind and id that its first key has. */
    private static boolean isOfOneExtent(byte[] from, byte[] to) {
        if (!isKept(from) || Arrays.compareUnsigned(from, to) >= 0) {
            return false;
        }
        return to.length >= NAME && Arrays.equals(from, 0, NAME, to, 0, NAME)
                || Arrays.compareUnsigned(to, nameOf(from).keys().to()) <= 0;
    }

    private Extent add(Extent.Name name, boolean isUncached) {
        Extent extent = new Extent(name, this, isUncached);
        byName.put(name, extent);
        cache.put(extent);
        return extent;
    }

    // ---- what is known ----

    /** Begins the extents whose ids a command has drawn; in the lane, before its rows are written. */
    static final class Newborn {
        private final DrawnIds ids;
        private final boolean hasLoaded;
        private Extent.@Nullable Name last;

        /** @param hasLoaded whether the command has asked the store for any rows, which may have been of these */
        Newborn(DrawnIds ids, boolean hasLoaded) {
            this.ids = ids;
            this.hasLoaded = hasLoaded;
        }

        void bear(RowChange change) {
            if (change.id().isHeader() || !isKept(change.id().rowKey())) {
                return;
            }
            Extent.Name name = nameOf(change.id().rowKey());
            if (!name.equals(last) && ids.have(change.slot(), name.id())) {
                change.slot().memory.extents().bear(name, !hasLoaded);
            }
            last = name;
        }
    }

    /** The id is new: the store has no row of it. */
    private void bear(Extent.Name name, boolean isUncached) {
        if (cache.isOff()) {
            return;
        }
        Extent extent = byName.get(name);
        if (extent == null) {
            extent = add(name, isUncached);
        }
        ExtentRows rows = extent.rows();
        if (rows == null || rows.keysOnly) {
            rows = extent.begin(false);
        }
        KeyRange all = extent.name.keys();
        rows.cover(all.from(), all.to());
    }

    /**
     * A row is written; in the lane, under the queue's lock.
     *
     * @return whether this knows the row from now on, for as long as it is not let go
     */
    boolean write(WrittenRow row) {
        Extent extent = extent(row);
        ExtentRows rows = extent == null ? null : extent.rows();
        if (extent == null || rows == null) {
            return false;
        }
        boolean known = rows.write(row.rowKey(), row.value(), row.batch());
        weigh(extent);
        return known;
    }

    /**
     * Where what the batch writes of the row is kept if it need not stand among the written rows; else null. In the lane, under
     * the queue's lock.
     */
    @Nullable
    ExtentWrites writes(RowId id, SlotState slot, Batch batch) {
        Extent extent = extent(id);
        return extent == null ? null : extent.writes(slot, batch);
    }

    /**
     * A row is written that stands here alone; in the lane, under the queue's lock.
     *
     * @return what the batch had written of it before
     */
    @Nullable
    StoredRow write(ExtentWrites writes, RowChange change) {
        Extent extent = writes.extent;
        ExtentRows rows = extent.rows();
        boolean wasAbsent = false;
        if (rows != null) {
            wasAbsent = rows.keep(change.id().rowKey(), change.value(), writes.batch) && rows.isWhole();
            weigh(extent);
        }
        return writes.put(new StoredRow(change.id(), change.value(), wasAbsent));
    }

    boolean mayPin() {
        return cache.mayPin();
    }

    /** What was kept of the rows that the key is of has changed. */
    void grown(byte[] rowKey) {
        Extent extent = byName.get(nameOf(rowKey));
        if (extent != null) {
            weigh(extent);
        }
    }

    private void weigh(Extent extent) {
        if (!extent.hasNewWeight() || extent.isLeaving()) {
            return;
        }
        cache.put(extent);
        if (byName.get(extent.name) != extent) {
            cache.forget(extent);
        }
    }

    // ---- letting go ----

    /** Of the extent itself. Any thread. */
    void forget(Extent extent) {
        byName.remove(extent.name, extent);
    }

    /** Any thread. */
    void leaving(long bytes) {
        cache.leaving(bytes);
    }

    /** Any thread. */
    void drop() {
        for (Extent extent : byName.values()) {
            extent.drop();
            cache.forget(extent);
        }
    }
}
