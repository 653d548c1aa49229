package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * The program on its embedded store, ended under load: by SIGKILL, after which it starts again on the same directory and
 * everything acknowledged must be there, and by SIGTERM, after which not even a buffered write may be missing.
 *
 * <p>What this shows: the death of the process at any moment, in the middle of a commit too, loses nothing acknowledged,
 * tears no command apart, and lets no change survive that one before it did not. What it does not show: that anything
 * survives the loss of power or a crash of the operating system. The kernel lives on here and writes out what the
 * process had handed to it, so {@code rocksdb-wal-fsync everysec} and {@code always} cannot differ in this test.
 */
class KillNineTest {
    private static final int ROUNDS = 4;
    private static final int MOST_BEFORE_THE_END = 6_000;

    @TempDir
    Path directory;

    private final long seed = ThreadLocalRandom.current().nextLong();
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @CsvSource({"everysec, committed", "always, committed", "everysec, buffered"})
    void whatWasAcknowledgedSurvivesKills(String fsync, String acknowledgement) throws Exception {
        boolean buffered = acknowledgement.equals("buffered");
        List<CountingWriter> writers = CrashWriters.all(buffered, random.split());
        for (int round = 0; round < ROUNDS; round++) {
            try (SluiceProcess sluice = start(fsync, acknowledgement)) {
                check(sluice, writers);
                List<Thread> threads = write(sluice, writers);
                sluice.kill();
                join(threads);
            }
            assertSound();
        }
        try (SluiceProcess sluice = start(fsync, acknowledgement)) {
            check(sluice, writers);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"committed", "buffered"})
    void aSignalUnderLoadLosesNothing(String acknowledgement) throws Exception {
        List<CountingWriter> writers = CrashWriters.all(false, random.split());
        for (int round = 0; round < 2; round++) {
            try (SluiceProcess sluice = start("everysec", acknowledgement)) {
                check(sluice, writers);
                List<Thread> threads = write(sluice, writers);
                sluice.terminate();
                assertThat(sluice.exitCode()).isZero();
                assertThat(sluice.standardError()).isEmpty();
                join(threads);
            }
            assertSound();
        }
        try (SluiceProcess sluice = start("everysec", acknowledgement)) {
            check(sluice, writers);
        }
    }

    /** Every row that the process has left is as docs/encoding.md says. */
    private void assertSound() throws Exception {
        assertThat(CheckedStore.check(directory.resolve("data")))
                .as("with seed %d", seed)
                .endsWith("no violation\n");
    }

    private SluiceProcess start(String fsync, String acknowledgement) throws Exception {
        return SluiceProcess.start(
                "--bind",
                "127.0.0.1",
                "--port",
                "0",
                "--dir",
                directory.resolve("data").toString(),
                "--rocksdb-wal-fsync",
                fsync,
                "--write-ack",
                acknowledgement);
    }

    /** Lets all write until so many more changes are acknowledged that nobody could foretell; they go on writing. */
    private List<Thread> write(SluiceProcess sluice, List<CountingWriter> writers) {
        List<Thread> threads = new ArrayList<>();
        long until = acknowledged(writers) + 1 + random.nextInt(MOST_BEFORE_THE_END);
        for (CountingWriter writer : writers) {
            writer.port(sluice.port());
            Thread thread = new Thread(writer, writer.toString());
            thread.start();
            threads.add(thread);
        }
        while (acknowledged(writers) < until && threads.stream().anyMatch(Thread::isAlive)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertThat(acknowledged(writers)).as("with seed %d", seed).isGreaterThanOrEqualTo(until);
        return threads;
    }

    private static long acknowledged(List<CountingWriter> writers) {
        return writers.stream().mapToLong(CountingWriter::acknowledged).sum();
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void check(SluiceProcess sluice, List<CountingWriter> writers) {
        try (Jedis reader = new Jedis("127.0.0.1", sluice.port(), 60_000)) {
            for (CountingWriter writer : writers) {
                writer.check(reader);
            }
        } catch (AssertionError missing) {
            throw new AssertionError("with seed " + seed + ": " + missing.getMessage(), missing);
        }
    }
}
