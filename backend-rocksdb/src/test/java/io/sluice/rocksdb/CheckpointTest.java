package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointTest {
    @TempDir
    Path dir;

    /**
     * Of a store that is written directly, through the journal, or both ways in turn.
     *
     * @param direct of how many commits one is written directly; 0 if none is
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 0, 2, 40})
    void isOneMomentOfAStoreInUse(int direct) throws Exception {
        Path copy = dir.resolve("copy");
        long before;
        try (RocksDbStore store = TestStores.open(dir.resolve("data"), "rocksdb-write-buffer-size", "256kb")) {
            long n = 0;
            while (n < 1000) {
                await(commit(store, ++n, direct));
            }
            before = n;
            CompletionStage<Path> checkpoint = store.checkpoint(copy);
            while (!checkpoint.toCompletableFuture().isDone()) {
                await(commit(store, ++n, direct));
            }
            assertThat(await(checkpoint)).isEqualTo(copy);
            await(commit(store, ++n, direct));
        }
        try (RocksDbStore store = TestStores.open(copy)) {
            long found = ByteBuffer.wrap(await(store.get(1, bytes("last")))).getLong();
            assertThat(found).isGreaterThanOrEqualTo(before);
            for (long n = 1; n <= found; n++) {
                assertThat(await(store.get(2, key(n)))).isNotNull();
            }
            assertThat(await(store.get(2, key(found + 1)))).isNull();
        }
    }

    @Test
    void saysWhyThereIsNone() throws Exception {
        try (RocksDbStore store = TestStores.open(dir.resolve("data"))) {
            Path taken = Files.createDirectory(dir.resolve("taken"));
            assertThatThrownBy(() -> await(store.checkpoint(taken)))
                    .isInstanceOf(StoreException.Fatal.class)
                    .hasMessageStartingWith("no checkpoint at " + taken + ": ");
            assertThat(await(store.get(1, bytes("k")))).isNull();
        }
    }

    private static CompletionStage<Void> commit(RocksDbStore store, long n, int direct) {
        return direct > 0 && n % direct == 0
                ? store.commit(numbered(n))
                : store.commitAhead(numbered(n)).durable();
    }

    private static WriteBatch numbered(long n) {
        return new WriteBatch().put(1, bytes("last"), key(n)).put(2, key(n), new byte[100]);
    }

    private static byte[] key(long n) {
        return ByteBuffer.allocate(Long.BYTES).putLong(n).array();
    }
}
