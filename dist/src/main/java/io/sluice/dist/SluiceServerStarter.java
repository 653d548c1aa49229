package io.sluice.dist;

import io.sluice.kv.KvStore;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.server.SluiceServer;
import io.sluice.proxy.server.StartException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Starts the real server. */
final class SluiceServerStarter implements ServerStarter {
    private final @Nullable Path home;

    SluiceServerStarter(@Nullable Path home) {
        this.home = home;
    }

    @Override
    public RunningServer start(Settings settings, KvStore store) throws StartFailure {
        SluiceServer.Identity identity = new SluiceServer.Identity(Version.text(), Optional.ofNullable(home));
        try {
            return new Running(SluiceServer.start(settings, store, identity));
        } catch (StartException e) {
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private record Running(SluiceServer server) implements RunningServer {

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public void awaitClosed() throws InterruptedException {
            server.awaitClosed();
        }

        @Override
        public void close() {
            server.close();
            // Asked again, it answers how the first shutdown ended: a failed one must show in the exit code.
            CompletableFuture<Void> ended = server.shutdown(true).toCompletableFuture();
            ended.join();
        }

        @Override
        public Duration timeLeft() {
            return server.shutdownTimeLeft();
        }
    }
}
