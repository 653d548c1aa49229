package io.sluice.rocksdb;

import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compacts ranges that were deleted, to be rid of their tombstones and their space. In the background, some time later,
 * so that the ranges of one FLUSHALL are merged and written out together: each compaction writes out the memtable.
 *
 * <p>It does not hold the store open: closing cancels it. What is not compacted then will be by RocksDB's own choice.
 */
final class RangeCompactor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RangeCompactor.class);
    private static final long DELAY_SECONDS = 10;

    private final Database db;
    private final ScheduledExecutorService timer;
    private final RowRanges ranges = new RowRanges();

    RangeCompactor(Database db) {
        this.db = db;
        ScheduledThreadPoolExecutor one = new ScheduledThreadPoolExecutor(1, NamedThreads.of("sluice-rocksdb-compact"));
        one.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.timer = one;
    }

    synchronized void suggest(byte[] from, byte[] to) {
        boolean idle = ranges.isEmpty();
        ranges.add(from, to);
        if (idle) {
            try {
                timer.schedule(this::compact, DELAY_SECONDS, TimeUnit.SECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("The store is closing: a deleted range is left to RocksDB's own compactions", e);
            }
        }
    }

    synchronized Map<byte[], byte[]> pending() {
        return ranges.copy();
    }

    private synchronized Map<byte[], byte[]> take() {
        Map<byte[], byte[]> all = ranges.copy();
        ranges.clear();
        return all;
    }

    void compact() {
        // Not exclusive: RocksDB's own compactions go on beside it. No write stall: writers come first.
        try (CompactRangeOptions options =
                new CompactRangeOptions().setExclusiveManualCompaction(false).setAllowWriteStall(false)) {
            for (Map.Entry<byte[], byte[]> range : take().entrySet()) {
                db.rocks.compactRange(db.rocks.getDefaultColumnFamily(), range.getKey(), range.getValue(), options);
            }
        } catch (RocksDBException e) {
            LOG.info("Compacting deleted ranges ended early: {}", Failures.text(e));
        }
    }

    /** Waits for the compaction that runs, which the caller has cancelled. */
    @Override
    public void close() {
        timer.shutdown();
        boolean interrupted = false;
        for (; ; ) {
            try {
                if (timer.awaitTermination(1, TimeUnit.MINUTES)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
