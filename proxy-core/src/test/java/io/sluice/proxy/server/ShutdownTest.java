package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.Atomicity;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.config.StorageSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a server whose store takes nothing any more. */
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
}
