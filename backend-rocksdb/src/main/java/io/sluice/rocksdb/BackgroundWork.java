package io.sluice.rocksdb;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread for what nobody waits for and nobody misses for a while: one of the {@link BackgroundThreads}. What it does holds none of the
 * store's locks, since it may be kept from the processors for a second. Nothing is done any more once the store is closed.
 */
final class BackgroundWork implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);

    private final InFlight inFlight;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(NamedThreads.of("sluice-rocksdb-background-work"));

    BackgroundWork(InFlight inFlight, BackgroundThreads others) {
        this.inFlight = inFlight;
        thread.execute(others::join);
    }

    @Override
    public void execute(Runnable action) {
        try {
            thread.execute(() -> inFlight.run(action));
        } catch (RejectedExecutionException closed) {
            LOG.debug("The store is closed: something that nobody waits for is left out", closed);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
