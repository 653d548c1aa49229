package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a slot that must not be forgotten, and the cache behind them. The chains of its written headers are part of it, because every
 * command looks there (docs/adr/0020).
 *
 * <h2>Coherence of loads (R4)</h2>
 *
 * A load may bring what was committed before it was asked for, or anything later. So a row written since then must win
 * over what the load brings, whether its commit is pending or done. Every load opens a <em>lease</em> before the store is
 * asked and closes it when the command that asked is through. A row enters {@link WrittenHeaders} or {@link WrittenRows} when it is
 * written, in the lane. When its batch is visible it leaves, for the cache if that lets it in ({@link RowCache}), but only if no lease is open that
 * is older than the commit; else it lingers until the last such lease is closed. A reader looks at what is written first, then at the cache, then
 * at what its own loads brought: what is written is never older than anything else. {@link Extents} are not
 * either: they are told of every row that is written, at once. A row of an extent that knows all its rows stands there alone:
 * the extent is pinned for as long as the row would have to stand among those, and the cache has nothing older.
 *
 * <h2>Concurrency</h2>
 *
 * Rows are written in the lane alone; commits retire them from any thread. Giving a row to the cache is one atomic step
 * with its leaving, so a newer value of the same row can neither be dropped nor be overtaken in the
 * cache by an older one.
 *
 * <p>A header that is written again while it waits to become visible keeps its place with a new value. {@link
 * WrittenRow#renew}, in the lane, and {@link WrittenRow#leave}, by whoever sees its batch become visible, exclude each other by
 * the row's monitor. So a header is never taken for visible with a value that is not.
 *
 * <p>Leases are few and guarded by this object's monitor; the count beside them lets a
 * commit skip the monitor when there are none: a lease that opens after the commit was done asks a store that has it.
 */
final class SlotMemory extends WrittenHeaders {
    /** The first row key behind all headers. */
    private static final byte[] HEADERS_END = RowKeys.rangeOf(RowKind.HEADER).to();

    private record Lingering(Runnable leave, long newestLease) {}

    private final RowCache cache;
    /** What is written but headers. */
    private final WrittenRows written;

    private final Extents extents;
    private final Consumer<WrittenRow> toCache;

    private final TreeSet<Long> leases = new TreeSet<>();
    private final ArrayDeque<Lingering> lingering = new ArrayDeque<>();
    /** What pins extents. */
    private Set<ExtentWrites> pinning = Set.of();

    private volatile boolean isPinning;
    private long lastLease;
    private volatile int openLeases;
    /** Set before anything is put into the cache. */
    private volatile boolean mayBeCached;

    SlotMemory(int slot, RowCache cache, ExtentCache extents, ChainTable chains) {
        super(chains, slot);
        this.cache = cache;
        this.written = new WrittenRows(slot);
        this.extents = new Extents(extents);
        this.toCache = this::toCache;
    }

    /** What is kept in order is found there; kept once more it would cost others their place. */
    private void toCache(WrittenRow row) {
        noteCached();
        if (row.kept) {
            cache.refresh(row, row.value());
        } else {
            cache.write(row, row.value());
        }
    }

    private void noteCached() {
        if (!mayBeCached) {
            mayBeCached = true;
        }
    }

    /** What is kept in order. */
    Extents extents() {
        return extents;
    }

    /** In the lane. */
    @Nullable
    WrittenRow written(RowId id) {
        if (!id.isHeader()) {
            return written.get(id);
        }
        // Who has read it goes on with the row itself as its name.
        return id instanceof WrittenRow row && !row.hasLeft() ? row : header(id);
    }

    /**
     * The written rows of a range, in order; a view that others change meanwhile: rows may leave it once they are durable,
     * but none that was written since a lease was opened that is still open. In the lane, where none is added.
     * Costs what it covers, but for ranges of headers, which cost all that is written.
     */
    NavigableMap<RowId, WrittenRow> within(KeyRange range) {
        if (Arrays.compareUnsigned(range.from(), HEADERS_END) >= 0) {
            return written.within(range);
        }
        NavigableMap<RowId, WrittenRow> covered = new TreeMap<>(RowId.BY_ROW_KEY);
        if (Arrays.compareUnsigned(range.to(), HEADERS_END) > 0) {
            covered.putAll(
                    written.within(range)); // not for a walk through the keys: it would sort what nobody asks for
        }
        forEachHeader(row -> {
            Object value = row.valueIfHere();
            if (value != null && row.mayBeIn(range)) {
                RowId name = row.byRowKey();
                if (range.contains(name.rowKey())) {
                    covered.put(name, new WrittenRow(row.slot, row, value, row.batch())); // it may leave meanwhile
                }
            }
        });
        return covered;
    }

    /**
     * Where what the batch writes of a row is kept, if that is in an extent alone; null when the row must be looked for, and put,
     * among those that are written. In the lane, under the queue's lock.
     */
    @Nullable
    ExtentWrites writesOfExtent(RowChange change, Batch batch) {
        RowId id = change.id();
        return id.isHeader() || written.hasElement(id) ? null : extents.writes(id, change.slot(), batch);
    }

    /**
     * A row is written; in the lane, under the queue's lock.
     *
     * @return what the batch had written of it before
     */
    @Nullable
    StoredRow write(ExtentWrites writes, RowChange change) {
        if (!writes.extent.isUncached() && mayBeCached) {
            cache.remove(change.id());
        }
        return extents.write(writes, change);
    }

    /** The extent stays for what the batch has written; in the lane, under the queue's lock. */
    synchronized void pinned(ExtentWrites writes) {
        if (pinning.isEmpty()) {
            pinning = new HashSet<>(2);
        }
        pinning.add(writes);
        isPinning = true;
    }

    /** In the lane, under the queue's lock. */
    void write(WrittenRow row) {
        if (row.isHeader()) {
            addHeader(row);
            return;
        }
        written.add(row);
        row.kept = extents.write(row);
    }

    /** The row has another value before its batch was closed; in the lane, under the queue's lock. */
    void rewrite(WrittenRow row, Object value) {
        row.value(value);
        row.kept = extents.write(row);
    }

    /**
     * A header that was written by an earlier batch, and is not visible yet, has another value in this one; in the lane, under
     * the queue's lock. False when that cannot be, and the row must be written anew.
     */
    boolean renew(WrittenRow row, Batch batch, Object value) {
        return row.isHeader() && (row.isSettled() || isSent(row.batch())) && row.renew(batch, value);
    }

    /** What was sent is encoded; but what is sent in steps is read again with each. */
    private static boolean isSent(Batch earlier) {
        return earlier.isDurable() && earlier.redo == null;
    }

    /** Reads what {@link #retire} reads. Any thread; what it returns means nothing. */
    static int touch(WrittenRow row, Batch batch) {
        if (row.hasNewer(batch)) {
            return 0;
        }
        CacheEntry entry = row.cached();
        boolean isHeader = row.isHeader();
        return (isHeader || row.slot.memory.written.get(row) == row ? 1 : 0) + (entry == null ? 0 : entry.touch());
    }

    /** What the batch has written of the row is visible. Any thread; for one slot in the order of the commits. */
    void retire(WrittenRow row, Batch batch) {
        if (row.hasNewer(batch)) {
            row.letGo(batch);
            return;
        }
        if (openLeases > 0) {
            synchronized (this) {
                if (!leases.isEmpty()) {
                    linger(() -> leave(row, batch));
                    return;
                }
            }
        }
        leave(row, batch);
    }

    private void leave(WrittenRow row, Batch batch) {
        if (row.isHeader()) {
            row.leave(batch, toCache);
            takeOut(row);
        } else {
            written.remove(row, toCache);
        }
    }

    private void linger(Runnable leave) {
        lingering.add(new Lingering(leave, lastLease));
    }

    /** What a batch has written of an extent is visible. Any thread. */
    void retire(ExtentWrites writes) {
        synchronized (this) {
            if (!leases.isEmpty()) {
                linger(() -> unpin(writes));
                return;
            }
        }
        unpin(writes);
    }

    private void unpin(ExtentWrites writes) {
        writes.extent.unpin();
        synchronized (this) {
            if (isPinning) {
                pinning.remove(writes);
                isPinning = !pinning.isEmpty();
            }
        }
    }

    /** Before the store is asked. */
    synchronized long openLease() {
        long lease = ++lastLease;
        leases.add(lease);
        openLeases = leases.size();
        return lease;
    }

    /** What the load brought is not used any more. */
    void closeLease(long lease) {
        List<Lingering> free = new ArrayList<>();
        synchronized (this) {
            leases.remove(lease);
            openLeases = leases.size();
            long oldest = leases.isEmpty() ? Long.MAX_VALUE : leases.first();
            while (!lingering.isEmpty() && lingering.peek().newestLease < oldest) {
                free.add(lingering.poll());
            }
        }
        free.forEach(each -> each.leave.run());
    }

    /** A load brought a row; in the lane. Keeps it in the cache unless the row was written since, or is kept elsewhere. */
    void cacheLoaded(RowId id, Object value) {
        if (written(id) == null && extents.get(id) == null) {
            noteCached();
            cache.load(id, value);
        }
    }

    /**
     * Forgets everything: the slot belongs to somebody else, or its last changes were lost. But not what the cache has: that
     * is {@link DroppedSlots}' matter.
     *
     * @return whether the cache may have anything of the slot
     */
    boolean drop() {
        synchronized (this) {
            lingering.clear();
            pinning = Set.of();
            isPinning = false;
        }
        clearHeaders();
        written.clear();
        extents.drop();
        // Last: when nothing is written any more, only a load can still put something into the cache, and it finds out
        // itself that it came too late.
        boolean cached = mayBeCached;
        mayBeCached = false;
        return cached;
    }

    /** Whether no row waits for its commit, or for loads that are older than it. */
    boolean isAllRetired() {
        return hasNoHeader() && written.isEmpty() && !isPinning;
    }
}
