package io.sluice.proxy.engine;

/**
 * What the engine shows in INFO and the metrics.
 *
 * @param reads how often the store was asked to read
 * @param readRows rows that it was asked for by name, there or not, and rows of ranges
 * @param commits batches handed to the store
 * @param committedRows rows in them, after merging
 * @param largeChanges changes that were larger than a batch, and were committed in steps
 * @param commitFailures commits that had to be sent again or were lost
 * @param pendingBytes written to memory and not durable yet
 * @param cachedRows rows in the cache, about
 * @param cachedBytes their size, estimated
 * @param heldBytes rows held for reruns
 * @param reclaimBacklog entries of the reclaim queues seen and not yet done
 * @param reclaimed entries done
 */
public record EngineFigures(
        long reads,
        long readRows,
        long commits,
        long committedRows,
        long largeChanges,
        long commitFailures,
        long pendingBytes,
        long cachedRows,
        long cachedBytes,
        long heldBytes,
        long reclaimBacklog,
        long reclaimed) {}
