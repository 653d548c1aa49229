package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two servers on one store by mistake: the one that was started last serves, and clients of the other one are told so (R9). */
class TwoServersTest {
    private static final String REFUSED =
            "-CLUSTERDOWN Hash slot not served: another process on the same store has slot ";

    @ParameterizedTest
    @EnumSource(Atomicity.class)
    void theSecondTakesOverAndTheFirstAnswersNothingAnyMore(Atomicity atomicity) throws Exception {
        MemoryKvStore memory = new MemoryKvStore(atomicity);
        try (LiveServer first = new LiveServer(memory.share())) {
            WireClient writer = first.client();
            assertThat(writer.ask("SET k 1")).isEqualTo("+OK");
            first.awaitAllSlots();
            WireClient reader = first.client();
            WireClient watcher = first.client();
            WireClient waiter = first.client();
            assertThat(reader.ask("GET k")).isEqualTo("\"1\"");
            assertThat(watcher.ask("WATCH k")).isEqualTo("+OK");
            assertThat(watcher.ask("MULTI")).isEqualTo("+OK");
            assertThat(watcher.ask("SET {k}other 1")).isEqualTo("+QUEUED");
            waiter.sendAll("BLPOP {k}list 0");
            try (LiveServer second = new LiveServer(memory.share())) {
                second.awaitAllSlots();
                WireClient there = second.client();
                assertThat(there.ask("INCR k")).isEqualTo(":2");

                // Its commit is refused, and nobody is told that it was done or not done.
                // Unless the server has learned of the loss before.
                assertThat(writer.ask("SET k lost")).matches(WireClient.CLOSED + "|" + REFUSED + ".*");
                assertThat(first.client().ask("SET k lost")).startsWith(REFUSED);
                Await.until("the reader is told", () -> ask(reader, "GET k").startsWith(REFUSED));
                assertThat(watcher.ask("EXEC")).startsWith(REFUSED);
                assertThat(waiter.read()).startsWith(REFUSED);
                assertThat(reader.ask("DBSIZE")).startsWith(REFUSED);
                assertThat(reader.ask("INFO")).contains("# Keyspace").doesNotContain("db0:");
                assertThat(reader.ask("PING")).isEqualTo("+PONG");

                assertThat(there.ask("LPUSH {k}list x")).isEqualTo(":1");
                assertThat(there.ask("GET k")).isEqualTo("\"2\"");
            }
            // Without the other one, and told to: everything that it acknowledged is there.
            WireClient again = first.client();
            assertThat(again.ask("GET k")).startsWith(REFUSED);
            first.server().engine().dropCaches();
            assertThat(again.ask("GET k")).isEqualTo("\"2\"");
            assertThat(again.ask("LRANGE {k}list 0 -1")).isEqualTo("[\"x\"]");
        }
    }

    private static String ask(WireClient client, String request) {
        try {
            return client.ask(request);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
