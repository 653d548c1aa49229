package io.sluice.proxy.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are durable, by name, absent ones too; bounded by their estimated bytes. Values are immutable. Any thread may
 * read; what is put is right by {@link SlotMemory}'s rules.
 *
 * <p>A row that is there already is changed in its entry, where a put costs a round through the cache's bookkeeping; and the
 * entry is found through the row's name, if that is the one that {@link #find} has answered. Only when its size has changed by
 * much is it put anew. An entry that is evicted at that moment takes the change with it, which is no loss: what is put here is
 * in the store. But one that was evicted before must not: there may be another one of the row by now, so an entry knows when it
 * has left, from before any other can come.
 */
final class RowCache {
    /** The map's node, the entry's share of Caffeine's bookkeeping, and the objects' headers. */
    private static final int ENTRY_OVERHEAD = 112;

    static final class Entry {
        final RowId id;
        private final int weight;
        private volatile Object value;
        private volatile boolean left;

        Entry(RowId id, Object value) {
            this.id = id;
            this.weight = weigh(id, value);
            this.value = value;
            id.cached = this;
        }

        Object value() {
            return value;
        }

        private boolean takes(Object other) {
            return Math.abs(weigh(id, other) - weight) <= weight / 4;
        }

        private void leave() {
            left = true;
        }
    }

    private final Cache<RowId, Entry> cache;
    private final Policy<RowId, Entry> policy;
    private final boolean off;

    RowCache(long maxBytes) {
        this.off = maxBytes == 0;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((RowId id, Entry entry) -> entry.weight)
                .evictionListener(RowCache::left)
                .executor(Runnable::run)
                .build();
        this.policy = cache.policy();
    }

    private static void left(@Nullable RowId id, @Nullable Entry entry, RemovalCause cause) {
        if (entry != null) {
            entry.leave();
        }
    }

    private static int weigh(RowId id, Object value) {
        return ENTRY_OVERHEAD + id.weight() + RowValue.size(value);
    }

    @Nullable
    Object get(RowId id) {
        Entry entry = find(id);
        return entry == null ? null : entry.value;
    }

    /** The row's entry, whose name of it is the one to go on with. */
    @Nullable
    Entry find(RowId id) {
        return off ? null : cache.getIfPresent(id);
    }

    void put(RowId id, Object value) {
        if (off) {
            return;
        }
        Entry known = id.cached;
        if (known != null && known.takes(value)) {
            known.value = value;
            if (!known.left) {
                return;
            }
        }
        // Quietly: what is written was read just before, and need not be counted as used twice.
        put(id, policy.getIfPresentQuietly(id), value);
    }

    private void put(RowId id, @Nullable Entry entry, Object value) {
        if (entry != null && entry.takes(value)) {
            entry.value = value;
        } else {
            RowId name = entry == null ? id : entry.id;
            cache.put(name, new Entry(name, value));
        }
    }

    /** The row has another value, which need not be found here; but no older one may be. */
    void refresh(RowId id, Object value) {
        Entry entry = off ? null : policy.getIfPresentQuietly(id);
        if (entry != null) {
            put(id, entry, value);
        }
    }

    void dropSlot(int slot) {
        for (RowId id : cache.asMap().keySet()) {
            if (id.slot() == slot) {
                remove(id);
            }
        }
    }

    void remove(RowId id) {
        cache.asMap().computeIfPresent(id, (name, entry) -> {
            entry.leave();
            return null;
        });
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
