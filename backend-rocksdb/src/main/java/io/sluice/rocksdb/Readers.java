package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that may wait for the disk, on behalf of callers that must not. */
final class Readers implements AutoCloseable {
    /** Far above what an engine with a budget has open; it bounds the memory when there is none. */
    private static final int MAX_WAITING = 1 << 16;

    /** A call into RocksDB. */
    interface Call<T> {
        T run() throws RocksDBException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Readers.class);

    private final InFlight inFlight;
    private final ThreadPoolExecutor pool;
    private final LongAdder calls = new LongAdder();

    Readers(InFlight inFlight, int threads) {
        this.inFlight = inFlight;
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                NamedThreads.of("sluice-rocksdb-reader"));
        pool.allowCoreThreadTimeOut(true);
    }

    int threads() {
        return pool.getMaximumPoolSize();
    }

    /** How many calls no reader has begun yet. */
    int waiting() {
        return pool.getQueue().size();
    }

    /** How many calls came here since the store was opened: what did not fit the cache, mostly. */
    long calls() {
        return calls.sum();
    }

    /** Runs the call on a reader. It holds the database open until it is done. */
    <T> CompletionStage<T> submit(Call<T> call) {
        if (!inFlight.enter()) {
            return CompletableFuture.failedFuture(Failures.closed());
        }
        calls.increment();
        CompletableFuture<T> stage = new CompletableFuture<>();
        try {
            pool.execute(() -> run(call, stage));
        } catch (RejectedExecutionException e) {
            inFlight.exit();
            return CompletableFuture.failedFuture(
                    new StoreException.Retryable(MAX_WAITING + " reads are waiting for the disk", e));
        }
        return stage;
    }

    /** Runs an action on a reader, which is no call of anybody's; not, when the store is closed or too much waits. */
    void runIfIdle(Runnable action) {
        if (!inFlight.enter()) {
            return;
        }
        try {
            pool.execute(() -> {
                try {
                    action.run();
                } finally {
                    inFlight.exit();
                }
            });
        } catch (RejectedExecutionException busy) {
            LOG.debug("Too much waits for the disk: something that can wait is left out", busy);
            inFlight.exit();
        }
    }

    private <T> void run(Call<T> call, CompletableFuture<T> stage) {
        T result;
        try {
            result = call.run();
        } catch (RocksDBException e) {
            inFlight.exit();
            stage.completeExceptionally(Failures.ofRead(e));
            return;
        } catch (StoreException e) {
            inFlight.exit();
            stage.completeExceptionally(e);
            return;
        } catch (RuntimeException | Error e) {
            inFlight.exit();
            stage.completeExceptionally(new StoreException.Fatal("read failed: " + e, e));
            return;
        }
        // Out before the callbacks run, for one of them may close the store.
        inFlight.exit();
        stage.complete(result);
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
