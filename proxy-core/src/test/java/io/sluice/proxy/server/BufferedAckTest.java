package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.config.Setting;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.config.StorageSettings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code write-ack buffered}: replies leave before the commit, within bounds of bytes and age; WAITAOF waits for it. */
@Timeout(120)
class BufferedAckTest {
    private static final String FOR_EVER = "60000";

    private final FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());

    @BeforeEach
    void watch() {
        Leaks.watch();
    }

    @AfterEach
    void noLeaks() {
        Leaks.assertNone();
    }

    private LiveServer start(Map<Setting, String> bounds) throws Exception {
        Map<Setting, String> settings = new HashMap<>(bounds);
        settings.put(StorageSettings.WRITE_ACK, "buffered");
        settings.putIfAbsent(StorageSettings.WRITE_BUFFER_LAG_MS, FOR_EVER);
        LiveServer server = new LiveServer(store, settings);
        server.awaitAllSlots();
        return server;
    }

    private void holdNextCommit() {
        store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL);
    }

    private void awaitHeld() {
        Await.until("a commit is held", () -> store.held() > 0);
    }

    @Test
    void repliesLeaveBeforeTheCommitAndWaitaofWaits() throws Exception {
        try (LiveServer server = start(Map.of())) {
            WireClient writer = server.client();
            WireClient other = server.client();
            assertThat(writer.ask("SET k old")).isEqualTo("+OK");
            assertThat(writer.ask("WAITAOF 1 0 0")).isEqualTo("[:1, :0]");

            holdNextCommit();
            assertThat(writer.ask("SET k new")).isEqualTo("+OK");
            assertThat(other.ask("GET k")).isEqualTo("\"new\"");
            awaitHeld();
            writer.sendAll("WAITAOF 1 0 0", "ECHO behind");
            other.sendAll("WAITAOF 1 0 1");
            assertThat(other.read()).as("its time is up").isEqualTo("[:0, :0]");
            assertThat(other.ask("PING")).isEqualTo("+PONG");
            assertThat(writer.arrived()).isZero();

            store.release();
            assertThat(writer.read(2)).containsExactly("[:1, :0]", "\"behind\"");
            assertThat(server.figures().pendingBytes()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"WAITAOF 1 0 0", "PING"})
    void whoWasToldOfWhatIsLostIsClosedInsteadOfAnswered(String next) throws Exception {
        try (LiveServer server = start(Map.of())) {
            WireClient writer = server.client();
            WireClient reader = server.client();
            WireClient other = server.client();
            holdNextCommit();
            assertThat(other.ask("SET k first")).isEqualTo("+OK");
            awaitHeld();
            // These are in the next batch, behind the one that is held.
            store.next(FaultyKvStore.Calls.COMMITS, Fault.BREAK);
            assertThat(writer.ask("SET k lost")).isEqualTo("+OK");
            assertThat(reader.ask("GET k")).isEqualTo("\"lost\"");
            store.release();
            Await.until("it is lost", () -> server.figures().pendingBytes() == 0);
            assertThat(writer.ask(next)).isEqualTo(WireClient.CLOSED);
            assertThat(reader.ask(next)).isEqualTo(WireClient.CLOSED);
            assertThat(other.ask("WAITAOF 1 0 0")).isEqualTo("[:1, :0]");
            assertThat(other.ask("GET k")).isEqualTo("\"first\"");
        }
    }

    @Test
    void beyondItsBytesWritesWaitForTheStore() throws Exception {
        try (LiveServer server = start(Map.of(StorageSettings.WRITE_BUFFER_BYTES, "1mb"))) {
            WireClient writer = server.client();
            WireClient other = server.client();
            writer.ask("SET k0 v");
            writer.ask("WAITAOF 1 0 0");
            holdNextCommit();
            String value = "v".repeat(300_000);
            assertThat(writer.ask("SET k0 " + value)).isEqualTo("+OK");
            awaitHeld();
            assertThat(writer.ask("SET k1 " + value)).isEqualTo("+OK");
            assertThat(writer.ask("SET k2 " + value)).isEqualTo("+OK");
            writer.sendAll("SET k3 " + value);
            Await.until("it was run", () -> server.figures().pendingBytes() > 1 << 20);
            for (int i = 0; i < 3; i++) {
                assertThat(other.ask("PING")).isEqualTo("+PONG");
            }
            assertThat(writer.arrived()).isZero();

            store.release();
            assertThat(writer.read()).isEqualTo("+OK");
        }
    }

    @Test
    void beyondItsAgeWritesWaitForTheStore() throws Exception {
        try (LiveServer server = start(Map.of(StorageSettings.WRITE_BUFFER_LAG_MS, "0"))) {
            WireClient writer = server.client();
            WireClient other = server.client();
            holdNextCommit();
            writer.sendAll("SET k v");
            awaitHeld();
            for (int i = 0; i < 3; i++) {
                assertThat(other.ask("PING")).isEqualTo("+PONG");
            }
            assertThat(writer.arrived()).isZero();
            store.release();
            assertThat(writer.read()).isEqualTo("+OK");
        }
    }

    @Test
    void theEndOfTheServerWaitsForWhatWasAcknowledged() throws Exception {
        MemoryKvStore memory = new MemoryKvStore();
        FaultyKvStore slow = new FaultyKvStore(memory);
        try (LiveServer server = new LiveServer(
                slow, Map.of(StorageSettings.WRITE_ACK, "buffered", StorageSettings.WRITE_BUFFER_LAG_MS, FOR_EVER))) {
            server.awaitAllSlots();
            WireClient writer = server.client();
            slow.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL, Fault.REFUSE, Fault.REFUSE);
            assertThat(writer.ask("SET a 1")).isEqualTo("+OK");
            assertThat(writer.ask("SET b 2")).isEqualTo("+OK");
            Await.until("a commit is held", () -> slow.held() > 0);
            Thread ending = new Thread(server::shutDown);
            ending.start();
            assertThat(writer.read()).isEqualTo(WireClient.CLOSED);
            assertThat(ending.isAlive()).isTrue();
            slow.release();
            ending.join();
            try (LiveServer next = new LiveServer(memory)) {
                assertThat(next.client().ask("MGET a b")).isEqualTo("[\"1\", \"2\"]");
            }
        }
    }
}
