package io.sluice.proxy.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of {@link RowCache} by the names of their rows, bounded by what they weigh together. Any thread.
 *
 * <p>They are spread over {@link EntryShard}s by what their names are hashed to, each with its part of the bound, so that threads seldom wait
 * for each other, and nobody for more than a shard's arrays when these grow. What weighs more than a shard's part is not kept.
 */
final class EntryTable {
    /** Of each shard, where that makes more than one. */
    private static final long LEAST_WEIGHT = 16L << 20;

    private static final int MOST_SHARDS = 64;

    private final EntryShard[] shards;
    private final int shift;

    /** @param maxWeight in bytes, as {@link CacheEntry#weight} counts */
    EntryTable(long maxWeight) {
        int count = Integer.highestOneBit((int) Math.max(1, Math.min(MOST_SHARDS, maxWeight / LEAST_WEIGHT)));
        this.shards = new EntryShard[count];
        for (int i = 0; i < count; i++) {
            shards[i] = new EntryShard(maxWeight / count);
        }
        this.shift = Integer.SIZE - Integer.numberOfTrailingZeros(count);
    }

    /** The low bits choose a bucket, the high ones a shard. */
    private static int spread(RowId id) {
        int hash = id.hashCode() * 0x9E3779B9;
        return hash ^ hash >>> 15;
    }

    private EntryShard shard(int hash) {
        return shards[shards.length == 1 ? 0 : hash >>> shift];
    }

    /** The entry of the row of this name, which counts as asked for. */
    @Nullable
    CacheEntry get(RowId id) {
        CacheEntry entry = getQuietly(id);
        if (entry != null) {
            entry.mark();
        }
        return entry;
    }

    /** As {@link #get}, but it does not count. */
    @Nullable
    CacheEntry getQuietly(RowId id) {
        int hash = spread(id);
        return shard(hash).find(id, hash);
    }

    /** An entry comes, in the place of the one that its row has. It may have left by the return, as others may for it. */
    void put(CacheEntry entry) {
        int hash = spread(entry.id);
        shard(hash).put(entry, hash);
    }

    /** The entry of this name leaves, if there is one. */
    void remove(RowId id) {
        int hash = spread(id);
        shard(hash).remove(id, hash);
    }

    /** Hands over the names of all that are here from before the call to its end; what comes or leaves meanwhile, perhaps. */
    void forEach(Consumer<RowId> action) {
        for (EntryShard shard : shards) {
            shard.forEach(action);
        }
    }

    long size() {
        long size = 0;
        for (EntryShard shard : shards) {
            size += shard.size();
        }
        return size;
    }

    long weight() {
        long weight = 0;
        for (EntryShard shard : shards) {
            weight += shard.weight();
        }
        return weight;
    }
}
