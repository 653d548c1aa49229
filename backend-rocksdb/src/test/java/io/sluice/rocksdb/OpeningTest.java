package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.KvStoreProvider.OpenException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {
    @TempDir
    Path dir;

    @Test
    void isFoundByItsName() {
        assertThat(ServiceLoader.load(KvStoreProvider.class))
                .anySatisfy(provider -> assertThat(provider.name()).isEqualTo("rocksdb"));
    }

    @Test
    void createsTheDirectory() throws Exception {
        Path deep = dir.resolve("a/b");
        TestStores.open(deep).close();
        assertThat(deep.resolve("CURRENT")).exists();
    }

    @Test
    void lockedByThisProcess() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            assertRefused(dir, dir + " is already open in this process (LOCK held)");
            assertThat(store.statistics()).isNotEmpty();
        }
        TestStores.open(dir).close();
    }

    @Test
    void lockedByAnotherProcess() throws Exception {
        try (ChildProcess child = ChildProcess.start(CounterWriter.class, dir.toString(), "no")) {
            assertThat(child.readLine()).isNotNull();
            assertRefused(dir, dir + " is already open by another process (LOCK held)");
        }
        TestStores.open(dir).close();
    }

    @Test
    void notADirectory() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "x");
        assertRefused(file, file + " is not a directory");
        assertRefused(file.resolve("below"), file.resolve("below") + " cannot be created: ");
    }

    @Test
    void notWritable() throws Exception {
        Path closed = Files.createDirectory(
                dir.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        Assumptions.assumeFalse(Files.isWritable(closed), "runs as a user whom permissions do not bind");
        assertRefused(closed, closed + " is not writable");
    }

    @Test
    void cannotBeCreated() {
        Path impossible = Path.of("/proc/sluice-test");
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")));
        assertRefused(impossible, impossible + " cannot be created: ");
    }

    @Test
    void corrupt() throws Exception {
        TestStores.open(dir).close();
        Files.writeString(dir.resolve("CURRENT"), "nonsense");
        assertRefused(dir, dir + " is corrupt: ");
    }

    @Test
    void aMissingTableIsCorruption() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            TestStores.await(store.commit(new io.sluice.kv.WriteBatch().put(1, new byte[1], new byte[1])));
        }
        TestStores.open(dir).close();
        Path table;
        try (var files = Files.newDirectoryStream(dir, "*.sst")) {
            table = files.iterator().next();
        }
        Files.delete(table);
        assertThatThrownBy(() -> TestStores.open(dir))
                .isInstanceOf(OpenException.class)
                .hasMessageContaining("corrupt");
    }

    /** Files are deleted in pieces, so that a kill finds some that were renamed and are not gone. */
    @Test
    void whatAKilledProcessHadBegunToDeleteGoes() throws Exception {
        TestStores.open(dir).close();
        Path table = Files.write(dir.resolve("000007.sst.trash"), new byte[5 << 20]);
        Path log = Files.write(dir.resolve("000008.log.trash"), new byte[100]);
        try (RocksDbStore store = TestStores.open(dir)) {
            long giveUp = System.nanoTime() + 60_000_000_000L;
            while ((Files.exists(table) || Files.exists(log)) && System.nanoTime() < giveUp) {
                Thread.onSpinWait();
            }
            assertThat(table).doesNotExist();
            assertThat(log).doesNotExist();
            assertThat(store.statistics()).isNotEmpty();
        }
    }

    @Test
    void triggersThatContradictEachOther() {
        assertThatThrownBy(() -> TestStores.open(
                        dir, "rocksdb-level0-slowdown-trigger", "30", "rocksdb-level0-stop-trigger", "20"))
                .isInstanceOf(OpenException.class)
                .hasMessageContaining("is below");
    }

    private static void assertRefused(Path directory, String beginning) {
        assertThatThrownBy(() -> TestStores.open(directory))
                .isInstanceOf(OpenException.class)
                .hasMessageStartingWith(beginning)
                .message()
                .doesNotContain("\n");
    }
}
