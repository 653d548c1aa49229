package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.NetworkSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whom {@code timeout} closes. The look at the clients is taken hours later than it is, so that all were silent for long. */
@Timeout(120)
class IdleClientsTest {
    private LiveServer server;

    private void start(KvStore store) throws Exception {
        server = new LiveServer(
                store, Map.of(NetworkSettings.TIMEOUT, "3600", LimitSettings.CLIENT_OUTPUT_PAUSE_BYTES, "64kb"));
        server.awaitAllSlots();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** Looks at all clients. With one event loop, the youngest is looked at last: it is over when that one is closed. */
    private void lookAtIdleClients() throws Exception {
        WireClient youngest = server.client();
        assertThat(youngest.ask("PING")).isEqualTo("+PONG");
        server.server().closeIdle(inTwoHours());
        assertThat(youngest.read()).isEqualTo(WireClient.CLOSED);
    }

    private static long inTwoHours() {
        return System.nanoTime() + TimeUnit.HOURS.toNanos(2);
    }

    private ClientSession only() {
        return server.server().clients().all().get(0);
    }

    @Test
    void aClientThatIsPausedIsNotIdle() throws Exception {
        start(LiveServer.unshared(Atomicity.STORE));
        WireClient paused = server.client();
        assertThat(paused.ask("PING")).isEqualTo("+PONG");
        WireClient operator = server.client();
        assertThat(operator.ask("CLIENT PAUSE 1000000 WRITE")).isEqualTo("+OK");
        paused.sendAll("PING", "SET k v");
        assertThat(paused.read()).isEqualTo("+PONG");
        lookAtIdleClients();
        assertThat(operator.read()).isEqualTo(WireClient.CLOSED);
        assertThat(server.client().ask("CLIENT UNPAUSE")).isEqualTo("+OK");
        assertThat(paused.read()).isEqualTo("+OK");
    }

    @Test
    void aClientWhoseCommandWaitsForTheStoreIsNotIdle() throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        start(store);
        WireClient reader = server.client();
        store.next(Calls.READS, Fault.HOLD_CALL);
        reader.sendAll("GET cold");
        Await.until("a read is held", () -> store.held() > 0);
        lookAtIdleClients();
        store.release();
        assertThat(reader.read()).isEqualTo("nil");
    }

    @Test
    void aClientWhoseReplyWaitsForACommitIsNotIdle() throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        start(store);
        WireClient writer = server.client();
        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        writer.sendAll("SET k v");
        Await.until("a commit is held", () -> store.held() > 0);
        lookAtIdleClients();
        store.release();
        assertThat(writer.read()).isEqualTo("+OK");
    }

    /** The first look finds more unsent than there was, and a later one that nothing of it was taken since. */
    @Test
    void aClientThatTakesNothingOfItsRepliesIsIdle() throws Exception {
        start(LiveServer.unshared(Atomicity.STORE));
        WireClient deaf = server.client();
        assertThat(deaf.ask("SETRANGE large 33554432 x")).isEqualTo(":33554433");
        deaf.sendAll("GET large");
        Await.until("replies are not taken", () -> only().describe().contains("events=rw"));
        ClientSession session = only();
        lookAtIdleClients();
        assertThat(session.describe()).as("not being closed").contains(" flags=N ");
        Await.until("it is closed", () -> {
            server.server().closeIdle(inTwoHours()); // again, while the kernel's buffers still fill
            return server.connections() == 0;
        });
    }

    @Test
    void whatIsReadCountsThoughItIsNoRequestYet() throws Exception {
        start(LiveServer.unshared(Atomicity.STORE));
        WireClient slow = server.client();
        slow.send("*1\r\n$1000000\r\n".getBytes(StandardCharsets.US_ASCII));
        Await.until(
                "the client is known", () -> !server.server().clients().all().isEmpty());
        long before = only().lastInteractionNanos();
        Await.until("it counts", () -> {
            sendByte(slow);
            return only().lastInteractionNanos() > before;
        });
    }

    private static void sendByte(WireClient client) {
        try {
            client.send(new byte[] {'x'});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
