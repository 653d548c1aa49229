package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * The distribution that was just packaged, started by its launcher. There the backend of RocksDB is behind a class loader of its
 * own, where the other tests of it have all on one class path.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
@Tag("distribution")
class DistributionTest {
    private static final int VALUE_BYTES = 4000;

    @TempDir
    Path directory;

    /**
     * RocksDB asks for that from threads of its own, which see less than those of the program. With {@code rocksdb-wal-fsync no} nobody
     * else forces the journal.
     */
    @Test
    void theJournalIsForcedBeforeATableIsMade() throws Exception {
        int written = 0;
        try (SluiceProcess sluice = start()) {
            try (Jedis jedis = new Jedis("127.0.0.1", sluice.port())) {
                assertThat(statistic(jedis, "sluice.rocksdb.journal-synced")).isZero();
                while (statistic(jedis, "rocksdb.num-files-at-level0") == 0) {
                    for (int i = 0; i < 100; i++) {
                        jedis.set(key(written), value(written));
                        written++;
                    }
                }
                assertThat(statistic(jedis, "sluice.rocksdb.journal-synced")).isPositive();
            }
            end(sluice);
        }
        try (SluiceProcess sluice = start()) {
            try (Jedis jedis = new Jedis("127.0.0.1", sluice.port())) {
                for (int i = 0; i < written; i++) {
                    assertThat(jedis.get(key(i))).isEqualTo(value(i));
                }
            }
            end(sluice);
        }
    }

    private SluiceProcess start() throws Exception {
        Path home = Path.of("target", Files.readString(Path.of("target/distribution")))
                .toAbsolutePath();
        String data = directory.resolve("data").toString();
        return SluiceProcess.startDistribution(
                home, "--port", "0", "--dir", data, "--rocksdb-wal-fsync", "no", "--rocksdb-write-buffer-size", "64kb");
    }

    private static void end(SluiceProcess sluice) throws Exception {
        sluice.terminate();
        assertThat(sluice.exitCode()).isZero();
        assertThat(sluice.standardError()).isEmpty();
    }

    private static long statistic(Jedis jedis, String name) {
        return jedis.info()
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] key(int number) {
        return ("key:" + number).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(int number) {
        byte[] value = new byte[VALUE_BYTES];
        new SplittableRandom(number).nextBytes(value);
        return value;
    }
}
