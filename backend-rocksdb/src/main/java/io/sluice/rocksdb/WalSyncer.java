package io.sluice.rocksdb;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Once a second gives files of the journal free; and forces it to the disk, if that is not left to the system, when something was written
 * since, and in between, when that is much.
 */
final class WalSyncer implements AutoCloseable {
    private static final long MILLIS = 1000;
    private static final long MILLIS_BETWEEN = 50;

    private final Database db;
    private final WalForcer forcer;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(NamedThreads.of("sluice-rocksdb-wal-sync"));

    WalSyncer(Database db, WalForcer forcer, boolean forces) {
        this.db = db;
        this.forcer = forcer;
        if (forces) {
            every(MILLIS, forcer::forceNow);
            every(MILLIS_BETWEEN, forcer::forceAhead);
        }
        every(MILLIS, forcer::trim);
    }

    private void every(long millis, Runnable force) {
        timer.scheduleWithFixedDelay(() -> whileOpen(force), millis, millis, TimeUnit.MILLISECONDS);
    }

    private void whileOpen(Runnable force) {
        if (!db.inFlight.enter()) {
            return;
        }
        try {
            force.run();
        } finally {
            db.inFlight.exit();
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
