package io.sluice.proxy.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.BitSet;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are durable, by name, absent ones too; bounded by their estimated bytes. Any thread may read, and has a
 * value of its own, or one that nobody changes; what is put is right by {@link SlotMemory}'s rules.
 *
 * <p>A row that is there already is changed in its entry, where a put costs a round through the cache's bookkeeping; and the
 * entry is found through the row's name, if that is one that {@link #find} was asked by or has answered. Only when its size has changed by
 * much is it put anew. An entry that is evicted at that moment takes the change with it, which is no loss: what is put here is
 * in the store. But one that was evicted before must not: there may be another one of the row by now, so an entry knows when it
 * has left, from before any other can come.
 */
final class RowCache {
    /** The map's node, the entry's share of Caffeine's bookkeeping, and the objects' headers. */
    private static final int ENTRY_OVERHEAD = 112;

    private final Cache<RowId, CacheEntry> cache;
    private final Policy<RowId, CacheEntry> policy;
    private final boolean off;
    private final LongAdder sweeps = new LongAdder();

    RowCache(long maxBytes) {
        this.off = maxBytes == 0;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((RowId id, CacheEntry entry) -> entry.weight)
                .evictionListener(RowCache::left)
                .executor(Runnable::run)
                .build();
        this.policy = cache.policy();
    }

    private static void left(@Nullable RowId id, @Nullable CacheEntry entry, RemovalCause cause) {
        if (entry != null) {
            entry.leave();
        }
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
        CacheEntry entry = off ? null : cache.getIfPresent(id);
        if (entry != null) {
            id.cached(entry);
        }
        return entry;
    }

    void put(RowId id, Object value) {
        if (off) {
            return;
        }
        CacheEntry known = id.cached();
        if (known != null && takes(known, value)) {
            known.set(value);
            if (!known.hasLeft()) {
                return;
            }
        }
        // Quietly: what is written was read just before, and need not be counted as used twice.
        put(id, policy.getIfPresentQuietly(id), value);
    }

    private void put(RowId id, @Nullable CacheEntry entry, Object value) {
        if (entry != null && takes(entry, value)) {
            entry.set(value);
        } else {
            RowId name = entry == null ? id.nameAlone() : entry.id;
            CacheEntry made = new CacheEntry(name, weigh(name, value), value);
            if (entry != null) {
                entry.leave();
            }
            cache.put(name, made);
            // Last: whatever a name leads to is in the cache, or knows that it has left. Reads and writes rely on that.
            name.cached(made);
            id.cached(made);
        }
    }

    /** The row has another value, which need not be found here; but no older one may be. */
    void refresh(RowId id, Object value) {
        CacheEntry entry = off ? null : policy.getIfPresentQuietly(id);
        if (entry != null) {
            put(id, entry, value);
        }
    }

    /** Removes all rows of these slots; looks through all that is here. */
    void dropSlots(BitSet slots) {
        sweeps.increment();
        for (RowId id : cache.asMap().keySet()) {
            if (slots.get(id.slot())) {
                remove(id);
            }
        }
    }

    /** How often all that is here was looked through: for tests. */
    long sweeps() {
        return sweeps.sum();
    }

    void remove(RowId id) {
        cache.asMap().computeIfPresent(id, (name, entry) -> {
            entry.leave();
            return null;
        });
    }

    /** As {@link #remove}; of a row that is not here, mostly. */
    void removeIfThere(RowId id) {
        if (!off && policy.getIfPresentQuietly(id) != null) {
            remove(id);
        }
    }

    void clear() {
        cache.asMap().keySet().forEach(this::remove);
    }

    long entries() {
        return cache.estimatedSize();
    }

    long bytes() {
        return policy.eviction().map(policy -> policy.weightedSize().orElse(0)).orElse(0L);
    }
}
