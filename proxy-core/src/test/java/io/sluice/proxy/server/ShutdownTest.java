package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.engine.Keyspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a server whose store does not answer, with nothing written that would have to be waited for. */
@Timeout(60)
class ShutdownTest {
    @Test
    void aServerThatStillClaimsItsSlotsEnds() throws Exception {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(Atomicity.SLOT));
        store.nextCommits(Fault.HOLD_CALL, Keyspace.SLOTS);
        try (LiveServer server = new LiveServer(store)) {
            Await.until("claims are under way", () -> store.held() > 0);
            server.shutDown();
            assertThat(store.held()).isPositive();
        }
    }
}
