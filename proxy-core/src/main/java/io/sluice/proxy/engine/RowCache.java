package io.sluice.proxy.engine;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are durable, by name, absent ones too; bounded by their estimated bytes. Any thread may read, and has a
 * value of its own, or one that nobody changes; what is put is right by {@link SlotMemory}'s rules.
 *
 * <p>A row that is there already is changed in its entry, where a put makes another one; and the
 * entry is found through the row's name, if that is one that {@link #find} was asked by or has answered. Only when its size has changed by
 * much is it put anew. An entry that is evicted at that moment takes the change with it, which is no loss: what is put here is
 * in the store. But one that was evicted before must not: there may be another one of the row by now, so an entry knows when it
 * has left, from before any other can come.
 *
 * <h2>Written rows that nobody has read</h2>
 *
 * They are let in only as far as readers lack such rows: for each row that the store had to be asked for, and had, as many bytes of
 * those that are written next as make {@link #SOME_WRITES} of it; and at first, half of the cache: what is loaded into an empty
 * store is read next, and what is brought from the store then makes the collector pause while clients wait. Who only writes, for long,
 * would pay for each row twice, to make an entry of it and to let the collector move that, and push out what others read
 * (docs/adr/0022). A row that was read is here already, be it as absent, and keeps its place with each write. It is an estimate, for all rows together.
 */
final class RowCache {
    /** The entry, its share of {@link EntryTable}'s arrays, and the header of its own one. */
    private static final int ENTRY_OVERHEAD = 80;

    /** Of a store that is asked over a network: that costs so much that every row is let in. */
    static final int ALL_WRITES = 0;

    /**
     * Of a store in this process, where asking costs what it costs to let in some. Where one in two rows that are written is read
     * later, all but a seventeenth are let in; where it is one in a thousand, a thirtieth.
     */
    static final int SOME_WRITES = 32;

    /** Of the cache: as much of what is written is let in before anyone has read. */
    private static final int FIRST_SHARE = 2;

    /** Of the cache: misses make no more than this welcome. */
    private static final int WELCOME_SHARE = 8;

    private final EntryTable table;
    private final boolean off;
    private final LongAdder sweeps = new LongAdder();
    private final int writesForAMiss;
    private final long mostWelcome;
    /** How many bytes of what is written next are let in; below 0 by a row of each thread at most. */
    private final AtomicLong welcome;

    /** @param writesForAMiss {@link #SOME_WRITES} or {@link #ALL_WRITES} */
    RowCache(long maxBytes, int writesForAMiss) {
        this.off = maxBytes == 0;
        this.writesForAMiss = writesForAMiss;
        this.mostWelcome = maxBytes / WELCOME_SHARE;
        this.welcome = new AtomicLong(maxBytes / FIRST_SHARE);
        this.table = new EntryTable(maxBytes);
    }

    private static int weigh(RowId id, Object value) {
        return ENTRY_OVERHEAD + id.weight() + RowValue.size(value);
    }

    private static boolean takes(CacheEntry entry, Object value) {
        return Math.abs(weigh(entry.id, value) - entry.weight) <= entry.weight / 4;
    }

    @Nullable
    Object get(RowId id) {
        CacheEntry entry = find(id);
        return entry == null ? null : entry.value();
    }

    /**
     * The row's entry, whose name of it is the one to go on with. The name that it was asked for by leads to it from then on,
     * so that it counts as used once for one name.
     */
    @Nullable
    CacheEntry find(RowId id) {
        CacheEntry known = id.cached();
        if (known != null && !known.hasLeft()) {
            return known;
        }
        CacheEntry entry = off ? null : table.get(id);
        if (entry != null) {
            id.cached(entry);
        }
        return entry;
    }

    /** The store had this of the row, and it is what the row has. */
    void load(RowId id, Object value) {
        if (off) {
            return;
        }
        if (value != RowValue.ABSENT && welcome.get() < mostWelcome) {
            welcome.addAndGet((long) writesForAMiss * weigh(id, value));
        }
        if (!change(id, value)) {
            put(id, null, value);
        }
    }

    /** The row has this value since it was written: it is found here if the row is here already, or is let in. */
    void write(RowId id, Object value) {
        if (!off && !change(id, value) && isWelcome(id, value)) {
            put(id, null, value);
        }
    }

    private boolean isWelcome(RowId id, Object value) {
        if (writesForAMiss == ALL_WRITES) {
            return true;
        }
        int weight = weigh(id, value);
        return welcome.get() > 0 && welcome.getAndAdd(-weight) > 0;
    }

    /** The row has another value, which need not be found here; but no older one may be. */
    void refresh(RowId id, Object value) {
        if (!off) {
            change(id, value);
        }
    }

    /** Gives the row's entry the value; false when there is none. */
    private boolean change(RowId id, Object value) {
        CacheEntry known = id.cached();
        if (known != null && takes(known, value)) {
            known.set(value);
            if (!known.hasLeft()) {
                return true;
            }
        }
        // Quietly: what is written was read just before, and need not be counted as used twice.
        CacheEntry entry = table.getQuietly(id);
        if (entry == null) {
            return false;
        }
        put(id, entry, value);
        return true;
    }

    private void put(RowId id, @Nullable CacheEntry entry, Object value) {
        if (entry != null && takes(entry, value)) {
            entry.set(value);
        } else {
            RowId name = entry == null ? id.nameAlone() : entry.id;
            CacheEntry made = new CacheEntry(name, weigh(name, value), value);
            table.put(made);
            // Last: whatever a name leads to is in the cache, or knows that it has left. Reads and writes rely on that.
            name.cached(made);
            // A written row leaves now: told of it, it would be one more place for the collector to look at.
            if (!(id instanceof WrittenRow)) {
                id.cached(made);
            }
        }
    }

    /** Removes all rows of these slots; looks through all that is here. */
    void dropSlots(BitSet slots) {
        sweeps.increment();
        table.forEach(id -> {
            if (slots.get(id.slot())) {
                table.remove(id);
            }
        });
    }

    /** How often all that is here was looked through: for tests. */
    long sweeps() {
        return sweeps.sum();
    }

    void remove(RowId id) {
        table.remove(id);
    }

    void clear() {
        table.forEach(table::remove);
    }

    long entries() {
        return table.size();
    }

    long bytes() {
        return table.weight();
    }
}
