package io.sluice.dist;

import io.sluice.dist.ServerStarter.RunningServer;
import io.sluice.kv.KvStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the program, once, whoever asks for it: a signal, or the server that a client shut down. The server goes
 * first, so that everything acknowledged reaches the store, and the store after it.
 */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger("io.sluice.Sluice");

    private final RunningServer server;
    private final KvStore store;
    private int exitCode = -1;

    Ending(RunningServer server, KvStore store) {
        this.server = server;
        this.store = store;
    }

    /**
     * On a signal. A JVM that ends by a signal reports 128 and the signal's number, whatever its hooks did; a server that
     * was asked to stop and did so has succeeded, so the process is ended here with its own code.
     */
    void onSignal() {
        Runtime.getRuntime().halt(end());
    }

    /** Closes both, and returns the exit code; a second call waits for the first and returns the same. */
    synchronized int end() {
        if (exitCode < 0) {
            LOG.info("stopping");
            boolean clean = close("the server", server::close);
            clean &= close("the store", store::close);
            LOG.info(clean ? "stopped" : "stopped with errors");
            Logging.stop();
            exitCode = clean ? 0 : 1;
        }
        return exitCode;
    }

    private static boolean close(String what, Runnable action) {
        try {
            action.run();
            return true;
        } catch (RuntimeException e) {
            LOG.error("closing {} failed", what, e);
            return false;
        }
    }
}
