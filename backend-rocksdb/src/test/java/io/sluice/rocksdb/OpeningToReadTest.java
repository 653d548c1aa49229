package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpeningToReadTest {
    @TempDir
    Path dir;

    private static KvStore openToRead(Path directory) throws OpenException {
        return new RocksDbStoreProvider().openToRead(TestStores.settings(), directory);
    }

    @Test
    void showsWhatWasCommittedAndChangesNothing() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            await(store.commit(new WriteBatch().put(1, bytes("a"), bytes("x")).put(65_535, bytes("b"), bytes("y"))));
        }
        Map<String, Long> before = tablesAndLogs();
        KvStore store = openToRead(dir);
        assertThat(await(store.get(1, bytes("a")))).isEqualTo(bytes("x"));
        assertThat(await(store.multiGet(List.of(new SlotKey(1, bytes("c")), new SlotKey(65_535, bytes("b"))))))
                .containsExactly(null, bytes("y"));
        assertThat(await(store.scan(new ScanRequest(1, bytes(""), null, false, 10, false)))
                        .rows())
                .hasSize(1);
        assertThatThrownBy(() -> await(store.commit(new WriteBatch().put(1, bytes("c"), bytes("z")))))
                .isInstanceOf(StoreException.Fatal.class);
        assertThatThrownBy(() -> await(store.deleteRange(1, bytes("a"), bytes("b"))))
                .isInstanceOf(StoreException.Fatal.class);
        store.close();
        store.close();
        assertThatThrownBy(() -> await(store.get(1, bytes("a")))).isInstanceOf(StoreException.Fatal.class);
        assertThat(tablesAndLogs()).isEqualTo(before);
        TestStores.open(dir).close();
    }

    @Test
    void showsWhatOnlyTheLogOfAKilledProcessHolds() throws Exception {
        try (ChildProcess child = ChildProcess.start(CounterWriter.class, dir.toString(), "no")) {
            assertThat(child.readLine()).isNotNull();
            assertThatThrownBy(() -> openToRead(dir))
                    .isInstanceOf(OpenException.class)
                    .hasMessage(dir + " is already open by another process (LOCK held)");
            child.killAndReadRest();
        }
        try (KvStore store = openToRead(dir)) {
            long rows = 0;
            for (int slot = 0; slot < 65_536; slot++) {
                rows += await(store.scan(new ScanRequest(slot, bytes(""), null, false, 1, true)))
                        .rows()
                        .size();
            }
            assertThat(rows).isPositive();
            assertThatThrownBy(() -> openToRead(dir)).hasMessage(dir + " is already open in this process (LOCK held)");
        }
    }

    @Test
    void keepsOthersFromWriting() throws Exception {
        TestStores.open(dir).close();
        try (KvStore store = openToRead(dir)) {
            try (ChildProcess child = ChildProcess.start(CounterWriter.class, dir.toString(), "no")) {
                assertThat(child.readLine()).isNull();
            }
            assertThat(await(store.get(1, bytes("a")))).isNull();
        }
    }

    @Test
    void createsNothing() {
        Path absent = dir.resolve("absent");
        assertThatThrownBy(() -> openToRead(absent))
                .isInstanceOf(OpenException.class)
                .hasMessage(absent + " holds no store");
        assertThat(absent).doesNotExist();
        assertThatThrownBy(() -> openToRead(dir)).hasMessage(dir + " holds no store");
        assertThat(dir).isEmptyDirectory();
    }

    private Map<String, Long> tablesAndLogs() throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.matches(".*\\.(sst|log)|MANIFEST.*|CURRENT")) {
                    sizes.put(name, Files.size(file));
                }
            }
        }
        return sizes;
    }
}
