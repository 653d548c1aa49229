package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.config.NetworkSettings;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With {@code write-ack committed} no reply leaves before what it tells of is durable (R5), and a lost commit closes those
 * who waited for it (R8).
 *
 * <p>That something does not leave is seen without a clock: the server has one event loop, which answers a later request of
 * another client only after it has written all it was ready to write before.
 */
@Timeout(120)
class GatingTest {
    private final FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(atomicity()));

    Atomicity atomicity() {
        return Atomicity.STORE;
    }

    private LiveServer server;
    private WireClient writer;
    private WireClient reader;
    private WireClient bystander;

    @BeforeEach
    void start() throws Exception {
        Leaks.watch();
        server = new LiveServer(store, Map.of(NetworkSettings.IO_THREADS, "1", NetworkSettings.WORKER_THREADS, "1"));
        writer = server.client();
        reader = server.client();
        bystander = server.client();
        server.awaitAllSlots();
        writer.ask("SET k old");
        writer.ask("SET other old");
        reader.ask("PING");
        bystander.ask("PING");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        Leaks.assertNone();
    }

    private void holdNextCommit() {
        store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL);
    }

    private void awaitHeld() {
        Await.until("a commit is held", () -> store.held() > 0);
    }

    /** The event loop has written all that may leave. */
    private void settle() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(bystander.ask("PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void neitherTheWriterNorAReaderIsToldOfWhatIsNotDurable() throws Exception {
        holdNextCommit();
        writer.sendAll("SET k new");
        awaitHeld();
        reader.sendAll("GET k");
        settle();
        assertThat(writer.arrived()).isZero();
        assertThat(reader.arrived()).isZero();

        store.release();
        assertThat(writer.read()).isEqualTo("+OK");
        assertThat(reader.read()).isEqualTo("\"new\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET k x NX", "EXISTS k", "INCR k", "STRLEN k", "GETSET k y", "MGET k other"})
    void whateverWasSeenIsWaitedFor(String command) throws Exception {
        holdNextCommit();
        writer.sendAll("SET k new");
        awaitHeld();
        reader.sendAll(command);
        settle();
        assertThat(reader.arrived()).isZero();

        store.release();
        assertThat(writer.read()).isEqualTo("+OK");
        assertThat(reader.read()).isNotEqualTo(WireClient.CLOSED);
    }

    @Test
    void whatWasCountedIsWaitedFor() throws Exception {
        holdNextCommit();
        writer.sendAll("SET third new");
        awaitHeld();
        reader.sendAll("INFO keyspace");
        assertThat(bystander.ask("DUMP absent"))
                .as("behind it, on the one worker")
                .isEqualTo("nil");
        settle();
        assertThat(reader.arrived()).isZero();

        store.release();
        assertThat(writer.read()).isEqualTo("+OK");
        assertThat(reader.read()).contains("db0:keys=3,");
    }

    @Test
    void whatDependsOnNothingPendingLeavesAtOnce() throws Exception {
        holdNextCommit();
        writer.sendAll("ECHO before", "GET other", "SET k new", "ECHO behind");
        awaitHeld();
        assertThat(writer.read(2)).containsExactly("\"before\"", "\"old\"");
        assertThat(reader.ask("GET other")).isEqualTo("\"old\"");
        settle();
        assertThat(writer.arrived()).isZero();

        store.release();
        assertThat(writer.read(2)).containsExactly("+OK", "\"behind\"");
    }

    @Test
    void noReplyWaitsForTheCommitOfALaterCommand() throws Exception {
        holdNextCommit();
        writer.sendAll("SET k one");
        awaitHeld();
        holdNextCommit();
        writer.sendAll("SET k two", "GET k");
        settle();
        assertThat(writer.arrived()).isZero();

        // The first commit goes through, and at once the second is made and held.
        store.release();
        assertThat(writer.read()).isEqualTo("+OK");
        awaitHeld();
        settle();
        assertThat(writer.arrived()).isZero();

        store.release();
        assertThat(writer.read(2)).containsExactly("+OK", "\"two\"");
    }

    @Test
    void aLostCommitClosesThoseWhoWaitedForItAndNobodyElse() throws Exception {
        holdNextCommit();
        writer.sendAll("SET k first");
        awaitHeld();
        // This one fills the next batch while the first is in flight; the reader sees it.
        store.next(FaultyKvStore.Calls.COMMITS, Fault.BREAK);
        WireClient second = server.client();
        second.sendAll("ECHO before", "SET k lost", "ECHO behind");
        assertThat(second.read()).isEqualTo("\"before\"");
        reader.sendAll("GET k");
        settle();
        assertThat(reader.arrived()).isZero();

        store.release();
        assertThat(writer.read()).isEqualTo("+OK");
        assertThat(second.read()).isEqualTo(WireClient.CLOSED);
        assertThat(reader.read()).isEqualTo(WireClient.CLOSED);
        assertThat(writer.ask("GET k")).isEqualTo("\"first\"");
        assertThat(bystander.ask("GET k")).isEqualTo("\"first\"");
        assertThat(bystander.ask("SET k after")).isEqualTo("+OK");
        server.awaitConnections(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLIENT REPLY OFF;SET k new;CLIENT REPLY ON", "CLIENT REPLY SKIP;SET k new;ECHO behind"})
    void aWriteThatIsNotAnsweredHoldsBackTheRepliesBehindIt(String requests) throws Exception {
        holdNextCommit();
        writer.sendAll(requests.split(";"));
        awaitHeld();
        settle();
        assertThat(writer.arrived()).isZero();

        store.release();
        assertThat(writer.read()).isIn("+OK", "\"behind\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLIENT REPLY OFF;SET k lost", "CLIENT REPLY SKIP;SET k lost;ECHO behind"})
    void aLostWriteThatIsNotAnsweredClosesItsConnection(String requests) throws Exception {
        store.next(FaultyKvStore.Calls.COMMITS, Fault.BREAK);
        writer.sendAll(requests.split(";"));
        assertThat(writer.read()).isEqualTo(WireClient.CLOSED);
        assertThat(bystander.ask("GET k")).isEqualTo("\"old\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"REFUSE", "LOSE", "APPLY_UNKNOWN"})
    void aCommitThatGoesThroughInTheEndIsAnsweredOnce(Fault fault) throws Exception {
        store.next(FaultyKvStore.Calls.COMMITS, fault, fault);
        assertThat(writer.ask("APPEND k more")).isEqualTo(":7");
        assertThat(reader.ask("GET k")).isEqualTo("\"oldmore\"");
    }

    @Test
    void theClosingOfAWriterLosesNothingForTheOthers() throws Exception {
        holdNextCommit();
        writer.sendAll("SET k new");
        awaitHeld();
        reader.sendAll("GET k");
        writer.reset();
        server.awaitConnections(2);
        settle();
        assertThat(reader.arrived()).isZero();
        store.release();
        assertThat(reader.read()).isEqualTo("\"new\"");
    }
}
