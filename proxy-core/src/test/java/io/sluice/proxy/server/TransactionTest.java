package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.Fault;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.kv.testing.FaultyKvStore.Calls;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.config.EncodingSettings;
import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.StorageSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions as clients see them, where the comparison with redis-server does not reach. */
@Timeout(120)
class TransactionTest {
    private LiveServer server;
    private WireClient client;
    private WireClient other;

    private void start(KvStore store) throws Exception {
        server = new LiveServer(store, Map.of(SecuritySettings.ENABLE_DEBUG_COMMAND, "yes"));
        client = server.client();
        other = server.client();
        server.awaitAllSlots();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** Sends MULTI, the requests and EXEC as one packet; answers what EXEC answers. */
    private String exec(WireClient by, String... requests) throws Exception {
        String[] all = new String[requests.length + 2];
        all[0] = "MULTI";
        System.arraycopy(requests, 0, all, 1, requests.length);
        all[all.length - 1] = "EXEC";
        by.sendAll(all);
        return by.read(all.length).get(all.length - 1);
    }

    @Test
    void commandsAboutTheConnectionRunOnceHoweverOftenTheOthersAreRunAgain() throws Exception {
        start(new DelayedKvStore(new MemoryKvStore(), 1, Duration.ofMillis(1)));
        client.ask("SET a 1");
        client.ask("SET b 2");
        client.ask("DEBUG RELOAD");
        client.ask("CONFIG RESETSTAT");
        // Every COPY and SELECT leads the next to rows that are not in memory yet.
        String answer = exec(client, "GET a", "SLOWLOG RESET", "SELECT 1", "GET a", "SELECT 0", "COPY a c", "GET b");
        assertThat(answer).isEqualTo("[\"1\", +OK, +OK, nil, +OK, :1, \"2\"]");
        assertThat(client.ask("GET c")).isEqualTo("\"1\"");
        assertThat(client.ask("INFO commandstats")).contains("cmdstat_slowlog|reset:calls=1,");
    }

    /** It has selected the database in a run that read what was not in memory, and was not executed in the next. */
    @Test
    void aTransactionThatIsNotExecutedHasSelectedNothing() throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        start(store);
        assertThat(client.ask("WATCH watched")).isEqualTo("+OK");
        store.next(Calls.READS, Fault.HOLD_CALL);
        client.sendAll("MULTI", "SELECT 1", "GET cold", "EXEC");
        Await.until("a read is held", () -> store.held() > 0);
        assertThat(other.ask("SET watched changed")).isEqualTo("+OK");
        store.release();
        assertThat(client.read(4)).last().isEqualTo("nil*");
        assertThat(client.ask("GET watched")).isEqualTo("\"changed\"");
    }

    /** Some chunk of it is written, and its header stays as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {"SETRANGE long 5000 x", "SETBIT long 40000 1", "BITFIELD long SET u8 40000 7", "PFADD long b"})
    void aChangeWithinALongStringIsSeenByWhoWatchesIt(String change) throws Exception {
        server = new LiveServer(
                LiveServer.unshared(Atomicity.STORE),
                Map.of(StorageSettings.STRING_CHUNK_BYTES, "1kb", EncodingSettings.HLL_SPARSE_MAX_BYTES, "0"));
        client = server.client();
        other = server.client();
        if (change.startsWith("PFADD")) {
            client.ask("PFADD long a");
        } else {
            client.ask("SETRANGE long 10000 end");
        }
        client.ask("WATCH long");
        assertThat(other.ask(change)).doesNotStartWith("-");
        assertThat(exec(client, "PING")).isEqualTo("nil*");
        client.ask("WATCH long");
        other.ask("GETRANGE long 0 5");
        assertThat(exec(client, "PING")).isEqualTo("[+PONG]");
    }

    /** The name is given in a run that reads what is not in memory; until the next one nobody changes the watched key. */
    @ParameterizedTest
    @CsvSource({"GET cold, nil", "DUMP cold, nil", "SORT cold BY weight:*, []"})
    void aTransactionThatHasSetANameIsExecuted(String read, String answer) throws Exception {
        FaultyKvStore store = new FaultyKvStore(LiveServer.unshared(Atomicity.STORE));
        start(store);
        WireClient bystander = server.client();
        assertThat(client.ask("WATCH watched")).isEqualTo("+OK");
        store.next(Calls.READS, Fault.HOLD_CALL);
        client.sendAll("MULTI", "CLIENT SETNAME it", read, "EXEC");
        Await.until("a read is held", () -> store.held() > 0);
        other.sendAll("SET watched changed");
        for (int i = 0; i < 3; i++) {
            assertThat(bystander.ask("PING")).isEqualTo("+PONG");
        }
        assertThat(other.arrived()).isZero();
        store.release();
        assertThat(client.read(4)).last().isEqualTo("[+OK, " + answer + "]");
        assertThat(other.read()).isEqualTo("+OK");
        assertThat(client.ask("CLIENT GETNAME")).isEqualTo("\"it\"");
    }

    @Test
    void coldKeysAreReadTogetherAndAllIsOneCommit() throws Exception {
        MeteringKvStore meter = new MeteringKvStore(new MemoryKvStore());
        start(new DelayedKvStore(meter, 1, Duration.ofMillis(1)));
        for (int i = 0; i < 20; i++) {
            client.ask("SET key:" + i + " 1");
        }
        client.ask("DEBUG RELOAD");
        server.awaitAllSlots();
        meter.reset();
        String[] requests = new String[20];
        for (int i = 0; i < 20; i++) {
            requests[i] = "INCR key:" + i;
        }
        assertThat(exec(client, requests)).startsWith("[:2, :2,");
        assertThat(meter.snapshot().reads()).isEqualTo(1);
        assertThat(meter.snapshot().commits()).isEqualTo(1);
    }

    @Test
    void theAnswerWaitsForTheCommitOfAll() throws Exception {
        FaultyKvStore store = new FaultyKvStore(new MemoryKvStore());
        start(store);
        store.next(Calls.COMMITS, Fault.HOLD_CALL);
        client.sendAll("MULTI", "SET a 1", "SET b 1", "EXEC");
        assertThat(client.read(3)).containsExactly("+OK", "+QUEUED", "+QUEUED");
        assertThat(other.ask("PING")).isEqualTo("+PONG");
        assertThat(other.ask("PING")).isEqualTo("+PONG");
        assertThat(client.arrived()).isZero();
        store.release();
        assertThat(client.read()).isEqualTo("[+OK, +OK]");
    }

    @Test
    void aStoreThatIsAtomicPerSlotExecutesWhatLiesInOneSlot() throws Exception {
        start(new MemoryKvStore(Atomicity.SLOT));
        assertThat(exec(client, "SET {x}a 1", "SET {x}b 2", "MGET {x}a {x}b", "GET y"))
                .isEqualTo("[+OK, +OK, [\"1\", \"2\"], nil]");
        assertThat(exec(client, "SET {x}a 3", "SET y 3"))
                .isEqualTo("-CROSSSLOT Keys in request don't hash to the same slot");
        assertThat(client.ask("MGET {x}a y")).isEqualTo("[\"1\", nil]");
        assertThat(client.ask("SET y 1")).isEqualTo("+OK");
        assertThat(exec(client, "SET {x}a 4", "FLUSHDB"))
                .isEqualTo("-CROSSSLOT Keys in request don't hash to the same slot");
        assertThat(client.ask("MGET {x}a y")).isEqualTo("[\"1\", \"1\"]");
        assertThat(client.ask("DEL y")).isEqualTo(":1");
        assertThat(exec(client, "SET {x}a 4", "FLUSHDB", "SET {x}b 5")).isEqualTo("[+OK, +OK, +OK]");
        assertThat(client.ask("MGET {x}a {x}b")).isEqualTo("[nil, \"5\"]");
    }

    @Test
    void commandsOfATransactionAreCountedOneByOne() throws Exception {
        start(new MemoryKvStore());
        client.ask("SET s text");
        client.ask("CONFIG RESETSTAT");
        exec(client, "GET s", "INCR s", "GET s");
        client.ask("MULTI");
        client.ask("NOSUCH");
        client.ask("GET s");
        client.ask("EXEC");
        String stats = client.ask("INFO commandstats");
        assertThat(stats).containsPattern("cmdstat_get:calls=2,.*rejected_calls=0,failed_calls=0");
        assertThat(stats).containsPattern("cmdstat_incr:calls=1,.*rejected_calls=0,failed_calls=1");
        assertThat(stats).containsPattern("cmdstat_multi:calls=2,");
        assertThat(stats).containsPattern("cmdstat_exec:calls=2,.*failed_calls=1");
        assertThat(client.ask("INFO errorstats"))
                .contains("errorstat_EXECABORT:count=1")
                .contains("errorstat_ERR:count=2");
    }

    @Test
    void slowCommandsOfATransactionAreLoggedAndExecItselfIsNot() throws Exception {
        start(new MemoryKvStore());
        client.ask("CONFIG SET slowlog-log-slower-than 0");
        client.ask("SLOWLOG RESET");
        exec(client, "SET a 1", "GET a");
        String log = client.ask("SLOWLOG GET 10");
        assertThat(log)
                .contains("[\"SET\", \"a\", \"1\"]")
                .contains("[\"GET\", \"a\"]")
                .doesNotContain("EXEC");
    }

    @Test
    void theListOfClientsShowsTransactions() throws Exception {
        start(new MemoryKvStore());
        client.ask("CLIENT SETNAME it");
        client.ask("WATCH a b");
        client.ask("MULTI");
        client.ask("GET a");
        assertThat(line())
                .contains(" flags=x ")
                .contains(" multi=1 ")
                .contains(" multi-mem=4 ")
                .contains(" watch=2");
        other.ask("SET a 1");
        assertThat(line()).contains(" flags=xd ");
        client.ask("EXEC");
        assertThat(line()).contains(" flags=N ").contains(" multi=-1 ").contains(" watch=0");
    }

    private String line() throws Exception {
        return other.ask("CLIENT LIST")
                .lines()
                .filter(line -> line.contains(" name=it "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aConnectionThatEndsWatchesNothingAnyMore() throws Exception {
        start(new MemoryKvStore());
        WireClient third = server.client();
        third.ask("WATCH a");
        third.close();
        server.awaitConnections(2);
        assertThat(other.ask("SET a 1")).isEqualTo("+OK");
        assertThat(other.ask("CLIENT LIST")).doesNotContain("watch=1");
    }

    @Test
    void manyTransactionsInOnePacketDoNotGrowTheStack() throws Exception {
        start(new MemoryKvStore());
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            all.append("MULTI\r\nINCR n\r\nEXEC\r\n");
        }
        Thread reader = new Thread(() -> {
            try {
                client.read(60_000);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        client.send(all.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        reader.join();
        assertThat(client.ask("GET n")).isEqualTo("\"20000\"");
    }

    /** Two accounts in different slots, their sum always the same to whoever looks at both in one transaction. */
    @Test
    void transactionsOfManyConnectionsAreIsolated() throws Exception {
        start(new DelayedKvStore(new MemoryKvStore(), 7, Duration.ofMillis(1)));
        client.ask("MSET {1}account 1000 {2}account 1000");
        List<CompletableFuture<Void>> movers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            WireClient mover = server.client();
            String from = i == 0 ? "{2}account" : "{1}account";
            String to = i == 0 ? "{1}account" : "{2}account";
            movers.add(CompletableFuture.runAsync(
                    () -> {
                        for (int n = 0; n < 60; n++) {
                            String second = n % 10 == 0 ? "DUMP x" : "PING";
                            assertThat(transfer(mover, from, second, to)).matches("\\[:-?\\d+, (nil|\\+PONG), :\\d+]");
                        }
                    },
                    task -> new Thread(task).start()));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(movers.toArray(CompletableFuture[]::new));
        int looks = 0;
        while (!all.isDone() || looks == 0) {
            String[] both = exec(other, "GET {1}account", "PING", "GET {2}account")
                    .replaceAll("[^0-9,]", "")
                    .split(",");
            assertThat(Integer.parseInt(both[0]) + Integer.parseInt(both[2])).isEqualTo(2000);
            String[] seen = other.ask("MGET {1}account {2}account")
                    .replaceAll("[^0-9,]", "")
                    .split(",");
            assertThat(Integer.parseInt(seen[0]) + Integer.parseInt(seen[1])).isEqualTo(2000);
            looks++;
        }
        all.get(60, TimeUnit.SECONDS);
        assertThat(other.ask("MGET {1}account {2}account")).isEqualTo("[\"880\", \"1120\"]");
    }

    private String transfer(WireClient client, String from, String second, String to) {
        try {
            return exec(client, "DECR " + from, second, "INCR " + to);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Optimistic locking: every increment of every connection counts, though none of them uses INCR. */
    @Test
    void watchedKeysMakeReadModifyWriteSafe() throws Exception {
        start(new DelayedKvStore(new MemoryKvStore(), 3, Duration.ofMillis(1)));
        client.ask("SET n 0");
        Thread[] counters = new Thread[4];
        for (int i = 0; i < counters.length; i++) {
            WireClient counter = server.client();
            counters[i] = new Thread(() -> {
                try {
                    for (int done = 0; done < 25; ) {
                        counter.ask("WATCH n");
                        int n = Integer.parseInt(counter.ask("GET n").replace("\"", ""));
                        if (!exec(counter, "SET n " + (n + 1)).equals("nil*")) {
                            done++;
                        }
                    }
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            counters[i].start();
        }
        for (Thread counter : counters) {
            counter.join();
        }
        assertThat(client.ask("GET n")).isEqualTo("\"100\"");
    }
}
