package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.KvStore;
import io.sluice.kv.WriteBatch;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.SettingsTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** {@code sluice check} on the directory of a server that has ended, or has not. */
class CheckTest {
    @TempDir
    Path directory;

    @Test
    void aStoreIsSoundUntilItIsDamaged() throws Exception {
        assertThat(CheckedStore.check(data())).isEqualTo("sluice: " + data() + " holds no store\nexit code 1\n");
        try (SluiceProcess sluice =
                SluiceProcess.start("--bind", "127.0.0.1", "--port", "0", "--dir", data().toString())) {
            try (Jedis client = new Jedis("127.0.0.1", sluice.port(), 60_000)) {
                client.set("key", "value");
                client.setex("expiring", 100_000, "value");
                client.set("large", "x".repeat(100_000));
            }
            assertThat(CheckedStore.check(data()))
                    .isEqualTo("sluice: " + data() + " is already open by another process (LOCK held)\nexit code 1\n");
            sluice.kill();
        }
        assertThat(CheckedStore.check(data()))
                .contains("HEADER 3, STRING_CHUNK 2, STORE 1, FENCE 1, REGISTRY 1, EXPIRY 1\n")
                .endsWith("no violation\n");

        damage(new WriteBatch().put(7, RowKeys.stringChunk(99, 0), new byte[] {1}));
        assertThat(CheckedStore.check(data()))
                .contains("slot 7, STRING_CHUNK row: no header has its id")
                .contains("key   38000000000000006300000000\n")
                .endsWith("1 violations\nexit code 1\n");

        damage(new WriteBatch().put(0, RowKeys.store(), new byte[] {1, 2}));
        assertThat(CheckedStore.check(data())).startsWith("sluice: the store cannot be checked: ");
    }

    private void damage(WriteBatch batch) throws Exception {
        Backends backends = Backends.onClassPath();
        SettingsTable table = SettingsTable.with(backends.settings());
        try (KvStore store = backends.open(Settings.load(table, List.of("--dir", data().toString())))) {
            store.commit(batch).toCompletableFuture().join();
        }
    }

    private Path data() {
        return directory.resolve("data");
    }
}
