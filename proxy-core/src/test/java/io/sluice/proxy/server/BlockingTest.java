package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.proxy.config.SecuritySettings;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that wait, as clients see them, where the comparison with redis-server does not reach. */
@Timeout(120)
class BlockingTest {
    private final FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
    private LiveServer server;
    private WireClient waiter;
    private WireClient writer;
    private WireClient bystander;

    @BeforeEach
    void start() throws Exception {
        Leaks.watch();
        server = new LiveServer(store, Map.of(SecuritySettings.ENABLE_DEBUG_COMMAND, "yes"));
        waiter = server.client();
        writer = server.client();
        bystander = server.client();
        server.awaitAllSlots();
        waiter.ask("PING");
        writer.ask("PING");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        Leaks.assertNone();
    }

    private void awaitWaiting(int count) {
        Await.until(count + " clients wait", () -> server.server().clients().waiting() == count);
    }

    /** The event loop has written all that may leave. */
    private void settle() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(bystander.ask("PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void whatIsServedIsAnsweredWhenItsRemovalIsDurable() throws Exception {
        waiter.sendAll("BLPOP k 0");
        awaitWaiting(1);
        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        writer.sendAll("RPUSH k a b");
        Await.until("a commit is held", () -> store.held() > 0);
        settle();
        assertThat(waiter.arrived()).isZero();
        assertThat(writer.arrived()).isZero();
        store.release();
        assertThat(waiter.read()).isEqualTo("[\"k\", \"a\"]");
        assertThat(writer.read()).isEqualTo(":2");
    }

    @Test
    void aLostCommitClosesWhoWasServedByIt() throws Exception {
        writer.ask("RPUSH other x");
        waiter.sendAll("BLMOVE k other LEFT RIGHT 0");
        awaitWaiting(1);
        store.nextCommits(Fault.BREAK, 1);
        writer.sendAll("RPUSH k a");
        assertThat(waiter.read()).isEqualTo(WireClient.CLOSED);
        assertThat(writer.read()).isEqualTo(WireClient.CLOSED);
        assertThat(bystander.ask("LRANGE other 0 -1")).isEqualTo("[\"x\"]");
        assertThat(bystander.ask("EXISTS k")).isEqualTo(":0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BLPOP k 0", "BLMPOP 0 2 j k LEFT COUNT 5", "BRPOPLPUSH k l 0", "BZPOPMIN z k 0"})
    void whoIsGoneTakesNothing(String command) throws Exception {
        waiter.sendAll(command);
        awaitWaiting(1);
        waiter.reset();
        server.awaitConnections(2);
        writer.ask(command.startsWith("BZ") ? "ZADD k 1 a" : "RPUSH k a");
        assertThat(bystander.ask("EXISTS k")).isEqualTo(":1");
        assertThat(server.server().clients().waiting()).isZero();
    }

    /** A connection is not read without bound behind a command that waits; its end is seen all the same. */
    @Test
    void whoIsGoneWithManyRequestsBehindTakesNothing() throws Exception {
        waiter.sendAll("BLPOP k 0");
        awaitWaiting(1);
        String[] behind = new String[10_000];
        Arrays.fill(behind, "INCR n");
        waiter.sendAll(behind);
        waiter.close();
        server.awaitConnections(2);
        writer.ask("RPUSH k a");
        assertThat(bystander.ask("EXISTS k n")).isEqualTo(":1");
    }

    /** The connection ends before the command has come to wait. */
    @Test
    void whoGoesWhileItsKeysAreLookedForTakesNothing() throws Exception {
        writer.ask("SET {k}other x");
        writer.ask("DEBUG RELOAD");
        server.awaitAllSlots();
        store.next(Calls.READS, Fault.HOLD_CALL);
        waiter.sendAll("BLPOP {k}list 0");
        Await.until("a read is held", () -> store.held() > 0);
        waiter.reset();
        server.awaitConnections(2);
        store.release();
        assertThat(writer.ask("RPUSH {k}list a")).isEqualTo(":1");
        assertThat(writer.ask("LRANGE {k}list 0 -1")).isEqualTo("[\"a\"]");
        assertThat(server.server().clients().waiting()).isZero();
    }

    /** One that has shut down its half of the connection is taken for gone: nobody can tell the difference. */
    @Test
    void whoSendsNoMoreDoesNotWait() throws Exception {
        waiter.sendAll("BLPOP k 0");
        awaitWaiting(1);
        waiter.endOutput();
        server.awaitConnections(2);
        writer.ask("RPUSH k a");
        assertThat(bystander.ask("LLEN k")).isEqualTo(":1");
    }

    /** What was put there is a list of many rows, of which only the first is in memory. */
    @Test
    void aStoreThatFailsTheServiceLeavesTheElements() throws Exception {
        writer.ask("RPUSH {k}large" + " some-element-or-other".repeat(2000));
        writer.ask("DEBUG RELOAD");
        server.awaitAllSlots();
        writer.ask("LLEN {k}large");
        waiter.sendAll("BLMPOP 0 1 {k}list LEFT COUNT 1500");
        awaitWaiting(1);
        store.nextReads(Fault.BREAK, 1);
        assertThat(writer.ask("RENAME {k}large {k}list")).isEqualTo("+OK");
        assertThat(waiter.read()).startsWith("-ERR");
        assertThat(writer.ask("LLEN {k}list")).isEqualTo(":2000");
    }

    @Test
    void whoWaitsIsCountedAndShown() throws Exception {
        waiter.ask("CLIENT SETNAME it");
        waiter.sendAll("BLPOP k 0");
        awaitWaiting(1);
        assertThat(bystander.ask("INFO clients")).contains("blocked_clients:1");
        assertThat(bystander.ask("CLIENT LIST")).containsPattern("name=it .* flags=b .* cmd=blpop ");
        writer.ask("RPUSH k a");
        assertThat(waiter.read()).isEqualTo("[\"k\", \"a\"]");
        assertThat(bystander.ask("INFO clients")).contains("blocked_clients:0");
        assertThat(bystander.ask("INFO commandstats")).containsPattern("cmdstat_blpop:calls=1,.*failed_calls=0");
    }

    @Test
    void whoWaitsIsEndedWithTheServer() throws Exception {
        waiter.sendAll("BLPOP k 0");
        awaitWaiting(1);
        server.shutDown();
        assertThat(waiter.read()).isEqualTo(WireClient.CLOSED);
    }
}
