package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.conformance.RedisOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * The program on its embedded store, killed by SIGKILL in the middle of random histories of collections. What it left is
 * sound, row by row; and started again it holds what a redis-server holds after the changes that were answered.
 */
class KillNineHistoriesTest {
    private static final int ROUNDS = 3;
    private static final int CLIENTS = 6;
    private static final int MOST_BEFORE_THE_END = 6_000;

    @TempDir
    Path directory;

    private final long seed = ThreadLocalRandom.current().nextLong();
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Of collections that are rows from the first element on, and that become rows soon. */
    @ParameterizedTest
    @ValueSource(ints = {0, 200})
    void collectionsAreWhatTheAnswersSaid(int packedMaxBytes) throws Exception {
        List<CollectionHistory> histories = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            histories.add(new CollectionHistory("{" + i + "}", random.split()));
        }
        try (RedisOracle redis = RedisOracle.start();
                Jedis oracle = new Jedis("127.0.0.1", redis.port(), 60_000)) {
            for (int round = 0; round < ROUNDS; round++) {
                try (SluiceProcess sluice = start(packedMaxBytes)) {
                    check(sluice, oracle, histories);
                    List<Thread> threads = change(sluice, histories);
                    sluice.kill();
                    for (Thread thread : threads) {
                        thread.join();
                    }
                }
                assertThat(CheckedStore.check(directory.resolve("data")))
                        .as("with seed %d", seed)
                        .endsWith("no violation\n");
            }
            try (SluiceProcess sluice = start(packedMaxBytes)) {
                check(sluice, oracle, histories);
            }
        }
    }

    private SluiceProcess start(int packedMaxBytes) throws Exception {
        return SluiceProcess.start(
                "--bind",
                "127.0.0.1",
                "--port",
                "0",
                "--dir",
                directory.resolve("data").toString(),
                "--packed-max-bytes",
                String.valueOf(packedMaxBytes));
    }

    /** Lets all go on until so many more changes are answered that nobody could foretell. */
    private List<Thread> change(SluiceProcess sluice, List<CollectionHistory> histories) {
        List<Thread> threads = new ArrayList<>();
        int until = answered(histories) + 1 + random.nextInt(MOST_BEFORE_THE_END);
        for (CollectionHistory history : histories) {
            history.port(sluice.port());
            Thread thread = new Thread(history);
            thread.start();
            threads.add(thread);
        }
        while (answered(histories) < until && threads.stream().anyMatch(Thread::isAlive)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertThat(answered(histories)).as("with seed %d", seed).isGreaterThanOrEqualTo(until);
        return threads;
    }

    private static int answered(List<CollectionHistory> histories) {
        return histories.stream().mapToInt(CollectionHistory::count).sum();
    }

    private void check(SluiceProcess sluice, Jedis oracle, List<CollectionHistory> histories) {
        try (Jedis reader = new Jedis("127.0.0.1", sluice.port(), 60_000)) {
            for (CollectionHistory history : histories) {
                history.check(reader, oracle);
            }
        } catch (AssertionError wrong) {
            throw new AssertionError("with seed " + seed + ": " + wrong.getMessage(), wrong);
        }
    }
}
