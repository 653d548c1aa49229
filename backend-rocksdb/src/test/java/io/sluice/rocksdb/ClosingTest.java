package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingTest {
    @TempDir
    Path dir;

    /** A handle used after it was released would end this JVM, and the whole suite with it. */
    @Test
    void amidCallsOfEveryKind() throws Exception {
        for (int round = 0; round < 15; round++) {
            RocksDbStore store = TestStores.open(
                    dir,
                    "rocksdb-block-cache-size",
                    "64kb",
                    "rocksdb-write-buffer-size",
                    "64kb",
                    "rocksdb-wal-fsync",
                    round % 2 == 0 ? "everysec" : "always");
            ConcurrentLinkedQueue<CompletionStage<?>> stages = new ConcurrentLinkedQueue<>();
            CountDownLatch busy = new CountDownLatch(4);
            List<Thread> callers = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                int number = caller;
                Thread thread = new Thread(() -> callUntilClosed(store, number, stages, busy));
                thread.start();
                callers.add(thread);
            }
            busy.await();
            store.close();
            for (Thread caller : callers) {
                caller.join();
            }
            for (CompletionStage<?> stage : stages) {
                try {
                    TestStores.await(stage);
                } catch (StoreException.Fatal closed) {
                    assertThat(closed).hasMessage("the store is closed");
                }
            }
        }
    }

    /** The next start would bring it all to memtables again. */
    @Test
    void writesOutWhatIsInMemory() throws Exception {
        assertThat(tablesAfter(dir.resolve("nothing"), 0)).isEmpty();
        assertThat(tablesAfter(dir.resolve("little"), 1)).hasSize(1);
        Path much = dir.resolve("much");
        assertThat(tablesAfter(much, 300)).isNotEmpty();
        try (RocksDbStore store = TestStores.open(much)) {
            assertThat(TestStores.await(store.get(1, bytes("k299")))).hasSize(50_000);
        }
    }

    private static List<String> tablesAfter(Path dir, int rows) throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            for (int i = 0; i < rows; i++) {
                TestStores.await(store.commit(new WriteBatch().put(1, bytes("k" + i), new byte[50_000])));
            }
            assertThat(tables(dir)).isEmpty();
        }
        return tables(dir);
    }

    private static List<String> tables(Path dir) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sst"))
                    .toList();
        }
    }

    private static void callUntilClosed(
            RocksDbStore store, int number, ConcurrentLinkedQueue<CompletionStage<?>> stages, CountDownLatch busy) {
        for (int i = 0; ; i++) {
            byte[] key = bytes("k" + i % 3000);
            CompletionStage<Void> commit = store.commit(new WriteBatch().put(number, key, new byte[500]));
            stages.add(commit);
            stages.add(store.get(number, bytes("k" + i * 7 % 3000)));
            stages.add(store.multiGet(List.of(new SlotKey(0, key), new SlotKey(1, key), new SlotKey(2, key))));
            stages.add(
                    store.scan(new ScanRequest(number, new byte[0], null, i % 2 == 0, i % 2 == 0 ? 20 : 500, false)));
            if (i % 50 == 0) {
                stages.add(store.deleteRange(100 + number, bytes("a"), bytes("z")));
                store.statistics();
            }
            if (i == 100) {
                busy.countDown();
            }
            if (commit.toCompletableFuture().isCompletedExceptionally()) {
                return;
            }
            // Bounds what is open: an engine does the same.
            commit.toCompletableFuture().exceptionally(closed -> null).join();
        }
    }

    @Test
    void releasesEveryFileAndThread() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no list of open files here");
        for (int i = 0; i < 3; i++) {
            try (RocksDbStore store = TestStores.open(dir)) {
                TestStores.await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("v"))));
                TestStores.await(store.scan(new ScanRequest(1, new byte[0], null, false, 1000, false)));
                TestStores.await(store.deleteRange(2, bytes("a"), bytes("b")));
                assertThat(openFiles()).isNotEmpty();
            }
            assertThat(openFiles()).isEmpty();
        }
    }

    private List<String> openFiles() throws IOException {
        List<String> open = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (Files.isSymbolicLink(descriptor)) {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith(dir.toRealPath().toString())) {
                        open.add(target);
                    }
                }
            }
        }
        return open;
    }
}
