package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.config.StorageSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the commands on lists ask the store, by counting: on a list in its header row, and on one in chunks. */
@Timeout(120)
class ListBudgetsTest {
    /** Some hundred chunks. */
    private static final int LARGE = 20_000;

    private static final int AT_ONCE = 500;

    /** A server over a store whose calls are counted, with a client. */
    private static final class Counted implements AutoCloseable {
        private final MeteringKvStore meter;
        private final LiveServer server;
        private final WireClient client;

        Counted(Atomicity atomicity, boolean inline) throws IOException {
            MemoryKvStore memory = LiveServer.unshared(atomicity);
            meter = new MeteringKvStore(inline ? memory : new DelayedKvStore(memory, 1, Duration.ofNanos(200_000)));
            server = new LiveServer(meter, Map.of(StorageSettings.PACKED_MAX_BYTES, "1000"));
            client = server.client();
        }

        void fill(String key, int count) throws IOException {
            client.ask("DEL " + key);
            for (int from = 0; from < count; from += AT_ONCE) {
                StringBuilder push = new StringBuilder("RPUSH ").append(key);
                for (int i = from; i < Math.min(count, from + AT_ONCE); i++) {
                    push.append(" element-").append(i);
                }
                client.ask(push.toString());
            }
        }

        /** A request that changes nothing: how often it reads. */
        void reads(String request, long cold, long warm) throws IOException {
            cold(request, cold, 0);
            warm(request, warm, 0);
        }

        /** A request that changes something, in one commit: how often it reads. */
        void changes(String request, long cold, long warm) throws IOException {
            cold(request, cold, 1);
            warm(request, warm, 1);
        }

        /** The request when nothing but the slots' summaries is in memory. */
        private void cold(String request, long reads, long commits) throws IOException {
            server.server().engine().dropCaches();
            client.ask("DBSIZE"); // brings all slots into service again
            counted("cold: " + request, request, reads, commits);
        }

        private void warm(String request, long reads, long commits) throws IOException {
            counted("warm: " + request, request, reads, commits);
        }

        private void counted(String what, String request, long reads, long commits) throws IOException {
            MeteringKvStore.Counts before = meter.snapshot();
            String reply = client.ask(request);
            MeteringKvStore.Counts counted = meter.snapshot().since(before);
            assertThat(reply).as(what).doesNotStartWith("-");
            assertThat(counted.reads()).as("reads, %s", what).isEqualTo(reads);
            assertThat(counted.commits()).as("commits, %s", what).isEqualTo(commits);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aSmallList(Atomicity atomicity, boolean inline) throws Exception {
        try (Counted t = new Counted(atomicity, inline)) {
            t.fill("{k}", 10);
            t.fill("{k}other", 10);
            t.reads("LLEN {k}", 1, 0);
            t.reads("LINDEX {k} 5", 1, 0);
            t.reads("LRANGE {k} 0 -1", 1, 0);
            t.reads("LPOS {k} element-5 COUNT 0", 1, 0);
            for (String change : List.of(
                    "LPUSH {k} a b",
                    "RPUSH {k} a b",
                    "LPUSHX {k} a",
                    "RPUSHX {k} a",
                    "LPOP {k}",
                    "RPOP {k} 2",
                    "BLPOP {k}nosuch {k} 0",
                    "BRPOP {k} 0",
                    "LMPOP 2 {k}nosuch {k} LEFT COUNT 2",
                    "BLMPOP 0 2 {k}nosuch {k} LEFT",
                    "LMOVE {k} {k}other LEFT RIGHT",
                    "LMOVE {k}other {k}other LEFT RIGHT",
                    "RPOPLPUSH {k}other {k}",
                    "BLMOVE {k}other {k} LEFT RIGHT 0",
                    "BRPOPLPUSH {k}other {k} 0",
                    "LSET {k} 1 a",
                    "LINSERT {k} BEFORE element-5 a",
                    "LREM {k} 1 a",
                    "LTRIM {k} 1 -1")) {
                t.fill("{k}", 10);
                t.client.ask("RPUSH {k} a a a");
                t.changes(change, 1, 0);
            }
            t.reads("LINSERT {k} BEFORE nosuch a", 1, 0);
            t.reads("LREM {k} 0 nosuch", 1, 0);
            t.reads("LPUSHX {k}nosuch a", 1, 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aLargeList(Atomicity atomicity, boolean inline) throws Exception {
        try (Counted t = new Counted(atomicity, inline)) {
            t.fill("{k}", LARGE);
            t.fill("{k}other", LARGE);
            t.reads("LLEN {k}", 1, 0);
            t.reads("LINDEX {k} -1", 1, 0);
            t.reads("LINDEX {k} 10000", 3, 0);
            t.reads("LRANGE {k} 0 99", 3, 0);
            t.reads("LRANGE {k} -100 -1", 3, 0);
            t.reads("LRANGE {k} 10000 10099", 3, 0);
            t.reads("LRANGE {k} 0 -1", 3, 1);
            t.reads("LPOS {k} element-5", 3, 0);
            t.reads("LPOS {k} element-10000", 7, 1);
            t.changes("LPUSH {k} a b", 1, 0);
            t.changes("RPUSH {k} a b", 1, 0);
            t.changes("LPUSHX {k} a", 1, 0);
            t.changes("RPUSHX {k} a", 1, 0);
            t.changes("LPOP {k}", 1, 0);
            t.changes("RPOP {k} 2", 1, 0);
            t.changes("LPOP {k} 500", 3, 1);
            t.changes("BLPOP {k}nosuch {k} 0", 1, 0);
            t.changes("BRPOP {k} 0", 1, 0);
            t.changes("LMPOP 2 {k}nosuch {k} LEFT COUNT 2", 1, 0);
            t.changes("BLMPOP 0 2 {k}nosuch {k} LEFT", 1, 0);
            t.changes("LMOVE {k} {k}other LEFT RIGHT", 1, 0);
            t.changes("LMOVE {k}other {k}other LEFT RIGHT", 3, 0);
            t.changes("RPOPLPUSH {k}other {k}", 1, 0);
            t.changes("BLMOVE {k}other {k} LEFT RIGHT 0", 1, 0);
            t.changes("BRPOPLPUSH {k}other {k} 0", 1, 0);
            t.changes("LSET {k} 1 a", 1, 0);
            t.changes("LSET {k} 9000 a", 3, 0);
            t.changes("LINSERT {k} BEFORE element-9001 b", 8, 1);
            t.changes("LREM {k} 1 b", 8, 1);
            t.changes("LTRIM {k} 1 -1", 1, 0);
            t.changes("LTRIM {k} 1000 -1000", 5, 2);
        }
    }

    /** Who is served takes what was put there in the same commit: the list is never stored. */
    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aPushThatServesWhoWaits(Atomicity atomicity, boolean inline) throws Exception {
        try (Counted t = new Counted(atomicity, inline)) {
            WireClient waiter = t.server.client();
            t.server.awaitAllSlots();
            t.fill("{k}other", 10);
            t.client.ask("EXISTS {k}");
            waiter.sendAll("BLMOVE {k} {k}other LEFT RIGHT 0");
            Await.until("it waits", () -> t.server.server().clients().waiting() == 1);
            t.warm("RPUSH {k} a", 0, 1);
            MeteringKvStore.Counts before = t.meter.snapshot();
            assertThat(waiter.read()).isEqualTo("\"a\"");
            assertThat(t.meter.snapshot().since(before).roundTrips()).isZero();
        }
    }
}
