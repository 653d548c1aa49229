package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.proxy.config.StorageSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a server whose store answers late, or takes nothing any more. */
@Timeout(120)
class ShutdownTest {
    @Test
    void aServerWhoseStoreDoesNotAnswerEndsAndSaysThatItFailed() throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        try (LiveServer server = new LiveServer(store, Map.of(StorageSettings.SHUTDOWN_TIMEOUT, "1"))) {
            WireClient client = server.client();
            server.awaitAllSlots();
            store.nextCommits(Fault.HOLD_CALL, 1);
            client.sendAll("SET key value");
            Await.until("the commit is under way", () -> store.held() > 0);
            server.shutDown();
            assertThat(store.held()).isPositive();
            assertThatThrownBy(() ->
                            server.server().shutdown(true).toCompletableFuture().join())
                    .hasMessageContaining("shutdown-timeout");
        }
    }

    @Test
    void aServerWhoseEventLoopHangsInTheStoreEndsAndSaysThatItFailed() throws Exception {
        HangingStore store = new HangingStore(LiveServer.unshared(Atomicity.STORE));
        try (LiveServer server = new LiveServer(store, Map.of(StorageSettings.SHUTDOWN_TIMEOUT, "1"))) {
            WireClient client = server.client();
            server.awaitAllSlots();
            store.hang();
            client.sendAll("SET key value");
            store.awaitHanging();
            try {
                CompletableFuture<Void> ended = server.server().shutdown(true).toCompletableFuture();
                Await.until("the end", ended::isDone);
                assertThatThrownBy(ended::join).hasMessageContaining("shutdown-timeout");
                assertThat(server.server().shutdownTimeLeft()).isZero();
            } finally {
                store.goOn();
            }
        }
    }

    @Test
    void aCommitUnderWayIsAnsweredButAClientThatDoesNotReadIsNotWaitedFor() throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        // The store has hours; were a client that does not read waited for, so would the test.
        try (LiveServer server = new LiveServer(store, Map.of(StorageSettings.SHUTDOWN_TIMEOUT, "86400"))) {
            WireClient writer = server.client();
            WireClient deaf = server.client();
            server.awaitAllSlots();
            writer.ask("SET large " + "x".repeat(1 << 20));
            String[] more = new String[64];
            Arrays.fill(more, "GET large");
            deaf.sendAll(more);
            Await.until("replies that nobody reads", () -> hasArrived(deaf));
            store.nextCommits(Fault.HOLD_CALL, 1);
            writer.sendAll("SET key value");
            Await.until("the commit is under way", () -> store.held() > 0);

            CompletableFuture<Void> ended = server.server().shutdown(true).toCompletableFuture();
            server.awaitConnections(1);
            store.release();

            assertThat(writer.read()).isEqualTo("+OK");
            assertThat(writer.read()).isEqualTo(WireClient.CLOSED);
            ended.join();
        }
    }

    private static boolean hasArrived(WireClient client) {
        try {
            return client.arrived() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From some moment on its commits hang in the thread that makes them. */
    private static final class HangingStore extends ForwardingKvStore {
        private final CountDownLatch hanging = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile boolean hangs;

        HangingStore(KvStore delegate) {
            super(delegate);
        }

        void hang() {
            hangs = true;
        }

        void awaitHanging() throws InterruptedException {
            hanging.await();
        }

        void goOn() {
            over.countDown();
        }

        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            if (hangs) {
                hanging.countDown();
                awaitOver();
            }
            return super.commit(batch);
        }

        /** As native code does, which no interrupt ends. */
        private void awaitOver() {
            boolean isOver = false;
            while (!isOver) {
                try {
                    over.await();
                    isOver = true;
                } catch (InterruptedException goesOnHanging) {
                    assertThat(hangs).isTrue();
                }
            }
        }
    }
}
