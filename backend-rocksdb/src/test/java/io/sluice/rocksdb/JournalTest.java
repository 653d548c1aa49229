package io.sluice.rocksdb;

import static io.sluice.rocksdb.TestStores.await;
import static io.sluice.rocksdb.TestStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Ops;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits ahead: durable at once, mostly in the journal, in the rows later, and never lost or out of order in between. */
class JournalTest {
    /** Of a batch. */
    private static final int ROWS = 20;

    @TempDir
    Path dir;

    @Test
    void isDurableBeforeItReturnsAndVisibleLater() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            KvStore.Commitment commitment = store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("v")));
            assertThat(commitment.durable().toCompletableFuture()).isCompleted();
            await(commitment.visible());
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("v"));
            assertThat(store.statistics()).containsEntry("sluice.rocksdb.commits-handed-over", "0");
            awaitEmptyJournal(store);
        }
    }

    /** Large rows need not gather when nothing else does, and what has gathered is applied when there are many. */
    @Test
    void largeRowsAreVisibleAtOnceWhenNothingWaits() throws Exception {
        byte[] large = new byte[4096];
        try (RocksDbStore store = TestStores.open(dir)) {
            KvStore.Commitment direct = store.commitAhead(new WriteBatch().put(1, bytes("k"), large));
            assertThat(direct.visible().toCompletableFuture()).isCompleted();
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(large);
            KvStore.Commitment small = store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("small")));
            int number = 0;
            do {
                await(commitLarge(store, ++number).durable());
            } while (!small.visible().toCompletableFuture().isDone());
            awaitEmptyJournal(store);
            assertThat(numberOf(store)).isEqualTo(number);
        }
    }

    @Test
    void manyLargeRowsHaveWhatWaitsApplied() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("small")));
            KvStore.Commitment last = null;
            for (int i = 0; i < 100; i++) {
                last = commitLarge(store, i);
                await(last.durable());
            }
            assertThat(last.visible().toCompletableFuture()).isCompleted();
            awaitEmptyJournal(store);
            assertThat(numberOf(store)).isEqualTo(99);
        }
    }

    private static KvStore.Commitment commitLarge(KvStore store, int number) {
        return store.commitAhead(new WriteBatch().put(1, bytes("k"), value(number, 4096)));
    }

    private static int numberOf(KvStore store) throws Exception {
        return ByteBuffer.wrap(await(store.get(1, bytes("k")))).getInt();
    }

    /** Who waits for a batch is told before the batch is counted as applied. */
    private static void awaitEmptyJournal(RocksDbStore store) {
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            while (!"0".equals(store.statistics().get("sluice.rocksdb.journal-bytes"))) {
                Thread.onSpinWait();
            }
        });
    }

    /** Whoever writes rows directly comes after the journal, and reads what it has written. */
    @Test
    void aPlainCommitAndAGuardComeAfterIt() throws Exception {
        try (RocksDbStore store = TestStores.open(dir)) {
            KvStore.Commitment ahead = store.commitAhead(new WriteBatch().put(1, bytes("k"), bytes("ahead")));
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("plain"))));
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("plain"));
            assertThat(ahead.visible().toCompletableFuture()).isCompleted();
            store.commitAhead(new WriteBatch().put(1, bytes("g"), bytes("there")));
            KvStore.Commitment guarded = store.commitAhead(
                    new WriteBatch().put(1, bytes("g"), bytes("never")).requireAbsent(1, bytes("g")));
            assertThatThrownBy(() -> await(guarded.durable())).isInstanceOf(StoreException.GuardFailed.class);
            assertThat(await(store.get(1, bytes("g")))).isEqualTo(bytes("there"));
        }
    }

    /** Any mixture of the two ways, with sizes that go to the writer thread among them. */
    @Test
    void anyMixtureEndsAsItWasCommitted() throws Exception {
        for (int seed = 0; seed < 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path data = dir.resolve("seed" + seed);
            Map<String, Integer> model = new TreeMap<>();
            try (RocksDbStore store = TestStores.open(data)) {
                List<CompletionStage<Void>> visible = new ArrayList<>();
                for (int i = 1; i <= 400; i++) {
                    Ops changes = new Ops();
                    Set<String> before = Set.copyOf(model.keySet());
                    for (int rows = random.nextInt(1, 5); rows > 0; rows--) {
                        String key = "k" + random.nextInt(30);
                        boolean wasAbsent = !before.contains(key) && random.nextBoolean();
                        if (random.nextInt(3) == 0) {
                            changes.delete(key.length(), bytes(key), wasAbsent);
                            model.remove(key);
                        } else {
                            int size =
                                    switch (random.nextInt(60)) {
                                        case 0 -> 2_200_000;
                                        case 1, 2 -> 700_000;
                                        case 3, 4, 5, 6, 7, 8 -> 5000;
                                        default -> 4;
                                    };
                            changes.put(key.length(), bytes(key), value(i, size), wasAbsent);
                            model.put(key, i);
                        }
                    }
                    WriteBatch batch = new WriteBatch().addAll(changes);
                    visible.add(
                            random.nextInt(10) == 0
                                    ? store.commit(batch)
                                    : store.commitAhead(batch).visible());
                }
                if (random.nextBoolean()) {
                    for (CompletionStage<Void> stage : visible) {
                        await(stage);
                    }
                    assertThat(content(store)).isEqualTo(model);
                }
            }
            try (RocksDbStore store = TestStores.open(data)) {
                assertThat(content(store)).as("seed %d", seed).isEqualTo(model);
            }
        }
    }

    private static byte[] value(int number, int size) {
        return ByteBuffer.allocate(size).putInt(number).array();
    }

    private static Map<String, Integer> content(KvStore store) throws Exception {
        Map<String, Integer> rows = new TreeMap<>();
        for (int length = 2; length <= 3; length++) {
            ScanPage page = await(store.scan(new ScanRequest(length, new byte[0], null, false, 1000, false)));
            for (Row row : page.rows()) {
                rows.put(new String(row.key()), ByteBuffer.wrap(row.value()).getInt());
            }
            assertThat(page.more()).isFalse();
        }
        return rows;
    }

    /** Nothing more is applied while who is told of the first batch does not return: commits go on to the bound, and then wait. */
    @Test
    void commitsWaitWhenTooMuchIsBehind() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        try (RocksDbStore store = TestStores.open(dir)) {
            List<CompletionStage<Void>> open = new ArrayList<>();
            int n = 0;
            try {
                while (open.size() < 20) {
                    KvStore.Commitment commitment = store.commitAhead(rows(n));
                    if (n == 0) {
                        commitment.visible().thenRun(() -> assertThatNoException()
                                .isThrownBy(told::await));
                    }
                    if (!commitment.durable().toCompletableFuture().isDone()) {
                        open.add(commitment.durable());
                    }
                    n += ROWS;
                    assertThat(n * 1000L).isLessThan(2 * Applier.MAX_BYTES);
                }
                assertThat(Long.parseLong(store.statistics().get("sluice.rocksdb.journal-bytes")))
                        .isBetween(Applier.MAX_BYTES, Applier.MAX_BYTES + (1L << 20));
            } finally {
                told.countDown();
            }
            awaitRows(store, open, n);
        }
    }

    /** Commits wait for RocksDB where that lets nobody write, and lose nothing by it. */
    @Test
    void commitsWaitWhileRocksDbStopsWrites() throws Exception {
        RocksDbConfig config = RocksDbConfig.of(
                TestStores.settings("rocksdb-write-buffer-size", "64kb", "rocksdb-max-write-buffer-number", "2"));
        Database db = Opening.open(config, dir);
        try (RocksDbStore store = new RocksDbStore(db, config)) {
            db.rocks.pauseBackgroundWork();
            List<CompletionStage<Void>> open = new ArrayList<>();
            int n = 0;
            while (open.size() < 20) {
                CompletionStage<Void> durable = store.commitAhead(rows(n)).durable();
                if (!durable.toCompletableFuture().isDone()) {
                    open.add(durable);
                }
                n += ROWS;
            }
            db.rocks.continueBackgroundWork();
            awaitRows(store, open, n);
        }
    }

    private static WriteBatch rows(int first) {
        WriteBatch batch = new WriteBatch();
        for (int i = first; i < first + ROWS; i++) {
            batch.put(1, ByteBuffer.allocate(4).putInt(i).array(), new byte[1000]);
        }
        return batch;
    }

    private static void awaitRows(RocksDbStore store, List<CompletionStage<Void>> commits, int rows) throws Exception {
        for (CompletionStage<Void> durable : commits) {
            await(durable);
        }
        for (int i = 0; i < rows; i++) {
            assertThat(await(store.get(1, ByteBuffer.allocate(4).putInt(i).array())))
                    .hasSize(1000);
        }
    }

    /** The journal of a killed process is shown to who only looks, and is in the rows after the next start. */
    @Test
    void isReadByWhoOnlyLooksAndAppliedByTheNextStart() throws Exception {
        Path copy = dir.resolve("copy");
        Path data = dir.resolve("data");
        try (RocksDbStore store = TestStores.open(data)) {
            WriteBatch rows = new WriteBatch();
            for (int i = 0; i < 50; i++) {
                rows.put(1, bytes("k%02d".formatted(i)), bytes("old"));
            }
            await(store.commit(rows));
            WriteBatch changes = new WriteBatch().put(1, bytes("k05+"), bytes("new"));
            for (int i = 10; i < 40; i++) {
                changes.delete(1, bytes("k%02d".formatted(i)));
            }
            store.commitAhead(changes.put(1, bytes("k45"), bytes("new")));
            // The copy is made before the journal is applied, and of one moment in any case.
            await(store.checkpoint(copy));
            Files.createFile(copy.resolve("LOCK"));
        }
        List<String> expected = null;
        for (int limit : new int[] {1, 7, 100}) {
            try (KvStore looked = new RocksDbStoreProvider().openToRead(TestStores.settings(), copy)) {
                List<String> up = rows(looked, false, limit);
                List<String> down = rows(looked, true, limit);
                java.util.Collections.reverse(down);
                assertThat(down).isEqualTo(up);
                assertThat(up)
                        .hasSize(21)
                        .contains("k05+=new", "k45=new", "k09=old")
                        .doesNotContain("k10=old");
                assertThat(await(looked.get(1, bytes("k10")))).isNull();
                assertThat(await(looked.get(1, bytes("k45")))).isEqualTo(bytes("new"));
                expected = up;
            }
        }
        try (RocksDbStore store = TestStores.open(copy)) {
            assertThat(rows(store, false, 100)).isEqualTo(expected);
        }
    }

    /** A process that is killed while it brings rows to the tables has brought some of them there. */
    @Test
    void whatWasAbsentMayBeThereForTheNextStart() throws Exception {
        Path copy = dir.resolve("copy");
        try (RocksDbStore store = TestStores.open(dir.resolve("data"))) {
            await(store.commit(new WriteBatch().put(1, bytes("k"), bytes("brought there"))));
            store.commitAhead(new WriteBatch().addAll(new Ops().put(1, bytes("k"), bytes("brought there"), true)));
            store.commitAhead(new WriteBatch().delete(1, bytes("k")));
            await(store.checkpoint(copy));
            Files.createFile(copy.resolve("LOCK"));
        }
        try (KvStore looked = new RocksDbStoreProvider().openToRead(TestStores.settings(), copy)) {
            assertThat(rows(looked, false, 100)).isEmpty();
        }
        try (RocksDbStore store = TestStores.open(copy)) {
            assertThat(rows(store, false, 100)).isEmpty();
        }
    }

    private static List<String> rows(KvStore store, boolean reverse, int limit) throws Exception {
        List<String> rows = new ArrayList<>();
        ScanRequest request = new ScanRequest(1, new byte[0], null, reverse, limit, false);
        while (true) {
            ScanPage page = await(store.scan(request));
            for (Row row : page.rows()) {
                rows.add(new String(row.key()) + "=" + new String(row.value()));
            }
            if (!page.more()) {
                return rows;
            }
            if (!page.rows().isEmpty()) {
                request = request.after(page.rows().get(page.rows().size() - 1).key());
            }
        }
    }

    /** As on a full disk: commits go the longer way, to a table. */
    @Test
    void commitsDoWithoutAFurtherFile() throws Exception {
        Path journal = dir.resolve(Journal.DIRECTORY);
        Path elsewhere = dir.resolve("elsewhere");
        int rows = 0;
        try (RocksDbStore store = TestStores.open(dir, "rocksdb-wal-fsync", "no")) {
            await(store.commitAhead(rows(0)).durable());
            Files.move(journal, elsewhere);
            try {
                List<CompletionStage<Void>> commits = new ArrayList<>();
                while ("0".equals(store.statistics().get("sluice.rocksdb.commits-handed-over"))) {
                    commits.add(store.commitAhead(rows(rows)).durable());
                    rows += ROWS;
                }
                awaitRows(store, commits, rows);
                assertThat(rows * 1000).as("what was there").isLessThan(3 * JournalSegment.BYTES);
            } finally {
                Files.move(elsewhere, journal);
            }
        }
        try (RocksDbStore store = TestStores.open(dir)) {
            awaitRows(store, List.of(), rows);
        }
    }

    /** A store from before there was a journal is opened like any other. */
    @Test
    void aStoreWithoutAJournalGetsOne() throws Exception {
        org.rocksdb.RocksDB.loadLibrary();
        try (org.rocksdb.Options options = new org.rocksdb.Options().setCreateIfMissing(true);
                org.rocksdb.RocksDB old = org.rocksdb.RocksDB.open(options, dir.toString())) {
            old.put(RowKeys.row(1, bytes("k")), bytes("v"));
        }
        try (KvStore looked = new RocksDbStoreProvider().openToRead(TestStores.settings(), dir)) {
            assertThat(await(looked.get(1, bytes("k")))).isEqualTo(bytes("v"));
        }
        try (RocksDbStore store = TestStores.open(dir)) {
            assertThat(await(store.get(1, bytes("k")))).isEqualTo(bytes("v"));
            await(store.commitAhead(new WriteBatch().delete(1, bytes("k"))).visible());
            assertThat(await(store.get(1, bytes("k")))).isNull();
        }
    }
}
