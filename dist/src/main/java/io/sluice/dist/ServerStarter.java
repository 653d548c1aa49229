package io.sluice.dist;

import io.sluice.kv.KvStore;
import io.sluice.proxy.config.Settings;
import java.time.Duration;

/** How the program starts the server: the one place where the two meet. */
interface ServerStarter {

    /** @throws StartFailure with the operator's line, when the port is taken and the like */
    RunningServer start(Settings settings, KvStore store) throws StartFailure;

    /** A server that accepts connections. */
    interface RunningServer {

        int port();

        /** Blocks until the server was closed, by {@link #close} or by a client's SHUTDOWN. */
        void awaitClosed() throws InterruptedException;

        /** Takes no more commands, commits what is pending, answers it, and closes the connections. Idempotent. */
        void close();

        /** What is left to close the store, of the time that a shutdown may take. */
        Duration timeLeft();
    }
}
