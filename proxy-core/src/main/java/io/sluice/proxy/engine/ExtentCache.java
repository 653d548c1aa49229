package io.sluice.proxy.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Bounds what all slots keep in {@link Extents}, by their estimated bytes, and decides what goes. Thread-safe. */
final class ExtentCache {
    /** More than one part of so many is not let go late. */
    private static final int LEAVING_SHARE = 8;

    private final Cache<Extent, Extent> cache;
    private final boolean off;
    private final long mayLeave;
    private final AtomicLong leaving = new AtomicLong();

    ExtentCache(long maxBytes) {
        this.off = maxBytes == 0;
        this.mayLeave = maxBytes / LEAVING_SHARE;
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

    /** So many bytes more, or less, are let go and not gone yet. */
    void leaving(long bytes) {
        leaving.addAndGet(bytes);
    }

    /** Whether batches may keep more from being let go at once. */
    boolean mayPin() {
        return leaving.get() <= mayLeave;
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
