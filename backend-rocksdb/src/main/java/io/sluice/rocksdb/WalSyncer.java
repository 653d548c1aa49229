package io.sluice.rocksdb;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Forces the journal to the disk once a second, when something was written since, and in between, when that is much. */
final class WalSyncer implements AutoCloseable {
    private static final long MILLIS = 1000;
    private static final long MILLIS_BETWEEN = 100;

    private final Database db;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(NamedThreads.of("sluice-rocksdb-wal-sync"));

    WalSyncer(Database db, WalForcer forcer) {
        this.db = db;
        every(MILLIS, forcer::forceNow);
        every(MILLIS_BETWEEN, forcer::forceAhead);
    }

    private void every(long millis, Runnable force) {
        timer.scheduleWithFixedDelay(() -> db.inFlight.run(force), millis, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
