package io.sluice.proxy.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.NetworkSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that send garbage, stop in the middle, never read, or go away at the worst moment. After each of them a new
 * client is served as if nothing had been, no connection is left over, and no memory: neither buffers nor rows held for a
 * command nor changes that wait for their commit.
 */
@Timeout(240)
class HostileClientsTest {
    private static final int PAUSE_BYTES = 1 << 20;

    private final FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
    private LiveServer server;

    @BeforeEach
    void start() {
        Leaks.watch();
        server = new LiveServer(
                store,
                new HashMap<>(Map.of(
                        LimitSettings.CLIENT_OUTPUT_PAUSE_BYTES,
                        Integer.toString(PAUSE_BYTES),
                        NetworkSettings.IO_THREADS,
                        "2")));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        server.awaitConnections(0);
        try (WireClient fresh = new WireClient(server.port())) {
            assertThat(fresh.ask("FLUSHALL")).isEqualTo("+OK");
            fresh.sendAll("SET k v", "INCR n", "GET k");
            assertThat(fresh.read(3)).containsExactly("+OK", ":1", "\"v\"");
        }
        server.awaitConnections(0);
        // What was flushed is reclaimed meanwhile, which holds rows for moments.
        Await.until("nothing is held", () -> server.figures().heldBytes() == 0);
        assertThat(server.figures().pendingBytes()).isZero();
        server.close();
        Leaks.assertNone();
    }

    private WireClient connect() throws IOException {
        return new WireClient(server.port());
    }

    @Test
    void randomAndMutatedBytes() throws Exception {
        long seed = ThreadLocalRandom.current().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        byte[] sound = WireClient.pipeline(
                "SET k value",
                "GET k",
                "MSET a 1 b 2 c 3",
                "MGET a b c",
                "INCR n",
                "EXPIRE k 100",
                "HELLO 3",
                "KEYS *",
                "SELECT 1",
                "CLIENT REPLY SKIP",
                "GETRANGE k 0 -1",
                "WAITAOF 0 0 0",
                "DEL a b c",
                "OBJECT ENCODING k");
        for (int i = 0; i < 1_500; i++) {
            byte[] bytes = random.nextInt(4) == 0 ? noise(random) : mutated(sound, random);
            try (WireClient client = connect()) {
                client.send(bytes);
                client.endOutput();
                client.drain(); // ends only if the server closes
            } catch (IOException reset) {
                assertThat(reset).as("seed %d", seed).isInstanceOf(java.net.SocketException.class);
            }
        }
    }

    @Test
    void aWaitThatBeginsBehindTheEndOfTheInputEndsAtOnce() throws Exception {
        try (WireClient client = connect()) {
            // KEYS runs on a worker, so the end of the input is seen before WAITAOF begins.
            client.sendAll("KEYS *", "WAITAOF 0 9 0");
            client.endOutput();
            client.drain();
        }
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mutated(byte[] sound, SplittableRandom random) {
        byte[] bytes = sound.clone();
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bytes.length);
            bytes[at] = (byte)
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(256);
                        case 1 -> '0' + random.nextInt(10);
                        case 2 -> "*$-\r\n:".charAt(random.nextInt(6));
                        default -> bytes[random.nextInt(bytes.length)];
                    };
        }
        return random.nextBoolean() ? bytes : java.util.Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*2147483648\r\n",
                "*99999999999999999999\r\n",
                "*-99999999999999999999\r\n",
                "*1\r\n$536870913\r\n",
                "*1\r\n$99999999999999999999\r\n",
                "*1\r\n$-1\r\n",
                "*1\r\n:1\r\n",
                "*x\r\n"
            })
    void absurdLengthsAreRefused(String bytes) throws Exception {
        try (WireClient client = connect()) {
            client.send(("PING\r\n" + bytes).getBytes(ISO_8859_1));
            assertThat(client.read()).isEqualTo("+PONG");
            assertThat(client.read()).startsWith("-ERR Protocol error: ");
            assertThat(client.read()).isEqualTo(WireClient.CLOSED);
        }
    }

    @Test
    void keyCountsThatOverflow() throws Exception {
        try (WireClient client = connect()) {
            for (String count : List.of("9223372036854775807", "2147483647", "-1", "0", "-9223372036854775808")) {
                client.sendAll("GET cold", "SINTERCARD " + count + " a", "LMPOP " + count + " a LEFT", "PING");
                assertThat(client.read(4)).startsWith("nil").endsWith("+PONG");
                client.sendAll("MULTI", "GET cold", "SINTERCARD " + count + " a", "EXEC", "PING");
                assertThat(client.read(5).toString()).doesNotContain("internal").endsWith("+PONG]");
            }
        }
    }

    @Test
    void aTransactionMayBeAsLargeAsARequest() throws Exception {
        String value = "v".repeat(300_000);
        try (WireClient client = connect()) {
            assertThat(client.ask("CONFIG SET client-query-buffer-limit 1mb")).isEqualTo("+OK");
            for (int round = 0; round < 2; round++) {
                client.sendAll("MULTI", "SET k " + value, "SET k " + value, "SET k " + value, "EXEC");
                assertThat(client.read(5)).last().isEqualTo("[+OK, +OK, +OK]");
            }
            client.sendAll("MULTI", "SET k " + value, "SET k " + value, "SET k " + value, "SET k lost" + value);
            assertThat(client.read(5)).containsExactly("+OK", "+QUEUED", "+QUEUED", "+QUEUED", WireClient.CLOSED);
        }
        try (WireClient client = connect()) {
            assertThat(client.ask("GET k")).isEqualTo('"' + value + '"');
        }
    }

    @Test
    void aTransactionOfVeryManySmallCommands() throws Exception {
        try (WireClient client = connect()) {
            assertThat(client.ask("CONFIG SET client-query-buffer-limit 1mb")).isEqualTo("+OK");
            assertThat(client.ask("MULTI")).isEqualTo("+OK");
            String last = "+QUEUED";
            for (int sent = 0; sent < 50 && last.equals("+QUEUED"); sent++) {
                client.sendAll(java.util.Collections.nCopies(1_000, "PING").toArray(String[]::new));
                last = client.read(1_000).get(999);
            }
            assertThat(last).isEqualTo(WireClient.CLOSED);
        }
    }

    @Test
    void oneByteAtATime() throws Exception {
        try (WireClient client = connect()) {
            byte[] bytes = WireClient.pipeline("SET key value", "APPEND key more", "GET key", "NOSUCH", "PING");
            for (byte each : bytes) {
                client.send(new byte[] {each});
            }
            assertThat(client.read(5))
                    .containsExactly(
                            "+OK",
                            ":9",
                            "\"valuemore\"",
                            "-ERR unknown command 'NOSUCH', with args beginning with: ",
                            "+PONG");
        }
    }

    @Test
    void aHalfClosedConnectionIsAnsweredToItsEnd() throws Exception {
        try (WireClient client = connect()) {
            List<String> requests = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 1; i <= 1_000; i++) {
                requests.add("INCR n");
                expected.add(":" + i);
            }
            client.sendAll(requests.toArray(String[]::new));
            client.endOutput();
            assertThat(client.read(1_000)).isEqualTo(expected);
            assertThat(client.read()).isEqualTo(WireClient.CLOSED);
        }
    }

    @Test
    void aHalfClosedConnectionIsAnsweredWhenTheStoreHasAnswered() throws Exception {
        server.awaitAllSlots();
        try (WireClient client = connect()) {
            store.next(FaultyKvStore.Calls.READS, Fault.HOLD_ANSWER);
            client.sendAll("GET cold", "SET k v", "GET k");
            client.endOutput();
            Await.until("a read is held", () -> store.held() > 0);
            store.release();
            assertThat(client.read(4)).containsExactly("nil", "+OK", "\"v\"", WireClient.CLOSED);
        }
    }

    @Test
    void aWaitEndsWithItsClient() throws Exception {
        try (WireClient client = connect()) {
            client.sendAll("WAIT 1 0", "PING");
            Await.until("it waits", () -> server.server().clients().waiting() == 1);
        }
        server.awaitConnections(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClientGoesWhileItsCommandsWaitForTheStore(boolean reset) throws Exception {
        server.awaitAllSlots();
        for (int round = 0; round < 20; round++) {
            store.next(FaultyKvStore.Calls.READS, Fault.HOLD_ANSWER);
            WireClient client = connect();
            client.sendAll("GET cold" + round, "GET colder" + round, "INCR n" + round, "KEYS *");
            Await.until("a read is held", () -> store.held() > 0);
            if (reset) {
                client.reset();
                server.awaitConnections(0);
            } else {
                client.close();
            }
            store.release();
            server.awaitConnections(0);
        }
    }

    @Test
    void aClientGoesWhileItsCommitIsHeld() throws Exception {
        server.awaitAllSlots();
        store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL);
        WireClient client = connect();
        client.sendAll("SET k v", "GET k", "ECHO more");
        Await.until("a commit is held", () -> store.held() > 0);
        client.reset();
        server.awaitConnections(0);
        store.release();
    }

    @Test
    void aClientThatNeverReadsIsNotReadEither() throws Exception {
        String value = "v".repeat(100_000);
        try (WireClient client = connect()) {
            assertThat(client.ask("SET big " + value)).isEqualTo("+OK");
            byte[] pipeline = WireClient.pipeline(
                    java.util.Collections.nCopies(10_000, "GET big").toArray(String[]::new));
            Thread sender = new Thread(() -> {
                try {
                    client.send(pipeline);
                } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                }
            });
            sender.start();
            ClientSession session = server.server().clients().all().get(0);
            Await.until("its replies pile up", () -> outputOf(session) >= PAUSE_BYTES / 2);
            try (WireClient other = connect()) {
                for (int i = 0; i < 200; i++) {
                    assertThat(other.ask("PING")).isEqualTo("+PONG");
                    assertThat(outputOf(session)).as("a gigabyte was asked for").isLessThan(4L * PAUSE_BYTES);
                }
            }
            for (int i = 0; i < 10_000; i++) {
                assertThat(client.read()).hasSize(value.length() + 2);
            }
            sender.join();
            assertThat(client.ask("PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void aClientThatNeverReadsAndGoes() throws Exception {
        String value = "v".repeat(100_000);
        for (int round = 0; round < 5; round++) {
            WireClient client = connect();
            client.ask("SET big " + value);
            client.sendAll(java.util.Collections.nCopies(500, "GET big").toArray(String[]::new));
            if (round % 2 == 0) {
                client.reset();
            } else {
                client.close();
            }
        }
    }

    /** What its pipeline has loaded together would be held, and with it all that others write there, until it reads. */
    @Test
    void aClientThatStopsReadingHoldsNoRows() throws Exception {
        server.awaitAllSlots();
        int count = 600;
        String value = "v".repeat(60_000);
        List<String> gets = new ArrayList<>();
        try (WireClient client = connect()) {
            for (int i = 0; i < count; i++) {
                assertThat(client.ask("SET big" + i + " " + value)).isEqualTo("+OK");
                gets.add("GET big" + i);
            }
            server.server().engine().dropCaches();
            ClientSession session = server.server().clients().all().get(0);
            client.sendAll(gets.toArray(String[]::new));
            Await.until(
                    "its replies pile up, and nothing is held for it",
                    () -> outputOf(session) >= PAUSE_BYTES / 2
                            && server.figures().heldBytes() == 0);
            assertThat(client.read(count)).containsOnly('"' + value + '"');
        }
    }

    private static long outputOf(ClientSession session) {
        String described = session.describe();
        int at = described.indexOf(" omem=") + 6;
        return Long.parseLong(described.substring(at, described.indexOf(' ', at)));
    }

    @Test
    void thousandsComeAndGoInTheMiddleOfACommand() throws Exception {
        byte[] bytes =
                WireClient.pipeline("SET k value", "GET k", "MSET a 1 b 2", "KEYS *", "DEBUG SLEEP 0.001", "GET c");
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 3_000; i++) {
            WireClient client = connect();
            client.send(java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            if (random.nextBoolean()) {
                client.reset();
            } else {
                client.close();
            }
        }
    }

    @Test
    void aValueOf64Megabytes() throws Exception {
        int length = 64 << 20;
        try (WireClient client = connect()) {
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(("*3\r\n$3\r\nSET\r\n$3\r\nbig\r\n$" + length + "\r\n").getBytes(ISO_8859_1));
            client.send(request.toByteArray());
            byte[] part = "0123456789abcdef".repeat(1 << 16).getBytes(ISO_8859_1);
            for (int sent = 0; sent < length; sent += part.length) {
                client.send(part);
            }
            client.send("\r\n".getBytes(ISO_8859_1));
            assertThat(client.read()).isEqualTo("+OK");
            client.sendAll("STRLEN big", "GETRANGE big -16 -1", "GET big", "PING");
            assertThat(client.read(2)).containsExactly(":" + length, "\"0123456789abcdef\"");
            assertThat(client.read()).hasSize(length + 2);
            assertThat(client.read()).isEqualTo("+PONG");
        }
    }
}
