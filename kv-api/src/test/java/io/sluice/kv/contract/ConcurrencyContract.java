package io.sluice.kv.contract;

import static io.sluice.kv.testing.Stages.await;
import static io.sluice.kv.testing.Stages.scanAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.kv.Atomicity;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many callers at once: atomic visibility, racing inserts, seals, and a close in the middle. */
abstract class ConcurrencyContract extends WriteContract {

    private static final int ROWS = 8;
    private static final int ROUNDS = 300;

    /** Repeats what was surely not applied, as the engine does. */
    private void commitSurely(WriteBatch batch) {
        while (true) {
            try {
                commit(batch);
                return;
            } catch (StoreException.Retryable again) {
                Thread.onSpinWait();
            }
        }
    }

    private static byte[] row(int i) {
        return bytes("row" + i);
    }

    private static long number(byte[] value) {
        return value == null ? -1 : Long.parseLong(new String(value, StandardCharsets.US_ASCII));
    }

    private WriteBatch allRows(IntStream slots, int round) {
        WriteBatch batch = batch();
        slots.forEach(slot -> {
            for (int i = 0; i < ROWS; i++) {
                batch.put(slot, row(i), bytes(Integer.toString(round)));
            }
        });
        return batch;
    }

    /** While rounds are written, each setting every row to its number, the readers look. */
    private void whileWriting(int[] slots, Look look) throws Exception {
        commitSurely(allRows(IntStream.of(slots), 0));
        AtomicBoolean done = new AtomicBoolean();
        concurrently(3, number -> {
            if (number > 0) {
                do {
                    look.look(number);
                } while (!done.get());
                return null;
            }
            try {
                for (int round = 1; round <= ROUNDS; round++) {
                    commitSurely(allRows(IntStream.of(slots), round));
                    for (int slot : slots) {
                        assertThat(number(get(slot, row(ROWS - 1)))).isEqualTo(round);
                    }
                }
            } finally {
                done.set(true);
            }
            return null;
        });
    }

    private interface Look {
        void look(int number);
    }

    private void assertVisibleAtOneMoment(int... slots) throws Exception {
        whileWriting(slots, reader -> {
            long seen = -1;
            for (int i = 0; i < ROWS; i++) {
                for (int slot : slots) {
                    long now = number(get(slot, row(reader == 1 ? i : ROWS - 1 - i)));
                    assertThat(now).as("a row older than one seen before").isGreaterThanOrEqualTo(seen);
                    seen = now;
                }
            }
        });
    }

    @Test
    void whoHasSeenOneRowOfABatchSeesTheOthers() throws Exception {
        assertVisibleAtOneMoment(SLOT);
    }

    @Test
    void whoHasSeenOneRowOfABatchSeesTheOthersInOtherSlots() throws Exception {
        assumeTrue(store.capabilities().atomicity() == Atomicity.STORE, "atomic within a slot only");
        assertVisibleAtOneMoment(SLOT, 0xffff, 0);
    }

    @Test
    void answersOfManyRowsNeverGoBackBehindWhatWasSeenBefore() throws Exception {
        List<SlotKey> keys = IntStream.range(0, ROWS)
                .mapToObj(i -> new SlotKey(SLOT, row(i)))
                .toList();
        whileWriting(new int[] {SLOT}, reader -> {
            long before = number(get(SLOT, row(0)));
            List<Long> values = new ArrayList<>();
            if (reader == 1) {
                await(store.multiGet(keys)).forEach(value -> values.add(number(value)));
            } else {
                scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, 3, false))
                        .forEach(row -> values.add(number(row.value())));
            }
            assertThat(values).hasSize(ROWS).allMatch(value -> value >= before);
        });
    }

    @Test
    void whereReadsAreSnapshotsNobodySeesHalfABatch() throws Exception {
        assumeTrue(snapshotReads(), "the backend's reads are not snapshots");
        List<SlotKey> keys = IntStream.range(0, ROWS)
                .mapToObj(i -> new SlotKey(SLOT, row(i)))
                .toList();
        whileWriting(new int[] {SLOT}, reader -> {
            List<byte[]> values = reader == 1
                    ? await(store.multiGet(keys))
                    : await(store.scan(new ScanRequest(SLOT, new byte[0], null, false, ROWS, false))).rows().stream()
                            .map(row -> row.value())
                            .toList();
            assertThat(values.stream().map(value -> number(value)).distinct()).hasSize(1);
        });
    }

    @Test
    void rowsNobodyWritesAreInEveryScan() throws Exception {
        WriteBatch still = batch();
        for (int i = 0; i < 20; i++) {
            still.put(SLOT, bytes(String.format("s%02d", i)), bytes("still"));
        }
        commitSurely(still);
        List<String> forwards = still.ops().stream().map(op -> hex(op.key())).toList();
        List<String> backwards = new ArrayList<>(forwards);
        Collections.reverse(backwards);
        AtomicBoolean done = new AtomicBoolean();
        concurrently(3, number -> {
            if (number == 0) {
                try {
                    for (int round = 0; round < ROUNDS; round++) {
                        WriteBatch batch = batch();
                        for (int i = 0; i < 20; i++) {
                            byte[] between = bytes(String.format("s%02d+", i));
                            if ((round + i) % 2 == 0) {
                                batch.put(SLOT, between, bytes("moving"));
                            } else {
                                batch.delete(SLOT, between);
                            }
                        }
                        commitSurely(batch);
                    }
                } finally {
                    done.set(true);
                }
                return null;
            }
            do {
                List<String> found =
                        scanAll(store, new ScanRequest(SLOT, bytes("s"), null, number == 1, 3, false)).stream()
                                .filter(row -> row.value().length == "still".length())
                                .map(row -> hex(row.key()))
                                .toList();
                assertThat(found).isEqualTo(number == 1 ? backwards : forwards);
            } while (!done.get());
            return null;
        });
    }

    @Test
    void ofRacingInsertersExactlyOneWins() throws Exception {
        int racers = 6;
        for (int round = 0; round < 30; round++) {
            byte[] key = bytes("prize" + round);
            List<Boolean> won = concurrently(racers, racer -> {
                try {
                    commitSurely(batch().requireAbsent(SLOT, key)
                            .put(SLOT, key, bytes("racer" + racer))
                            .put(SLOT, bytes("mark" + racer), key));
                    return true;
                } catch (StoreException.GuardFailed lost) {
                    return false;
                }
            });
            assertThat(won).as("round %s", round).containsOnlyOnce(true);
            int winner = won.indexOf(true);
            assertThat(get(SLOT, key)).isEqualTo(bytes("racer" + winner));
            for (int racer = 0; racer < racers; racer++) {
                byte[] mark = get(SLOT, bytes("mark" + racer));
                assertThat(Arrays.equals(mark, key)).isEqualTo(racer == winner);
            }
        }
    }

    @Test
    void afterASealNoBatchThatForbidsItIsApplied() throws Exception {
        int writers = 4;
        for (int round = 0; round < 10; round++) {
            byte[] seal = bytes("seal" + round);
            List<Long> last = new ArrayList<>();
            List<List<Long>> seenAtSeal = new ArrayList<>();
            AtomicBoolean done = new AtomicBoolean();
            List<Long> results = concurrently(writers + 1, number -> {
                if (number == writers) {
                    for (int spin = 0; spin < 20; spin++) {
                        get(SLOT, seal);
                    }
                    commitSurely(batch().requireAbsent(SLOT, seal).put(SLOT, seal, bytes("x")));
                    done.set(true);
                    List<Long> values = new ArrayList<>();
                    for (int writer = 0; writer < writers; writer++) {
                        values.add(number(get(SLOT, row(writer))));
                    }
                    seenAtSeal.add(values);
                    return -1L;
                }
                for (long i = 0; ; i++) {
                    boolean late = done.get();
                    try {
                        commitSurely(batch().put(SLOT, row(number), bytes(Long.toString(i)))
                                .requireAbsent(SLOT, seal));
                    } catch (StoreException.GuardFailed sealed) {
                        return i - 1;
                    }
                    assertThat(late).as("applied after the seal").isFalse();
                }
            });
            for (int writer = 0; writer < writers; writer++) {
                last.add(number(get(SLOT, row(writer))));
                if (results.get(writer) >= 0) {
                    assertThat(last.get(writer)).as("what was acknowledged").isEqualTo(results.get(writer));
                }
            }
            assertThat(seenAtSeal).containsExactly(last);
        }
    }

    @Test
    void manyCallersAtOnceAreAllServed() throws Exception {
        int callers = 8;
        int each = 200;
        concurrently(callers, caller -> {
            List<CompletionStage<Void>> open = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                open.add(store.commit(batch().put(caller, bytes(String.format("k%04d", i)), bytes("v" + i))));
            }
            for (int i = 0; i < each; i++) {
                try {
                    await(open.get(i));
                } catch (StoreException.Retryable again) {
                    commitSurely(batch().put(caller, bytes(String.format("k%04d", i)), bytes("v" + i)));
                }
            }
            List<CompletionStage<byte[]>> reads = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                reads.add(store.get(caller, bytes(String.format("k%04d", i))));
            }
            for (int i = 0; i < each; i++) {
                assertThat(await(reads.get(i))).isEqualTo(bytes("v" + i));
            }
            return null;
        });
        for (int caller = 0; caller < callers; caller++) {
            assertThat(contents(caller)).hasSize(each);
        }
    }

    @Test
    void aCallbackMayCallTheStoreAgain() {
        CompletableFuture<byte[]> answer = store.commit(batch().put(SLOT, row(0), bytes("1")))
                .thenCompose(done -> store.commit(batch().put(SLOT, row(1), bytes("2"))))
                .thenCompose(done -> store.multiGet(List.of(new SlotKey(SLOT, row(0)))))
                .thenCompose(values -> store.scan(new ScanRequest(SLOT, new byte[0], null, false, 10, false)))
                .thenCompose(page -> store.get(SLOT, row(1)))
                .toCompletableFuture();
        assertThat(await(answer)).isEqualTo(bytes("2"));
    }

    @Test
    void closeIsIdempotentAndCallsAfterItFail() {
        put(SLOT, row(0), bytes("1"));
        store.close();
        store.close();
        failure(StoreException.Fatal.class, store.get(SLOT, row(0)));
        failure(StoreException.Fatal.class, store.multiGet(List.of(new SlotKey(SLOT, row(0)))));
        failure(StoreException.Fatal.class, store.scan(new ScanRequest(SLOT, new byte[0], null, false, 10, false)));
        failure(StoreException.Fatal.class, store.commit(batch().put(SLOT, row(0), bytes("2"))));
        failure(StoreException.Fatal.class, store.deleteRange(SLOT, row(0), row(1)));
    }

    @Test
    void aCloseAmidCallsLeavesNoStageOpen() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        concurrently(5, caller -> {
            if (caller == 0) {
                for (int i = 0; i < 50; i++) {
                    settled(store.get(SLOT, row(i)));
                }
                store.close();
                closed.set(true);
                return null;
            }
            boolean open = true;
            for (int i = 0; open; i++) {
                boolean late = closed.get();
                CompletionStage<?> commit = store.commit(batch().put(SLOT, row(i), bytes("v")));
                CompletionStage<?> scan = store.scan(new ScanRequest(SLOT, new byte[0], null, false, 10, false));
                open = settled(store.get(SLOT, row(i))) & settled(commit) & settled(scan);
                assertThat(open && late)
                        .as("calls made after the close have succeeded")
                        .isFalse();
            }
            return null;
        });
    }

    /** Waits for the stage; whether it succeeded. A failure that is none of the store's fails the test. */
    private static boolean settled(CompletionStage<?> stage) {
        try {
            await(stage);
            return true;
        } catch (StoreException.Fatal | StoreException.Indeterminate closed) {
            return false;
        }
    }

    @Test
    void whatWasCommittedIsThereWhenTheStoreIsOpenedAgain() throws Exception {
        WriteBatch batch = batch();
        for (int i = 0; i < 100; i++) {
            batch.put(SLOT, row(i), bytes("v" + i));
        }
        commitSurely(batch);
        commitSurely(batch().delete(SLOT, row(3)).put(SLOT, row(4), new byte[0]));
        await(store.deleteRange(SLOT, row(5), row(6)));
        List<String> before = contents(SLOT);
        store.close();
        store = reopen();
        assertThat(contents(SLOT)).isEqualTo(before);
        failure(StoreException.GuardFailed.class, store.commit(batch().requireAbsent(SLOT, row(4))));
        commitSurely(batch().requireAbsent(SLOT, row(3)).put(SLOT, row(3), bytes("again")));
        assertThat(get(SLOT, row(3))).isEqualTo(bytes("again"));
    }
}
