package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is answered once the log cannot be written. */
class BrokenLogTest {
    @TempDir
    Path dir;

    /** The writer runs under a limit on the size of files, which fails its log as a full disk would. */
    @ParameterizedTest
    @ValueSource(strings = {"everysec", "always"})
    void oneCommitIsUnknownAllLaterOnesAreRefusedAndNothingAcknowledgedIsLost(String mode) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell that limits the size of files");
        List<String> lines = new ArrayList<>();
        try (ChildProcess child = ChildProcess.startWithFileLimit(40 << 20, Filler.class, dir.toString(), mode)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                // The rest is the child's own log, which tells the operator the same.
                if (line.startsWith("= ")) {
                    lines.add(line.substring(2));
                }
            }
        }
        assertThat(lines).hasSize(4);
        long acknowledged = Long.parseLong(lines.get(0));
        assertThat(acknowledged).isPositive();
        assertThat(lines.subList(1, 4)).containsExactly("Indeterminate", "Fatal", "read 1");

        try (RocksDbStore store = TestStores.open(dir)) {
            for (long n = 1; n <= acknowledged; n++) {
                assertThat(await(store.get(1, Filler.key(n)))).hasSize(Filler.VALUE_BYTES);
            }
            // The unknown one may be there or not; what was refused after it must not.
            assertThat(await(store.get(1, Filler.key(acknowledged + 2)))).isNull();
            await(store.commit(new WriteBatch().put(1, bytes("after"), bytes("x"))));
        }
    }

    /** Commits until one fails, and then once more. */
    static final class Filler {
        static final int VALUE_BYTES = 60_000;

        private Filler() {}

        public static void main(String[] args) throws Exception {
            RocksDbStore store = TestStores.open(Path.of(args[0]), "rocksdb-wal-fsync", args[1]);
            long n = 0;
            String outcome = "";
            while (outcome.isEmpty()) {
                n++;
                outcome = outcome(store, n);
            }
            System.out.println("= " + (n - 1));
            System.out.println("= " + outcome);
            System.out.println("= " + outcome(store, n + 1));
            System.out.println("= read " + (await(store.get(1, key(1))).length == VALUE_BYTES ? 1 : 0));
            store.close();
        }

        private static String outcome(RocksDbStore store, long n) throws Exception {
            try {
                await(store.commit(new WriteBatch().put(1, key(n), new byte[VALUE_BYTES])));
                return "";
            } catch (StoreException e) {
                return e.getClass().getSimpleName();
            }
        }

        static byte[] key(long n) {
            return ByteBuffer.allocate(Long.BYTES).putLong(n).array();
        }
    }

    /** What the thread that forces the log each second reports when it cannot. */
    @Test
    void aBrokenStoreTakesNoWritesAndServesReads() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings());
        Database db = Opening.open(config, dir);
        try (RocksDbStore store = new RocksDbStore(db, config)) {
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("v"))));
            assertThat(store.statistics()).containsEntry("sluice.rocksdb.writable", "yes");
            db.health.breakDown("the disk burns", new IOException("fire"));
            db.health.breakDown("its echo", new IOException("smoke"));
            assertThatThrownBy(() -> await(store.commit(new WriteBatch().delete(1, bytes("k")))))
                    .isInstanceOf(StoreException.Fatal.class)
                    .hasMessageContaining("the disk burns");
            assertThatThrownBy(() -> await(store.deleteRange(1, bytes("a"), bytes("z"))))
                    .isInstanceOf(StoreException.Fatal.class)
                    .hasMessageContaining("the disk burns");
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("v"));
            assertThat(store.statistics()).containsEntry("sluice.rocksdb.writable", "no: the disk burns");
        }
    }

    /** The directory of a new file of the journal is forced with it, and is not where it was; the next time there is nothing new to it. */
    @Test
    void whatCouldNotBeForcedOnceIsNeverSaidToBe() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "no")) {
            await(store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("v")))
                    .durable());
            Files.move(dir.resolve(Journal.DIRECTORY), dir.resolve("elsewhere"));
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> await(store.force()))
                        .as("time %d", i)
                        .isInstanceOf(StoreException.Fatal.class)
                        .hasMessageContaining("forcing the journal to the disk failed");
            }
        }
    }
}
