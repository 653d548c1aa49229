package io.sluice.kv.contract;

import static io.sluice.kv.testing.Stages.await;
import static io.sluice.kv.testing.Stages.scanAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException.Fatal;
import io.sluice.kv.StoreException.GuardFailed;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.testing.Ops;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Batches, guards, range deletes and limits, one call at a time. */
abstract class WriteContract extends ReadContract {

    /** Large enough to leave any inline or single-packet path, small enough to be quick. */
    private static final int LARGE = 4 << 20;

    /** A limit beyond this is not tried out: the test would need that much memory. */
    private static final int TRIED = 64 << 20;

    // Of each test alone: a store that changes what it is handed must not spoil the next test.
    private final byte[] a = bytes("a");
    private final byte[] b = bytes("b");
    private final byte[] guard = bytes("guard");

    @Test
    void aLaterPutReplacesAnEarlierOne() {
        for (String value : List.of("1", "a longer value", "", "2")) {
            put(SLOT, a, bytes(value));
            assertThat(get(SLOT, a)).isEqualTo(bytes(value));
        }
        assertThat(contents(SLOT)).hasSize(1);
    }

    @Test
    void aRowCanBeDeletedAndWrittenAgainAtOnce() {
        for (int i = 0; i < 200; i++) {
            put(SLOT, a, bytes("v" + i));
            assertThat(get(SLOT, a)).as("round %s", i).isEqualTo(bytes("v" + i));
            commit(batch().delete(SLOT, a));
            assertThat(get(SLOT, a)).as("round %s", i).isNull();
        }
    }

    @Test
    void whatIsCommittedAheadBecomesVisibleInOrder() {
        List<KvStore.Commitment> open = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            open.add(store.commitAhead(batch().put(SLOT, a, bytes("v" + i)).put(SLOT, bytes("r" + i), bytes("x"))));
            await(open.get(i).durable());
        }
        await(open.get(20).visible());
        assertThat(open.subList(0, 20))
                .allMatch(each -> each.visible().toCompletableFuture().isDone());
        await(open.get(49).visible());
        assertThat(get(SLOT, a)).isEqualTo(bytes("v49"));
        assertThat(contents(SLOT)).hasSize(51);
    }

    @Test
    void whatIsCalledOnceABatchIsDurableTakesEffectAfterIt() {
        for (int i = 0; i < 20; i++) {
            await(store.commitAhead(batch().put(SLOT, a, bytes("ahead"))).durable());
            commit(batch().delete(SLOT, a));
            assertThat(get(SLOT, a)).as("round %s", i).isNull();
        }
    }

    @Test
    void whatIsLentIsNotReadAnyMoreOnceTheBatchIsDurable() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            keys.add(bytes(String.format("r%02d", i)));
        }
        for (int round = 0; round < 20; round++) {
            put(SLOT, bytes("r02"), bytes("old"));
            LentRows rows = new LentRows(SLOT, keys, bytes("v" + round));
            KvStore.Commitment commitment = store.commitAhead(
                    batch().put(SLOT, bytes("own"), bytes("o")).addAll(rows));
            await(commitment.durable());
            rows.takeBack();
            awaitVisible(commitment);
            assertThat(get(SLOT, bytes("r00"))).isEqualTo(bytes("v" + round));
            assertThat(get(SLOT, bytes("r28"))).isEqualTo(bytes("v" + round));
            assertThat(get(SLOT, bytes("r02"))).isNull();
            assertThat(contents(SLOT)).hasSize(21);
        }
    }

    @Test
    void whatWasAbsentAndIsDeletedSoonIsAbsent() {
        for (int i = 0; i < 20; i++) {
            await(store.commitAhead(batch().addAll(new Ops()
                            .put(SLOT, a, bytes("new"), true)
                            .put(SLOT, bytes("r" + i), bytes("stays"), true)))
                    .durable());
            await(store.commitAhead(batch().put(SLOT, a, bytes("newer"))).durable());
            await(store.commitAhead(batch().addAll(new Ops().delete(SLOT, a, false)))
                    .durable());
            awaitVisible(store.commitAhead(batch().addAll(new Ops().delete(SLOT, a, true))));
            assertThat(get(SLOT, a)).as("round %s", i).isNull();
            assertThat(contents(SLOT)).hasSize(i + 1);
        }
    }

    @Test
    void whatIsDeletedAndWasThereIsAbsent() {
        for (int i = 0; i < 20; i++) {
            put(SLOT, a, bytes("old"));
            await(store.commitAhead(batch().addAll(new Ops().delete(SLOT, a, false)))
                    .durable());
            await(store.commitAhead(batch().addAll(new Ops().put(SLOT, a, bytes("new"), true)))
                    .durable());
            awaitVisible(store.commitAhead(batch().delete(SLOT, a)));
            assertThat(get(SLOT, a)).as("round %s", i).isNull();
        }
    }

    /** A commit takes effect after it, so that the store does not let more gather. */
    private void awaitVisible(KvStore.Commitment commitment) {
        await(commitment.durable());
        commit(batch().delete(SLOT, bytes("nobody's")));
        await(commitment.visible());
    }

    @Test
    void inABatchTheLaterChangeOfARowWins() {
        put(SLOT, a, bytes("old"));
        commit(batch().delete(SLOT, a).put(SLOT, a, bytes("new")));
        assertThat(get(SLOT, a)).isEqualTo(bytes("new"));
        commit(batch().put(SLOT, a, bytes("newer")).delete(SLOT, a));
        assertThat(get(SLOT, a)).isNull();
        commit(batch().put(SLOT, a, bytes("1")).put(SLOT, b, bytes("1")).put(SLOT, a, bytes("2")));
        assertThat(contents(SLOT)).containsExactly("61=32", "62=31");
        commit(batch().delete(SLOT, a)
                .put(SLOT, a, bytes("3"))
                .delete(SLOT, a)
                .put(SLOT, b, bytes("2"))
                .delete(SLOT, b)
                .put(SLOT, b, bytes("3")));
        assertThat(contents(SLOT)).containsExactly("62=33");
    }

    @Test
    void deletingWhatIsNotThereAndChangingNothingSucceed() {
        commit(batch().delete(SLOT, a));
        commit(batch());
        assertThat(contents(SLOT)).isEmpty();
    }

    @Test
    void aBatchMayBeHandedOverAgain() {
        WriteBatch same = batch().delete(SLOT, a).put(SLOT, b, bytes("1"));
        put(SLOT, a, bytes("old"));
        commit(same);
        commit(same);
        assertThat(contents(SLOT)).containsExactly("62=31");
    }

    @Test
    void aGuardHoldsWhileItsRowIsAbsent() {
        commit(batch().requireAbsent(SLOT, guard).put(SLOT, a, bytes("1")));
        commit(batch().put(SLOT, a, bytes("2")).requireAbsent(SLOT, guard));
        assertThat(get(SLOT, a)).isEqualTo(bytes("2"));
        assertThat(get(SLOT, guard)).as("a guard writes nothing").isNull();
        commit(batch().requireAbsent(SLOT, guard));
        assertThat(contents(SLOT)).hasSize(1);
    }

    @Test
    void aFailedGuardAppliesNothing() {
        put(SLOT, guard, new byte[0]);
        put(SLOT, a, bytes("old"));
        List<String> before = contents(SLOT);
        failure(
                GuardFailed.class,
                store.commit(batch().requireAbsent(SLOT, guard).put(SLOT, b, bytes("1"))));
        failure(
                GuardFailed.class,
                store.commit(batch().put(SLOT, a, bytes("new")).delete(SLOT, b).requireAbsent(SLOT, guard)));
        failure(
                GuardFailed.class,
                store.commit(batch().requireAbsent(SLOT, b).delete(SLOT, a).requireAbsent(SLOT, guard)));
        failure(GuardFailed.class, store.commit(batch().requireAbsent(SLOT, guard)));
        assertThat(contents(SLOT)).isEqualTo(before);
        commit(batch().delete(SLOT, guard));
        commit(batch().requireAbsent(SLOT, guard).put(SLOT, b, bytes("1")));
        assertThat(get(SLOT, b)).isEqualTo(bytes("1"));
    }

    @Test
    void aGuardIsAboutTheRowBeforeTheBatch() {
        commit(batch().put(SLOT, a, bytes("inserted")).requireAbsent(SLOT, a));
        commit(batch().requireAbsent(SLOT, b).put(SLOT, b, new byte[0]));
        assertThat(contents(SLOT)).hasSize(2);
        failure(
                GuardFailed.class,
                store.commit(batch().put(SLOT, a, bytes("again")).requireAbsent(SLOT, a)));
        failure(GuardFailed.class, store.commit(batch().requireAbsent(SLOT, b).put(SLOT, b, bytes("again"))));
        failure(GuardFailed.class, store.commit(batch().delete(SLOT, a).requireAbsent(SLOT, a)));
        assertThat(get(SLOT, a)).isEqualTo(bytes("inserted"));
        assertThat(get(SLOT, b)).isEmpty();
        byte[] c = bytes("c");
        commit(batch().requireAbsent(SLOT, c).delete(SLOT, c));
        commit(batch().requireAbsent(SLOT, c).put(SLOT, c, a).delete(SLOT, c));
        assertThat(get(SLOT, c)).isNull();
    }

    @Test
    void aGuardIsOfItsSlotAlone() {
        put(SLOT + 1, guard, bytes("there"));
        commit(batch().requireAbsent(SLOT, guard).put(SLOT, a, bytes("1")));
        assertThat(get(SLOT, a)).isEqualTo(bytes("1"));
    }

    @Test
    void whereTheStoreIsAtomicABatchSpansSlots() {
        assumeTrue(store.capabilities().atomicity() == Atomicity.STORE, "atomic within a slot only");
        commit(batch().put(1, a, bytes("1")).put(0xffff, a, bytes("2")).requireAbsent(3, guard));
        put(3, guard, bytes("there"));
        failure(
                GuardFailed.class,
                store.commit(batch().delete(1, a).put(0xffff, a, bytes("3")).requireAbsent(3, guard)));
        assertThat(get(1, a)).isEqualTo(bytes("1"));
        assertThat(get(0xffff, a)).isEqualTo(bytes("2"));
        commit(batch().delete(1, a).put(0xffff, a, bytes("3")).delete(3, guard));
        assertThat(get(1, a)).isNull();
        assertThat(get(0xffff, a)).isEqualTo(bytes("3"));
    }

    @Test
    void whereASlotIsAtomicABatchOverTwoIsRefused() {
        assumeTrue(store.capabilities().atomicity() == Atomicity.SLOT, "atomic over slots");
        failure(Fatal.class, store.commit(batch().put(1, a, a).put(2, a, a)));
        failure(Fatal.class, store.commit(batch().put(1, a, a).delete(2, a)));
        failure(Fatal.class, store.commit(batch().put(1, a, a).requireAbsent(2, a)));
        assertThat(contents(1)).isEmpty();
        assertThat(contents(2)).isEmpty();
        put(1, a, a);
        assertThat(contents(1)).hasSize(1);
    }

    @Test
    void aRangeDeleteTakesExactlyItsRange() {
        List<String> keys = List.of("", "00", "61", "6100", "6161", "61ff", "62", "ff", "ffff");
        List<String> bounds =
                Stream.concat(keys.stream(), Stream.of("60", "63", "ffff00")).toList();
        int slot = 100;
        for (String from : bounds) {
            for (String to : bounds) {
                slot++;
                WriteBatch rows = batch();
                for (String key : keys) {
                    rows.put(slot, hex(key), bytes("v"));
                }
                commit(rows);
                await(store.deleteRange(slot, hex(from), hex(to)));
                List<String> left = keys.stream()
                        .filter(key -> key.compareTo(from) < 0 || key.compareTo(to) >= 0)
                        .map(key -> key + "=76")
                        .toList();
                assertThat(contents(slot)).as("[%s, %s)", from, to).isEqualTo(left);
                await(store.deleteRange(slot, hex(from), hex(to)));
                assertThat(contents(slot)).as("again [%s, %s)", from, to).isEqualTo(left);
            }
        }
    }

    @Test
    void rowsCanBeWrittenWhereARangeWasDeleted() {
        for (int round = 0; round < 20; round++) {
            commit(batch().put(SLOT, a, bytes("v" + round)).put(SLOT, b, bytes("v" + round)));
            await(store.deleteRange(SLOT, a, bytes("c")));
            assertThat(get(SLOT, a)).isNull();
            assertThat(contents(SLOT)).isEmpty();
            put(SLOT, a, bytes("w" + round));
            assertThat(get(SLOT, a)).isEqualTo(bytes("w" + round));
        }
    }

    @Test
    void aRangeOfManyRowsIsDeleted() {
        WriteBatch rows = batch();
        for (int i = 0; i < 5000; i++) {
            rows.put(SLOT, bytes(String.format("r%05d", i)), bytes("v" + i));
        }
        if (rows.bytes() <= store.capabilities().maxBatchBytes()
                && rows.rows() <= store.capabilities().maxBatchRows()) {
            commit(rows);
        } else {
            rows.ops().forEach(op -> put(SLOT, op.key(), op.value()));
        }
        await(store.deleteRange(SLOT, bytes("r00010"), bytes("r04990")));
        assertThat(scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, 100, true)))
                .hasSize(20);
    }

    @Test
    void largeKeysAndValuesUpToTheLimitComeBack() {
        Capabilities limits = store.capabilities();
        byte[] key = filled(Math.min(limits.maxKeyBytes(), 1 << 16), 3);
        long room = limits.maxBatchBytes() - key.length - WriteBatch.OP_OVERHEAD;
        byte[] value = filled((int) Math.min(Math.min(limits.maxValueBytes(), LARGE), room), 5);
        put(SLOT, key.clone(), value.clone());
        assertThat(Arrays.equals(get(SLOT, key), value)).isTrue();
        assertThat(scanAll(store, new ScanRequest(SLOT, new byte[0], null, true, 1, false)))
                .singleElement()
                .satisfies(row -> assertThat(Arrays.equals(row.value(), value)).isTrue());
    }

    @Test
    void largeBatchesUpToTheLimitAreApplied() {
        Capabilities limits = store.capabilities();
        long bound = Math.min(limits.maxBatchBytes(), LARGE);
        byte[] value = filled(Math.min(limits.maxValueBytes(), 1000), 7);
        WriteBatch batch = batch();
        int rows = 0;
        while (rows < limits.maxBatchRows() && batch.bytes() + 7 + value.length + WriteBatch.OP_OVERHEAD <= bound) {
            batch.put(SLOT, bytes(String.format("k%06d", rows++)), value);
        }
        commit(batch);
        List<Row> found = scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, 500, false));
        assertThat(found.size()).isEqualTo(rows);
        assertThat(found.stream().allMatch(row -> Arrays.equals(row.value(), value)))
                .as("every value came back")
                .isTrue();
    }

    /** Puts and deletes alike, and a guard beside them that does not count. */
    private WriteBatch manyRows(int rows) {
        WriteBatch batch = batch().requireAbsent(SLOT, guard);
        for (int i = 0; i < rows; i++) {
            byte[] key = bytes(String.format("m%06d", i));
            if (i % 2 == 0) {
                batch.put(SLOT, key, a);
            } else {
                batch.delete(SLOT, key);
            }
        }
        return batch;
    }

    @Test
    void batchesOfManyRowsUpToTheLimitAreApplied() {
        Capabilities limits = store.capabilities();
        int rows = (int) Math.min(Math.min(limits.maxBatchRows(), 20_000), limits.maxBatchBytes() / 24 - 2);
        put(SLOT, bytes("m000001"), a);
        commit(manyRows(rows));
        assertThat(scanAll(store, new ScanRequest(SLOT, new byte[0], null, false, 1000, true)))
                .hasSize((rows + 1) / 2);
    }

    @Test
    void aBatchOfTooManyRowsIsRefused() {
        Capabilities limits = store.capabilities();
        assumeTrue(limits.maxBatchRows() < 1_000_000, "the limit of rows is too high to try");
        WriteBatch batch = manyRows(limits.maxBatchRows() + 1);
        assumeTrue(batch.bytes() <= limits.maxBatchBytes(), "the limit of batches comes first");
        refused(batch);
    }

    @Test
    void aKeyOverTheLimitIsRefused() {
        int limit = store.capabilities().maxKeyBytes();
        assumeTrue(limit < TRIED, "the limit of keys is too high to try");
        byte[] key = filled(limit + 1, 1);
        refused(batch().put(SLOT, a, bytes("new")).put(SLOT, key, bytes("v")));
        refused(batch().put(SLOT, a, bytes("new")).delete(SLOT, key));
        refused(batch().put(SLOT, a, bytes("new")).requireAbsent(SLOT, key));
    }

    @Test
    void aValueOverTheLimitIsRefused() {
        Capabilities limits = store.capabilities();
        assumeTrue(limits.maxValueBytes() < TRIED, "the limit of values is too high to try");
        assumeTrue(limits.maxValueBytes() + 100L < limits.maxBatchBytes(), "the limit of batches comes first");
        refused(batch().put(SLOT, a, bytes("new")).put(SLOT, b, filled(limits.maxValueBytes() + 1, 1)));
    }

    @Test
    void aBatchOverTheLimitIsRefused() {
        Capabilities limits = store.capabilities();
        byte[] value = filled(Math.min(limits.maxValueBytes(), 1 << 20), 1);
        assumeTrue(limits.maxBatchBytes() < 4 * TRIED, "the limit of batches is too high to try");
        WriteBatch batch = batch();
        while (batch.bytes() <= limits.maxBatchBytes()) {
            batch.put(SLOT, a, value);
        }
        refused(batch);
    }

    private void refused(WriteBatch batch) {
        put(SLOT, a, bytes("old"));
        assertThat(failure(Fatal.class, store.commit(batch)).getMessage()).isNotBlank();
        assertThat(contents(SLOT)).containsExactly("61=6f6c64");
    }

    private static byte[] filled(int length, int step) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * step + (i >> 8));
        }
        return bytes;
    }

    @Test
    void arraysHandedOverAreNotChanged() {
        byte[] key = bytes("key");
        byte[] value = bytes("value");
        byte[] from = bytes("k");
        byte[] to = bytes("z");
        put(SLOT, key, value);
        get(SLOT, key);
        multiGet(new SlotKey(SLOT, key));
        scanAll(store, new ScanRequest(SLOT, from, to, false, 1, false));
        scanAll(store, new ScanRequest(SLOT, from, to, true, 1, false));
        byte[] answer = get(SLOT, key);
        put(SLOT, key, bytes("other"));
        failure(GuardFailed.class, store.commit(batch().requireAbsent(SLOT, key).put(SLOT, a, value)));
        await(store.deleteRange(SLOT, from, to));
        assertThat(key).isEqualTo(bytes("key"));
        assertThat(value).isEqualTo(bytes("value"));
        assertThat(from).isEqualTo(bytes("k"));
        assertThat(to).isEqualTo(bytes("z"));
        assertThat(answer).as("what was answered stays as it was").isEqualTo(bytes("value"));
    }
}
