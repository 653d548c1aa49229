package io.sluice.dist;

import static io.sluice.dist.ServerOnStore.ask;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.KvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.check.StoreCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Whole servers on a real HBase: how often they ask it, held to docs/budgets.md; large changes; and two on one table. */
@EnabledIf(
        value = "io.sluice.dist.LocalHBase#isBuilt",
        disabledReason = "the modules backend-hbase and hbase-local are not built")
@Timeout(600)
class ServersOnHBaseTest {
    private static final String REFUSED =
            "CLUSTERDOWN Hash slot not served: another process on the same store has slot ";

    @TempDir
    static Path directory;

    private static LocalHBase hbase;

    @BeforeAll
    static void startHBase() throws Exception {
        hbase = LocalHBase.start(directory);
    }

    @AfterAll
    static void endHBase() {
        if (hbase != null) {
            hbase.close();
        }
    }

    /** Requests of one client, on keys with the tag {@code {k}}. */
    private record Budgets(ServerOnStore server, Jedis client) {

        void reads(String request, long cold, long warm) {
            cold(request, cold, 0);
            counted("warm", request, warm, 0);
        }

        void changes(String request, long cold, long warm) {
            cold(request, cold, 1);
            counted("warm", request, warm, 1);
        }

        void cold(String request, long reads, long commits) {
            forget("{k}");
            counted("cold", request, reads, commits);
        }

        /** Leaves nothing in memory but the summaries of these tags' slots. */
        void forget(String... tags) {
            ask(client, "DEBUG RELOAD");
            for (String tag : tags) {
                ask(client, "EXISTS " + tag + "no-such-key");
            }
        }

        void counted(String how, String request, long reads, long commits) {
            MeteringKvStore.Counts before = server.meter().snapshot();
            ask(client, request);
            MeteringKvStore.Counts counted = server.meter().snapshot().since(before);
            assertThat(counted.reads()).as("reads, %s: %s", how, request).isEqualTo(reads);
            assertThat(counted.commits()).as("commits, %s: %s", how, request).isEqualTo(commits);
        }

        /** One command with that many elements, made of their numbers by the format. */
        void fill(String command, String format, int elements) {
            StringBuilder request = new StringBuilder(command);
            IntStream.range(0, elements)
                    .forEach(i -> request.append(' ').append(format.replace("#", Integer.toString(i))));
            ask(client, request.toString());
        }
    }

    @Test
    void roundTripsAreThoseOfTheBudgets() throws Exception {
        try (ServerOnStore server = new ServerOnStore(hbase.open("budgets"));
                Jedis client = server.client()) {
            server.awaitAllSlots();
            Budgets t = new Budgets(server, client);
            strings(t);
            hashes(t);
            lists(t);
            sets(t);
            sortedSets(t);
            pipelines(t);
        }
    }

    private static void strings(Budgets t) {
        ask(t.client, "SET {k} 1");
        t.reads("GET {k}", 1, 0);
        t.reads("GET {k}none", 1, 0);
        t.changes("SET {k} 2", 0, 0);
        t.changes("INCR {k}", 1, 0);
        t.cold("DEL {k}", 1, 1);
        t.counted("warm", "DEL {k}", 0, 0);
    }

    private static void hashes(Budgets t) {
        t.fill("HSET {k}small", "field-# value-#", 3);
        t.reads("HGET {k}small field-1", 1, 0);
        t.reads("HGETALL {k}small", 1, 0);
        t.changes("HSET {k}small a 1 b 2", 1, 0);
        t.changes("HINCRBY {k}small n 1", 1, 0);
        t.cold("HDEL {k}small a b", 1, 1);
        t.counted("warm", "HDEL {k}small n", 0, 1);
        t.fill("HSET {k}large", "field-# value-#", 1_000);
        t.reads("HLEN {k}large", 1, 0);
        t.reads("HGET {k}large field-1", 2, 0);
        t.reads("HMGET {k}large field-1 field-2 field-3", 2, 0);
        t.reads("HSCAN {k}large 0", 2, 1);
        t.changes("HSET {k}large a 1 b 2", 2, 0);
        t.changes("HINCRBY {k}large n 1", 2, 0);
        t.cold("HDEL {k}large a b", 2, 1);
    }

    private static void lists(Budgets t) {
        t.fill("RPUSH {k}list", "element-#", 10);
        t.reads("LRANGE {k}list 0 -1", 1, 0);
        t.changes("LPUSH {k}list a b", 1, 0);
        t.changes("RPOP {k}list", 1, 0);
        t.fill("RPUSH {k}long", "element-#", 20_000);
        t.reads("LLEN {k}long", 1, 0);
        t.reads("LRANGE {k}long 10000 10099", 3, 0);
        t.changes("LPUSH {k}long a b", 1, 0);
        t.changes("RPOP {k}long", 1, 0);
    }

    private static void sets(Budgets t) {
        t.fill("SADD {k}set", "member-#", 5);
        t.reads("SMEMBERS {k}set", 1, 0);
        t.cold("SADD {k}set a", 1, 1);
        t.counted("warm", "SREM {k}set a", 0, 1);
        t.fill("SADD {k}many", "member-#", 1_000);
        t.reads("SCARD {k}many", 1, 0);
        t.reads("SISMEMBER {k}many member-1", 2, 0);
        t.cold("SADD {k}many a b c", 2, 1);
    }

    private static void sortedSets(Budgets t) {
        t.fill("ZADD {k}zset", "# member-#", 20);
        t.reads("ZRANGE {k}zset 0 -1", 1, 0);
        t.cold("ZADD {k}zset 1 a", 1, 1);
        t.counted("warm", "ZADD {k}zset 2 a", 0, 1);
        t.fill("ZADD {k}ranks", "# member-#", 2_000);
        t.reads("ZSCORE {k}ranks member-1", 2, 0);
        t.reads("ZRANK {k}ranks member-700", 3, 1);
        t.reads("ZRANGE {k}ranks 0 9", 2, 1);
        t.reads("ZRANGEBYSCORE {k}ranks 300 320", 2, 1);
        t.changes("ZINCRBY {k}ranks 1 member-8", 2, 0);
        t.cold("ZADD {k}ranks 7000 a", 2, 1);
        t.counted("warm", "ZADD {k}ranks 7001 b", 1, 1);
        t.changes("ZPOPMAX {k}ranks", 2, 0);
    }

    private static void pipelines(Budgets t) {
        String[] tags = {"{a}", "{b}", "{c}"};
        List<String> keys =
                IntStream.range(0, 30).mapToObj(i -> tags[i % 3] + i).toList();
        keys.forEach(key -> ask(t.client, "SET " + key + " 7"));
        t.forget(tags);
        MeteringKvStore.Counts cold = pipeline(t, keys, Pipeline::get);
        assertThat(cold.multiGets()).isEqualTo(1);
        assertThat(cold.keysAsked()).isEqualTo(keys.size());
        assertThat(cold.roundTrips()).isEqualTo(1);
        assertThat(pipeline(t, keys, Pipeline::get).roundTrips()).isZero();
        t.forget(tags);
        MeteringKvStore.Counts changes = pipeline(t, keys, Pipeline::incr);
        assertThat(changes.reads()).isEqualTo(1);
        // How many a commit groups, also depends on what comes while one is under way.
        assertThat(changes.commits()).isBetween((long) tags.length, (long) keys.size());
    }

    private interface Piped {
        void send(Pipeline pipeline, String key);
    }

    /** On a connection of its own: the server reads little at once from one that has sent little for long. */
    private static MeteringKvStore.Counts pipeline(Budgets t, List<String> keys, Piped command) {
        MeteringKvStore.Counts before = t.server.meter().snapshot();
        try (Jedis client = t.server.client();
                Pipeline pipeline = client.pipelined()) {
            keys.forEach(key -> command.send(pipeline, key));
        }
        return t.server.meter().snapshot().since(before);
    }

    /** With small batches; and what was written is read by another server, from HBase alone. */
    @Test
    void changesLargerThanABatchAreApplied() throws Exception {
        byte[] value = new byte[2 << 20];
        new Random(1).nextBytes(value);
        try (ServerOnStore server = new ServerOnStore(openWithSmallBatches());
                Jedis client = server.client()) {
            server.awaitAllSlots();
            Budgets t = new Budgets(server, client);
            changesInSteps(t, () -> client.set("{k}value".getBytes(US_ASCII), value));
            changesInSteps(t, () -> t.fill("RPUSH {k}list", "element-number-#", 300_000));
            t.fill("SADD {k}odd", "1#1", 4_000);
            t.fill("SADD {k}even", "2#2", 4_000);
            changesInSteps(t, () -> ask(client, "SUNIONSTORE {k}union {k}odd {k}even"));
            changesInSteps(t, () -> t.fill("ZADD {k}zset", "# member-#", 8_000));
            changesInSteps(t, () -> ask(client, "ZREMRANGEBYSCORE {k}zset 1000 6999"));
            changesInSteps(t, () -> ask(client, "LTRIM {k}list 299000 -1"));
            byte[] dump = client.dump("{k}value");
            changesInSteps(t, () -> client.restore("{k}copy", 0, dump));
        }
        try (ServerOnStore server = new ServerOnStore(openWithSmallBatches());
                Jedis client = server.client()) {
            assertThat(client.get("{k}value".getBytes(US_ASCII))).isEqualTo(value);
            assertThat(client.get("{k}copy".getBytes(US_ASCII))).isEqualTo(value);
            assertThat(client.smembers("{k}union")).hasSize(8_000);
            assertThat(client.zrange("{k}zset", 998, 1001))
                    .containsExactly("member-998", "member-999", "member-7000", "member-7001");
            assertThat(client.zcard("{k}zset")).isEqualTo(2_000);
            assertThat(client.lrange("{k}list", 0, -1))
                    .hasSize(1_000)
                    .startsWith("element-number-299000")
                    .endsWith("element-number-299999");
        }
        try (KvStore store = hbase.openToRead("large")) {
            assertThat(StoreCheck.run(store).violations()).isEmpty();
        }
    }

    private static KvStore openWithSmallBatches() throws Exception {
        return hbase.open("large", Map.of("hbase-batch-bytes", "256kb"));
    }

    /** What a region server has to hold of a batch is its rows; by bytes alone this one would take it down. */
    @Test
    void batchesOfLargeBytesHaveFewRows() throws Exception {
        try (ServerOnStore server = new ServerOnStore(hbase.open("rows", Map.of("hbase-batch-bytes", "16mb")));
                Jedis client = server.client()) {
            Budgets t = new Budgets(server, client);
            t.fill("ZADD {k}zset", "# member-#", 200_000);
            ask(client, "SET {k}behind 1"); // waits until the change before has been applied
        }
        try (ServerOnStore server = new ServerOnStore(hbase.open("rows"));
                Jedis client = server.client()) {
            assertThat(client.zcard("{k}zset")).isEqualTo(200_000);
            assertThat(client.zrange("{k}zset", 123_456, 123_457)).containsExactly("member-123456", "member-123457");
        }
    }

    /** A batch of parts and the head, at the least, before the first row of the change itself. */
    private static void changesInSteps(Budgets t, Runnable change) {
        ask(t.client, "SET {k}before 1"); // waits until the change before has been applied
        MeteringKvStore.Counts before = t.server.meter().snapshot();
        change.run();
        assertThat(t.server.meter().snapshot().since(before).commits()).isGreaterThan(1);
    }

    @Test
    void theSecondServerTakesOverAndTheFirstAnswersNothingAnyMore() throws Exception {
        try (ServerOnStore first = new ServerOnStore(hbase.open("pair"));
                Jedis writer = first.client();
                Jedis reader = first.client()) {
            first.awaitAllSlots(); // what it claims after the other one's start, it would take from it
            ask(writer, "SET k 1");
            assertThat(reader.get("k")).isEqualTo("1");
            try (ServerOnStore second = new ServerOnStore(hbase.open("pair"));
                    Jedis there = second.client()) {
                assertThat(there.incr("k")).isEqualTo(2);
                // Refused by the store, nobody is told that it was done or not done, unless the loss was known before.
                assertThatThrownBy(() -> writer.set("k", "lost"))
                        .isInstanceOfAny(JedisConnectionException.class, JedisDataException.class);
                try (Jedis other = first.client()) {
                    assertThatThrownBy(() -> other.set("k", "lost")).hasMessageStartingWith(REFUSED);
                }
                while (isAnswered(reader)) {
                    Thread.onSpinWait(); // its watch asks twice a second
                }
                assertThatThrownBy(() -> reader.get("k")).hasMessageStartingWith(REFUSED);
                assertThat(there.get("k")).isEqualTo("2");
            }
        }
    }

    private static boolean isAnswered(Jedis client) {
        try {
            client.get("k");
            return true;
        } catch (JedisDataException refused) {
            return false;
        }
    }
}
