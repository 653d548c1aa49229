package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.proxy.config.SecuritySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of a connection take effect, and are answered, in the order sent, whoever runs them and for how long. */
@Timeout(120)
class OrderTest {

    /** How the store answers. */
    enum Answers {
        INLINE(MemoryKvStore::new),
        LATER(() -> new DelayedKvStore(new MemoryKvStore(), 1, Duration.ofMillis(2))),
        EITHER(() -> new DelayedKvStore(new MemoryKvStore(), 2, Duration.ofMillis(2), 0.5));

        private final Supplier<KvStore> store;

        Answers(Supplier<KvStore> store) {
            this.store = store;
        }
    }

    @BeforeEach
    void watch() {
        Leaks.watch();
    }

    @ParameterizedTest
    @EnumSource(Answers.class)
    void everyKindOfHandlerAnswersInItsTurn(Answers answers) throws Exception {
        try (LiveServer server = new LiveServer(answers.store.get())) {
            WireClient client = server.client();
            SplittableRandom random = new SplittableRandom(7);
            for (int round = 0; round < 20; round++) {
                List<String> requests = new ArrayList<>();
                List<String> expected = new ArrayList<>();
                requests.add("FLUSHALL");
                expected.add("+OK");
                int count = 0;
                for (int i = 0; i < 200; i++) {
                    String tag = round + "-" + i;
                    switch (random.nextInt(10)) {
                        case 0, 1 -> {
                            requests.add("INCR n");
                            expected.add(":" + ++count);
                        }
                        case 2 -> {
                            requests.add("GET n");
                            expected.add(count == 0 ? "nil" : "\"" + count + "\"");
                        }
                        case 3 -> {
                            requests.add("ECHO " + tag);
                            expected.add('"' + tag + '"');
                        }
                        case 4 -> {
                            requests.add("DEBUG SLEEP 0.0001");
                            expected.add("+OK");
                        }
                        case 5 -> {
                            requests.add("WAITAOF 1 0 0");
                            expected.add("[:1, :0]");
                        }
                        case 6 -> {
                            requests.add("DBSIZE");
                            expected.add(count == 0 ? ":0" : ":1");
                        }
                        case 7 -> {
                            requests.add("KEYS *");
                            expected.add(count == 0 ? "[]" : "[\"n\"]");
                        }
                        case 8 -> {
                            requests.add("NOSUCH " + tag);
                            expected.add("-ERR unknown command 'NOSUCH', with args beginning with: '" + tag + "' ");
                        }
                        default -> {
                            requests.add("MGET n cold" + tag);
                            expected.add(count == 0 ? "[nil, nil]" : "[\"" + count + "\", nil]");
                        }
                    }
                }
                client.sendAll(requests.toArray(String[]::new));
                assertThat(client.read(expected.size())).isEqualTo(expected);
            }
        }
        Leaks.assertNone();
    }

    @ParameterizedTest
    @EnumSource(Answers.class)
    void theProtocolChangesInsideAPipeline(Answers answers) throws Exception {
        try (LiveServer server = new LiveServer(answers.store.get())) {
            WireClient client = server.client();
            client.sendAll("GET absent", "HELLO 3", "GET absent", "HELLO 2", "GET absent");
            List<String> replies = client.read(5);
            assertThat(replies.get(0)).isEqualTo("nil");
            assertThat(replies.get(1)).startsWith("{\"server\", ");
            assertThat(replies.get(2)).isEqualTo("null");
            assertThat(replies.get(3)).startsWith("[\"server\", ");
            assertThat(replies.get(4)).isEqualTo("nil");
        }
    }

    @ParameterizedTest
    @EnumSource(Answers.class)
    void repliesAreTurnedOffAndSkippedCommandByCommand(Answers answers) throws Exception {
        try (LiveServer server = new LiveServer(answers.store.get())) {
            WireClient client = server.client();
            client.sendAll(
                    "CLIENT REPLY OFF",
                    "INCR n",
                    "NOSUCH",
                    "WAITAOF 1 0 0",
                    "CLIENT REPLY ON",
                    "INCR n",
                    "CLIENT REPLY SKIP",
                    "INCR n",
                    "INCR n",
                    "CLIENT REPLY SKIP",
                    "DEBUG SLEEP 0",
                    "GET n");
            assertThat(client.read(4)).containsExactly("+OK", ":2", ":4", "\"4\"");
        }
    }

    @Test
    void aSkippedReplyDoesNotHideWhyTheConnectionIsClosed() throws Exception {
        try (LiveServer server = new LiveServer()) {
            WireClient client = server.client();
            client.sendAll("CLIENT REPLY SKIP", "PING");
            client.send("*1\r\n!\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(client.read()).isEqualTo("-ERR Protocol error: expected '$', got '!'");
            assertThat(client.read()).isEqualTo(WireClient.CLOSED);
        }
    }

    @ParameterizedTest
    @EnumSource(Answers.class)
    void theDatabaseChangesInsideAPipeline(Answers answers) throws Exception {
        try (LiveServer server = new LiveServer(answers.store.get())) {
            WireClient client = server.client();
            for (int round = 0; round < 20; round++) {
                String key = "k" + round;
                client.sendAll(
                        "SELECT 0",
                        "SET " + key + " zero",
                        "SELECT 1",
                        "GET " + key,
                        "SET " + key + " one",
                        "SELECT 0",
                        "GET " + key,
                        "SELECT 1",
                        "GET " + key);
                assertThat(client.read(9))
                        .containsExactly("+OK", "+OK", "+OK", "nil", "+OK", "+OK", "\"zero\"", "+OK", "\"one\"");
            }
        }
    }

    @Test
    void whatFollowsAuthInItsPacketMayBeLong() throws Exception {
        try (LiveServer server = new LiveServer(Map.of(SecuritySettings.REQUIREPASS, "secret"))) {
            WireClient client = server.client();
            String value = "v".repeat(100_000);
            client.sendAll("GET k", "AUTH wrong", "AUTH secret", "SET k " + value, "GET k");
            List<String> replies = client.read(5);
            assertThat(replies.get(0)).isEqualTo("-NOAUTH Authentication required.");
            assertThat(replies.get(1)).startsWith("-WRONGPASS ");
            assertThat(replies.subList(2, 5)).containsExactly("+OK", "+OK", '"' + value + '"');

            WireClient stranger = server.client();
            stranger.sendAll("GET k", "SET k " + value);
            assertThat(stranger.read()).isEqualTo("-NOAUTH Authentication required.");
            assertThat(stranger.read()).isEqualTo("-ERR Protocol error: unauthenticated bulk length");
            assertThat(stranger.read()).isEqualTo(WireClient.CLOSED);
        }
    }

    @Test
    void whoeverCameUnderAPasswordMaySendLongRequestsWhenThereIsNoneAnyMore() throws Exception {
        try (LiveServer server = new LiveServer(Map.of(SecuritySettings.REQUIREPASS, "secret"))) {
            WireClient client = server.client();
            assertThat(client.ask("PING")).startsWith("-NOAUTH");
            WireClient operator = server.client();
            operator.ask("AUTH secret");
            operator.send(WireClient.request("CONFIG", "SET", "requirepass", ""));
            assertThat(operator.read()).isEqualTo("+OK");
            assertThat(client.ask("SET k " + "v".repeat(100_000))).isEqualTo("+OK");
            assertThat(client.ask("DEL 1 2 3 4 5 6 7 8 9 10 11 12")).isEqualTo(":0");
        }
    }

    @Test
    void aPauseKeepsTheOrderAndLetsGoOfWhatWasReadAhead() throws Exception {
        try (LiveServer server = new LiveServer(Answers.LATER.store.get())) {
            WireClient client = server.client();
            client.sendAll("GET a", "CLIENT PAUSE 20 WRITE", "GET b", "INCR n", "GET n", "PING");
            assertThat(client.read(6)).containsExactly("nil", "+OK", "nil", ":1", "\"1\"", "+PONG");
            assertThat(server.figures().heldBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INCR n", "PFCOUNT n"})
    void whatAPauseHoldsBackIsShownAsAWaitAndEndsWithItsClient(String held) throws Exception {
        try (LiveServer server = new LiveServer()) {
            WireClient operator = server.client();
            WireClient client = server.client();
            String id = client.ask("CLIENT ID").substring(1);
            assertThat(operator.ask("CLIENT PAUSE 100000 WRITE")).isEqualTo("+OK");
            client.sendAll(held, "SET m set");
            Await.until("it is held back", () -> server.server().clients().waiting() == 1);
            assertThat(operator.ask("INFO clients")).contains("blocked_clients:1");
            assertThat(operator.ask("CLIENT LIST ID " + id)).contains(" flags=b ");
            assertThat(operator.ask("CLIENT UNBLOCK " + id)).isEqualTo(":0");
            client.close();
            server.awaitConnections(1);
            assertThat(operator.ask("CLIENT UNPAUSE")).isEqualTo("+OK");
            assertThat(operator.ask("MGET n m")).isEqualTo("[nil, nil]");
        }
    }

    @Test
    void whatAPauseHoldsBackRunsBehindIt() throws Exception {
        try (LiveServer server = new LiveServer()) {
            WireClient operator = server.client();
            WireClient client = server.client();
            assertThat(operator.ask("CLIENT PAUSE 100000 WRITE")).isEqualTo("+OK");
            client.sendAll("INCR n", "GET n");
            Await.until("it is held back", () -> server.server().clients().waiting() == 1);
            assertThat(operator.ask("CLIENT UNPAUSE")).isEqualTo("+OK");
            assertThat(client.read(2)).containsExactly(":1", "\"1\"");
            assertThat(operator.ask("CLIENT LIST")).doesNotContain(" flags=b ");
        }
    }

    @Test
    void whoIsKilledIsNotThereForTheCommandsBehind() throws Exception {
        try (LiveServer server = new LiveServer()) {
            WireClient operator = server.client();
            String id = server.client().ask("CLIENT ID").substring(1);
            operator.sendAll("CLIENT KILL ID " + id, "CLIENT KILL ID " + id, "CLIENT LIST ID " + id, "INFO clients");
            assertThat(operator.read(3)).containsExactly(":1", ":0", "\"\"");
            assertThat(operator.read()).contains("connected_clients:1");
        }
    }

    @Test
    void aHundredThousandCommandsInOnePipeline() throws Exception {
        int count = 100_000;
        try (LiveServer server = new LiveServer()) {
            WireClient client = server.client();
            byte[] one = WireClient.request("INCR", "n");
            byte[] all = new byte[one.length * count];
            for (int i = 0; i < count; i++) {
                System.arraycopy(one, 0, all, i * one.length, one.length);
            }
            Thread sender = new Thread(() -> {
                try {
                    client.send(all);
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            for (int i = 1; i <= count; i++) {
                assertThat(client.read()).isEqualTo(":" + i);
            }
            sender.join();
        }
        Leaks.assertNone();
    }
}
