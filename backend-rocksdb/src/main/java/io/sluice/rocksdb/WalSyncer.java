package io.sluice.rocksdb;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;

/**
 * Forces the log to the disk once a second, when something was written since. A failure stops all further writes: what
 * was acknowledged in that second may not survive a loss of power, and carrying on would hide it.
 */
final class WalSyncer implements AutoCloseable {
    private final Database db;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(NamedThreads.of("sluice-rocksdb-wal-sync"));
    private long syncedUpTo;

    WalSyncer(Database db) {
        this.db = db;
        timer.scheduleWithFixedDelay(this::sync, 1, 1, TimeUnit.SECONDS);
    }

    private void sync() {
        if (!db.inFlight.enter()) {
            return;
        }
        try {
            long written = db.rocks.getLatestSequenceNumber();
            if (written != syncedUpTo) {
                db.rocks.syncWal();
                syncedUpTo = written;
            }
        } catch (RocksDBException e) {
            db.health.breakDown("forcing the write-ahead log to the disk failed: " + Failures.text(e), e);
        } finally {
            db.inFlight.exit();
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
