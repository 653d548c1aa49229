package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to commits while RocksDB makes writers wait. */
class StallTest {
    private static final String[] TINY = {
        "rocksdb-write-buffer-size", "64kb", "rocksdb-max-write-buffer-number", "2",
        "rocksdb-level0-slowdown-trigger", "2", "rocksdb-level0-stop-trigger", "3"
    };

    @TempDir
    Path dir;

    @Test
    void callersDoNotWaitAndTheOrderIsKept() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings(TINY));
        Database db = Opening.open(config, dir);
        try (RocksDbStore store = new RocksDbStore(db, config)) {
            List<CompletionStage<Void>> open = new ArrayList<>();
            // Nothing is written out any more, so that the memtables fill up and stay so.
            db.rocks.pauseBackgroundWork();
            long n = 0;
            while (open.size() < 50) {
                CompletionStage<Void> stage = store.commit(numbered(n++));
                if (!stage.toCompletableFuture().isDone()) {
                    open.add(stage);
                }
            }
            assertThat(db.rocks.getProperty("rocksdb.is-write-stopped")).isEqualTo("1");
            // Guards hold against what is still queued, and a failed one takes nobody with it.
            CompletionStage<Void> refused = store.commit(
                    new WriteBatch().put(1, bytes("last"), bytes("never")).requireAbsent(1, bytes("last")));
            CompletionStage<Void> after = store.commit(numbered(n++));
            assertThat(refused.toCompletableFuture()).isNotDone();
            // Reads are served meanwhile, and show what was acknowledged.
            assertThat(store.get(1, key(0)).toCompletableFuture().getNow(null)).isNotNull();
            assertThat(open).noneMatch(stage -> stage.toCompletableFuture().isDone());

            db.rocks.continueBackgroundWork();
            for (CompletionStage<Void> stage : open) {
                await(stage);
            }
            assertThatThrownBy(() -> await(refused)).isInstanceOf(StoreException.GuardFailed.class);
            await(after);
            assertThat(ByteBuffer.wrap(await(store.get(1, bytes("last")))).getLong())
                    .isEqualTo(n - 1);
            for (long i = 0; i < n; i++) {
                assertThat(await(store.get(1, key(i)))).hasSize(1000);
            }
        }
    }

    @Test
    void closingWaitsForWhatIsQueued() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings(TINY));
        Database db = Opening.open(config, dir);
        RocksDbStore store = new RocksDbStore(db, config);
        db.rocks.pauseBackgroundWork();
        long n = 0;
        CompletionStage<Void> stage;
        do {
            stage = store.commit(numbered(n++));
        } while (stage.toCompletableFuture().isDone());
        Thread closer = new Thread(store::close);
        closer.start();
        // Once the store refuses new calls, the closing has begun; it cannot end before the queued commit.
        while (!store.statistics().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(stage.toCompletableFuture()).isNotDone();
        db.rocks.continueBackgroundWork();
        closer.join();
        await(stage);
        try (RocksDbStore again = TestStores.open(dir)) {
            assertThat(ByteBuffer.wrap(await(again.get(1, bytes("last")))).getLong())
                    .isEqualTo(n - 1);
        }
    }

    @Test
    void aLoadThatStallsAllTheTimeLosesNothing() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, TINY)) {
            List<CompletionStage<Void>> open = new ArrayList<>();
            for (long n = 0; n < 5_000; n++) {
                open.add(store.commit(numbered(n)));
            }
            for (CompletionStage<Void> stage : open) {
                await(stage);
            }
            assertThat(Long.parseLong(store.statistics().get("sluice.rocksdb.commits-handed-over")))
                    .isPositive();
            for (long n = 0; n < 5_000; n++) {
                assertThat(await(store.get(1, key(n)))).hasSize(1000);
            }
            assertThat(ByteBuffer.wrap(await(store.get(1, bytes("last")))).getLong())
                    .isEqualTo(4_999);
        }
    }

    private static WriteBatch numbered(long n) {
        return new WriteBatch().put(1, key(n), new byte[1000]).put(1, bytes("last"), key(n));
    }

    private static byte[] key(long n) {
        return ByteBuffer.allocate(Long.BYTES).putLong(n).array();
    }
}
