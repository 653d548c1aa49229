package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills the process that writes, and looks for what it had acknowledged. This shows safety against the death of the
 * process; what only the loss of power could show is that {@code always} forces before it acknowledges.
 */
class DurabilityTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({"always,", "everysec,", "no,", "everysec,ahead", "no,ahead", "always,ahead"})
    void everyAcknowledgedBatchIsThereAndNoHalfOne(String mode, @Nullable String ahead) throws Exception {
        long acknowledged = 0;
        for (int round = 0; round < 2; round++) {
            Path data = dir.resolve("round" + round);
            String[] arguments =
                    ahead == null ? new String[] {data.toString(), mode} : new String[] {data.toString(), mode, ahead};
            try (ChildProcess child = ChildProcess.start(CounterWriter.class, arguments)) {
                while (acknowledged < 2_000) {
                    String line = child.readLine();
                    assertThat(line).as("the writer ended by itself").isNotNull();
                    acknowledged = Long.parseLong(line);
                }
                List<String> rest = child.killAndReadRest();
                if (!rest.isEmpty()) {
                    acknowledged = Long.parseLong(rest.get(rest.size() - 1));
                }
            }
            try (RocksDbStore store = TestStores.open(data, "rocksdb-wal-fsync", mode)) {
                long found = number(await(store.get(0, TestStores.bytes("counter"))));
                assertThat(found).isGreaterThanOrEqualTo(acknowledged);
                for (int i = 1; i < CounterWriter.ROWS; i++) {
                    assertThat(number(await(store.get(i * 1000, TestStores.bytes("counter")))))
                            .isEqualTo(found);
                }
                for (long n = 1; n <= found; n++) {
                    byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(n).array();
                    assertThat(await(store.get(9999, key))).isEqualTo(key);
                }
                byte[] next = ByteBuffer.allocate(Long.BYTES).putLong(found + 1).array();
                assertThat(await(store.get(9999, next))).isNull();
            }
            acknowledged = 0;
        }
    }

    private static long number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }
}
