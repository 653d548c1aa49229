package io.sluice.dist;

import io.sluice.dist.ServerStarter.RunningServer;
import io.sluice.kv.KvStore;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the program, once, whoever asks for it: a signal, or the server that a client shut down. The server goes
 * first, so that everything acknowledged reaches the store, and the store after it. A store that does not close in the time
 * that the server has left does not keep the process.
 */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger("io.sluice.Sluice");
    /** A store in order closes in less, also when the server has left it nothing. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    private final RunningServer server;
    private final KvStore store;
    private final IntConsumer halt;
    private int exitCode = -1;

    /** @param halt ends the process at once with the code given, whatever still runs in it */
    Ending(RunningServer server, KvStore store, IntConsumer halt) {
        this.server = server;
        this.store = store;
        this.halt = halt;
    }

    /**
     * On a signal. A JVM that ends by a signal reports 128 and the signal's number, whatever its hooks did; a server that
     * was asked to stop and did so has succeeded, so the process is ended here with its own code.
     */
    void onSignal() {
        halt.accept(end());
    }

    /**
     * Closes both, and returns the exit code; a second call waits for the first and returns the same. Does not return when
     * the store does not close: what else the JVM runs at its end may hang in the same place.
     */
    synchronized int end() {
        if (exitCode < 0) {
            LOG.info("stopping");
            boolean clean = closeServer();
            try {
                clean &= closeStore(server.timeLeft());
                LOG.info(clean ? "stopped" : "stopped with errors");
                exitCode = clean ? 0 : 1;
                Logging.stop();
            } catch (TimeoutException late) {
                LOG.error("the store did not close within shutdown-timeout: the process ends without it");
                exitCode = 1;
                Logging.stop();
                halt.accept(exitCode);
            }
        }
        return exitCode;
    }

    private boolean closeStore(Duration left) throws TimeoutException {
        FutureTask<Boolean> closing = new FutureTask<>(store::close, true);
        Thread thread = new Thread(closing, "store-close");
        thread.setDaemon(true);
        thread.start();
        Duration patience = left.compareTo(LEAST) < 0 ? LEAST : left;
        try {
            return closing.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            LOG.error("closing the store failed", failed.getCause());
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean closeServer() {
        try {
            server.close();
            return true;
        } catch (RuntimeException e) {
            LOG.error("closing the server failed", e);
            return false;
        }
    }
}
