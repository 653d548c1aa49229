package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The written rows of a slot below headers: by name, and in the order of their keys.
 *
 * <h2>Order, when it is asked for</h2>
 *
 * A large collection may have thousands of written rows, of which a range covers a few. To keep a row in order costs more than
 * all else that writing it costs in memory, and many commands on large collections read no range at all. So a row is only noted
 * when it is written, and what was noted is sorted in by the next one who asks for a range.
 *
 * <h2>Concurrency</h2>
 *
 * Rows are added, and ranges read, in the lane alone; rows are removed by any thread. What stands in the order is always
 * what stands under the same name: whatever puts a row into the order, replaces it or takes it out does so inside the atomic
 * {@code compute} of its name. So nobody can find in the order an older value of a row than the one that {@link #get} has.
 *
 * <p>The notes have a monitor of their own. They are thrown away by the thread that removes the last row: a row is noted
 * after it was added and before it can be removed, so when there is no row, nothing that is noted is of use.
 */
final class WrittenRows {
    /** So many rows are noted before those are looked for that are not of use any more. */
    private static final int FEW = 32;

    private final int slot;
    private final ConcurrentHashMap<RowId, WrittenRow> byName = new ConcurrentHashMap<>(4);
    /** How many there are that {@link Extents} may keep; changed inside the atomic step of a row's name. */
    private final AtomicInteger elements = new AtomicInteger();
    /** Null until a range was asked for. */
    private volatile @Nullable ConcurrentSkipListMap<RowId, WrittenRow> order;

    /** Rows that are not in the order, or not any more; guarded by this object's monitor. */
    private final List<WrittenRow> noted = new ArrayList<>(0);

    private int tidyAt = FEW;
    private volatile boolean anyNoted;

    WrittenRows(int slot) {
        this.slot = slot;
    }

    @Nullable
    WrittenRow get(RowId id) {
        return byName.isEmpty() ? null : byName.get(id);
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** Whether the row is here, which {@link Extents} may keep; if it was, all is done that is when it leaves. */
    boolean hasElement(RowId id) {
        return elements.get() > 0 && byName.containsKey(id);
    }

    private static boolean isElement(WrittenRow row) {
        return Extents.isKept(row.rowKey());
    }

    /** In the lane. */
    void add(WrittenRow row) {
        byName.compute(row, (id, replaced) -> {
            if (replaced != null) {
                replaced.giveWay();
                if (replaced.inOrder) {
                    putInOrder(row);
                }
            } else if (isElement(row)) {
                elements.incrementAndGet();
            }
            return row;
        });
        if (!row.inOrder) {
            note(row);
        }
    }

    /** Removes the row, unless a newer one has taken its place; if not, the action comes first. */
    void remove(WrittenRow row, Consumer<WrittenRow> before) {
        byName.computeIfPresent(row, (id, current) -> {
            if (current != row) {
                row.letGo(row.batch());
                return current;
            }
            row.giveWay();
            before.accept(row);
            ConcurrentSkipListMap<RowId, WrittenRow> rows = order;
            if (row.inOrder && rows != null) {
                rows.remove(id);
            }
            if (isElement(row)) {
                elements.decrementAndGet();
            }
            return null;
        });
        forgetNotes();
    }

    /** The rows of a range, in order; a view, from which rows may be removed meanwhile. In the lane, where none is added. */
    NavigableMap<RowId, WrittenRow> within(KeyRange range) {
        if (byName.isEmpty() || range.isEmpty()) {
            return Collections.emptyNavigableMap();
        }
        sortIn();
        NavigableMap<RowId, WrittenRow> rows = order;
        return rows == null
                ? Collections.emptyNavigableMap()
                : rows.subMap(RowId.row(slot, range.from()), true, RowId.row(slot, range.to()), false);
    }

    /** Not always in the lane; but nobody adds meanwhile. */
    void clear() {
        byName.clear();
        elements.set(0);
        order = null;
        synchronized (this) {
            noted.clear();
            anyNoted = false;
        }
    }

    /** How many rows are noted: for tests. */
    synchronized int notes() {
        return noted.size();
    }

    private synchronized void note(WrittenRow row) {
        if (noted.size() >= tidyAt) {
            noted.removeIf(WrittenRow::hasLeft);
            tidyAt = Math.max(FEW, 2 * noted.size());
        }
        noted.add(row);
        anyNoted = true;
    }

    private void forgetNotes() {
        if (anyNoted && byName.isEmpty()) {
            synchronized (this) {
                if (byName.isEmpty()) {
                    noted.clear();
                    anyNoted = false;
                }
            }
        }
    }

    private void sortIn() {
        Collection<WrittenRow> rows = takeNotes();
        for (WrittenRow row : rows) {
            byName.computeIfPresent(row, (id, current) -> {
                if (current == row) {
                    putInOrder(row);
                }
                return current;
            });
        }
    }

    private synchronized Collection<WrittenRow> takeNotes() {
        if (noted.isEmpty()) {
            return List.of();
        }
        List<WrittenRow> taken = new ArrayList<>(noted);
        noted.clear();
        anyNoted = false;
        return taken;
    }

    /** Inside the atomic step of the row's name. */
    private void putInOrder(WrittenRow row) {
        ConcurrentSkipListMap<RowId, WrittenRow> rows = order;
        if (rows == null) {
            rows = new ConcurrentSkipListMap<>(RowId.BY_ROW_KEY);
            order = rows;
        }
        row.inOrder = true;
        rows.put(row, row);
    }
}
