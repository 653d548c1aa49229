package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.ForwardingKvStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What clients see of a store that can write no more, or has not forced its log yet. */
@Timeout(60)
class BrokenStoreTest {
    /** Takes writes until it is told not to, and forces nothing until it is let. */
    private static final class Store extends ForwardingKvStore {
        final CompletableFuture<Void> asked = new CompletableFuture<>();
        final CompletableFuture<Void> forced = new CompletableFuture<>();
        private volatile @Nullable String reason;

        Store() {
            super(LiveServer.unshared(Atomicity.STORE));
        }

        @Override
        public CompletionStage<Void> commit(WriteBatch batch) {
            return reason == null
                    ? super.commit(batch)
                    : CompletableFuture.failedFuture(new StoreException.Fatal("tried all the same", null));
        }

        @Override
        public @Nullable String unwritable() {
            return reason;
        }

        @Override
        public CompletionStage<Void> force() {
            asked.complete(null);
            return forced;
        }
    }

    private final Store store = new Store();

    /** And nobody's connection is closed, as it would be if a commit were tried and lost. */
    @Test
    void writesAreRefusedAndReadsGoOn() throws Exception {
        try (LiveServer server = new LiveServer(store)) {
            WireClient client = server.client();
            client.ask("SET a 1");
            client.sendAll("MULTI", "SET a 2");
            client.read(2);
            store.reason = "the disk is full";
            String refused = "-MISCONF The store takes no more writes until it is restarted: the disk is full";
            assertThat(client.ask("EXEC"))
                    .isEqualTo("-EXECABORT Transaction discarded because of: " + refused.substring(1));
            for (String write : new String[] {"SET a 2", "DEL a", "LPUSH l x", "BLPOP l 0", "FLUSHALL"}) {
                assertThat(client.ask(write)).as(write).isEqualTo(refused);
            }
            assertThat(client.ask("GET a")).isEqualTo("\"1\"");
            assertThat(client.ask("INFO errorstats")).contains("errorstat_MISCONF:count=5");
        }
    }

    @Test
    void waitaofWaitsUntilTheLogIsForced() throws Exception {
        try (LiveServer server = new LiveServer(store)) {
            WireClient client = server.client();
            client.sendAll("SET a 1", "WAITAOF 0 0 0", "WAITAOF 1 0 0");
            assertThat(client.read(2)).containsExactly("+OK", "[:0, :0]");
            store.asked.join();
            assertThat(client.arrived()).isZero();
            store.forced.complete(null);
            assertThat(client.read()).isEqualTo("[:1, :0]");
        }
    }
}
