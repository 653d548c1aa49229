package io.sluice.proxy.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are durable, by name, absent ones too; bounded by their estimated bytes. Values are immutable. Any thread may
 * read; what is put is right by {@link SlotMemory}'s rules.
 *
 * <p>A row that is there already is changed in its entry, which costs a lookup where a put costs a round through the
 * cache's bookkeeping. Only when its size has changed by much is it put anew. An entry that is evicted at that moment takes
 * the change with it, which is no loss: what is put here is in the store.
 */
final class RowCache {
    /** The map's node, the entry's share of Caffeine's bookkeeping, and the objects' headers. */
    private static final int ENTRY_OVERHEAD = 112;

    private static final class Entry {
        final int weight;
        volatile Object value;

        Entry(RowId id, Object value) {
            this.weight = weigh(id, value);
            this.value = value;
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
                .executor(Runnable::run)
                .build();
        this.policy = cache.policy();
    }

    private static int weigh(RowId id, Object value) {
        return ENTRY_OVERHEAD + id.weight() + RowValue.size(value);
    }

    @Nullable
    Object get(RowId id) {
        if (off) {
            return null;
        }
        Entry entry = cache.getIfPresent(id);
        return entry == null ? null : entry.value;
    }

    void put(RowId id, Object value) {
        if (off) {
            return;
        }
        // Quietly: what is written was read just before, and need not be counted as used twice.
        Entry entry = policy.getIfPresentQuietly(id);
        if (entry != null && Math.abs(weigh(id, value) - entry.weight) <= entry.weight / 4) {
            entry.value = value;
        } else {
            cache.put(id, new Entry(id, value));
        }
    }

    /** The row has another value, which need not be found here; but no older one may be. */
    void refresh(RowId id, Object value) {
        if (!off && policy.getIfPresentQuietly(id) != null) {
            put(id, value);
        }
    }

    void dropSlot(int slot) {
        cache.asMap().keySet().removeIf(id -> id.slot() == slot);
    }

    void clear() {
        cache.invalidateAll();
    }

    long entries() {
        return cache.estimatedSize();
    }

    long bytes() {
        return policy.eviction().map(policy -> policy.weightedSize().orElse(0)).orElse(0L);
    }
}
