package io.sluice.proxy.engine;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * What is fixed when an engine starts, and where it asks for what the operator may change of its background work.
 *
 * @param cacheBytes the cache's bound; 0 turns it off
 * @param loadBudgetBytes the bound of rows held for reruns, over all commands
 * @param hz how often a second background work looks for something to do; asked after every look
 * @param reclaimRowsPerSecond about how fast dropped rows are deleted; asked again and again
 * @param clock milliseconds since the epoch
 * @param fieldReaper deletes expired fields
 * @param slots which slot a key lies in
 * @param largestChangeBytes how large the changes of a command may be, unless the store takes more at once
 */
public record EngineOptions(
        long cacheBytes,
        long loadBudgetBytes,
        IntSupplier hz,
        IntSupplier reclaimRowsPerSecond,
        LongSupplier clock,
        FieldReaper fieldReaper,
        SlotFunction slots,
        long largestChangeBytes) {
    private static final long DEFAULT_LARGEST_CHANGE = 128L << 20;

    /** With keys in the slots that Redis Cluster gives them, and background work at one pace. */
    public EngineOptions(
            long cacheBytes,
            long loadBudgetBytes,
            int hz,
            int reclaimRowsPerSecond,
            LongSupplier clock,
            FieldReaper fieldReaper) {
        this(
                cacheBytes,
                loadBudgetBytes,
                () -> hz,
                () -> reclaimRowsPerSecond,
                clock,
                fieldReaper,
                SlotFunction.OF_CLUSTER,
                DEFAULT_LARGEST_CHANGE);
    }

    /** Of an engine without hashes whose fields expire. */
    public EngineOptions(long cacheBytes, long loadBudgetBytes, int hz, int reclaimRowsPerSecond, LongSupplier clock) {
        this(cacheBytes, loadBudgetBytes, hz, reclaimRowsPerSecond, clock, (context, key, limit) -> 0);
    }
}
