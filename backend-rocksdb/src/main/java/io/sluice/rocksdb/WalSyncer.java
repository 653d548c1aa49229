package io.sluice.rocksdb;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Forces the log to the disk once a second, when something was written since. */
final class WalSyncer implements AutoCloseable {
    private final Database db;
    private final WalForcer forcer;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(NamedThreads.of("sluice-rocksdb-wal-sync"));

    WalSyncer(Database db, WalForcer forcer) {
        this.db = db;
        this.forcer = forcer;
        timer.scheduleWithFixedDelay(this::sync, 1, 1, TimeUnit.SECONDS);
    }

    private void sync() {
        if (!db.inFlight.enter()) {
            return;
        }
        try {
            forcer.forceNow();
        } finally {
            db.inFlight.exit();
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
