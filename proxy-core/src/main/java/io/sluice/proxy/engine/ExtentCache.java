package io.sluice.proxy.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import org.jspecify.annotations.Nullable;

/** Bounds what all slots keep in {@link Extents}, by their estimated bytes, and decides what goes. Thread-safe. */
final class ExtentCache {
    private final Cache<Extent, Extent> cache;
    private final boolean off;

    ExtentCache(long maxBytes) {
        this.off = maxBytes == 0;
        this.cache = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((Extent extent, Extent same) -> extent.weight())
                .evictionListener((@Nullable Extent extent, @Nullable Extent same, RemovalCause cause) -> letGo(extent))
                .executor(Runnable::run)
                .build();
    }

    private static void letGo(@Nullable Extent extent) {
        if (extent != null) {
            extent.letGo();
        }
    }

    boolean isOff() {
        return off;
    }

    /** The extent is new, or its weight is. In its lane. */
    void put(Extent extent) {
        cache.put(extent, extent);
    }

    /** The extent was useful. */
    void touch(Extent extent) {
        Extent unused = cache.getIfPresent(extent);
    }

    void forget(Extent extent) {
        cache.invalidate(extent);
    }

    void clear() {
        cache.asMap().keySet().forEach(Extent::letGo);
        cache.invalidateAll();
    }

    long bytes() {
        return cache.policy()
                .eviction()
                .map(policy -> policy.weightedSize().orElse(0))
                .orElse(0L);
    }
}
