package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the journal is forced, or RocksDB's log, as is counted. */
class FsyncTest {
    @TempDir
    Path dir;

    @Test
    void alwaysForcesBeforeItAcknowledges() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "always")) {
            for (int i = 1; i <= 20; i++) {
                await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("" + i))));
                assertThat(synced(store)).isGreaterThanOrEqualTo(i);
            }
        }
    }

    @Test
    void alwaysSharesAnFsyncAmongWhatArrivesTogether() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "always")) {
            List<CompletionStage<Void>> open = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                open.add(store.commit(new WriteBatch().put(1, bytes("k" + i), bytes("v"))));
            }
            for (CompletionStage<Void> stage : open) {
                await(stage);
            }
            assertThat(synced(store)).isPositive().isLessThan(2_000);
            assertThat(await(store.get(1, bytes("k1999")))).isEqualTo(bytes("v"));
        }
    }

    @Test
    void noLeavesItToTheSystem() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "no")) {
            long atStart = journalSynced(store);
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("v"))));
            assertThat(journalSynced(store)).isEqualTo(atStart);
        }
    }

    @Test
    void whoAsksForItHasItForced() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "no")) {
            long atStart = journalSynced(store);
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("v"))));
            await(store.force());
            assertThat(journalSynced(store)).isEqualTo(atStart + 1);
            assertThat(store.force().toCompletableFuture())
                    .as("nothing is left to force")
                    .isCompleted();
            assertThat(journalSynced(store)).isEqualTo(atStart + 1);
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("w"))));
            await(store.force());
            assertThat(journalSynced(store)).isEqualTo(atStart + 2);
        }
    }

    @Test
    void everysecForcesInTheBackground() throws Exception {
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "everysec")) {
            long atStart = journalSynced(store);
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("v"))));
            long giveUp = System.nanoTime() + 60_000_000_000L;
            while (journalSynced(store) == atStart && System.nanoTime() < giveUp) {
                Thread.onSpinWait();
            }
            assertThat(journalSynced(store)).isGreaterThan(atStart);
        }
    }

    @Test
    void muchOfTheJournalIsForcedBetweenTimesAndLittleIsNot() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(TestStores.settings("rocksdb-wal-fsync", "no"));
        Database db = Opening.open(config, dir);
        try (RocksDbStore store = new RocksDbStore(db, config);
                Readers readers = new Readers(db.inFlight, 1)) {
            WalForcer forcer = new WalForcer(db, readers);
            long atStart = journalSynced(store);
            await(store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("v")))
                    .durable());
            forcer.forceAhead();
            assertThat(db.journal().isForced()).isFalse();

            int rows = 3_000;
            for (int i = 0; i < rows; i++) {
                WriteBatch row = new WriteBatch().put(1, bytes("k" + i), new byte[(int) WalForcer.MUCH / rows]);
                await(store.commitAhead(row).durable());
            }
            assertThat(db.journal().unforcedBytes()).isGreaterThan(WalForcer.MUCH);
            forcer.forceAhead();
            assertThat(db.journal().isForced()).isTrue();
            assertThat(db.journal().unforcedBytes()).isZero();
            assertThat(journalSynced(store)).isEqualTo(atStart + 1);

            await(store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("w")))
                    .durable());
            forcer.forceNow();
            assertThat(db.journal().isForced()).isTrue();
        }
    }

    private static long synced(RocksDbStore store) {
        return Long.parseLong(store.statistics().get("rocksdb.wal.synced"));
    }

    private static long journalSynced(RocksDbStore store) {
        return Long.parseLong(store.statistics().get("sluice.rocksdb.journal-synced"));
    }
}
