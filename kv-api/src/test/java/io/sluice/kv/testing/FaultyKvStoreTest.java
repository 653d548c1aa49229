package io.sluice.kv.testing;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FaultyKvStoreTest {

    private static final int SLOT = 3;

    private final MemoryKvStore data = new MemoryKvStore();
    private final FaultyKvStore store = new FaultyKvStore(data.share());
    private final byte[] key = {1};
    private final byte[] seal = {2};
    private final byte[] one = {11};
    private final byte[] two = {22};

    private WriteBatch put(byte[] value) {
        return new WriteBatch().put(SLOT, key, value);
    }

    private byte[] stored() {
        return await(data.get(SLOT, key));
    }

    private void commitFails(WriteBatch batch, Class<? extends StoreException> kind) {
        assertThatThrownBy(() -> await(store.commit(batch))).isInstanceOf(kind);
    }

    @Test
    void aRefusedCommitIsNotAppliedAndTheNextOneIs() {
        store.nextCommits(Fault.REFUSE, 2);
        commitFails(put(one), StoreException.Retryable.class);
        commitFails(put(one), StoreException.Retryable.class);
        assertThat(stored()).isNull();
        await(store.commit(put(one)));
        assertThat(stored()).isEqualTo(one);
        assertThat(store.injected()).containsEntry(Fault.REFUSE, 2L).containsEntry(Fault.NONE, 1L);
    }

    @Test
    void aBrokenCommitIsFatalAndNotApplied() {
        store.nextCommits(Fault.BREAK, 1);
        commitFails(put(one), StoreException.Fatal.class);
        assertThat(stored()).isNull();
    }

    @Test
    void anUnknownCommitMayBeApplied() {
        store.nextCommits(Fault.APPLY_UNKNOWN, 1);
        commitFails(put(one), StoreException.Indeterminate.class);
        assertThat(stored()).isEqualTo(one);
    }

    @Test
    void anUnknownCommitTellsNothingOfAFailedGuardEither() {
        await(store.commit(put(one)));
        store.nextCommits(Fault.APPLY_UNKNOWN, 1);
        commitFails(put(two).requireAbsent(SLOT, key), StoreException.Indeterminate.class);
        assertThat(stored()).isEqualTo(one);
    }

    @Test
    void aLostCommitNeverLands() {
        store.nextCommits(Fault.LOSE, 1);
        commitFails(put(one), StoreException.Indeterminate.class);
        assertThat(await(store.landLate())).isZero();
        assertThat(stored()).isNull();
    }

    @Test
    void aLateCommitLandsOverWhatWasWrittenMeanwhile() {
        store.nextCommits(Fault.LATE, 1);
        commitFails(put(one), StoreException.Indeterminate.class);
        assertThat(stored()).isNull();
        await(store.commit(put(two)));
        assertThat(store.lateBatches()).isEqualTo(1);
        assertThat(await(store.landLate())).isEqualTo(1);
        assertThat(stored()).isEqualTo(one);
        assertThat(store.lateBatches()).isZero();
    }

    @Test
    void aLateCommitIsKeptOutByASeal() {
        store.nextCommits(Fault.LATE, 1);
        commitFails(put(one).requireAbsent(SLOT, seal), StoreException.Indeterminate.class);
        await(store.commit(new WriteBatch().requireAbsent(SLOT, seal).put(SLOT, seal, one)));
        await(store.commit(put(two)));
        assertThat(await(store.landLate())).isZero();
        assertThat(stored()).isEqualTo(two);
    }

    @Test
    void readsAndRangeDeletesAreRefused() {
        await(store.commit(put(one)));
        store.nextReads(Fault.REFUSE, 1);
        assertThatThrownBy(() -> await(store.get(SLOT, key))).isInstanceOf(StoreException.Retryable.class);
        assertThat(await(store.get(SLOT, key))).isEqualTo(one);
        store.next(FaultyKvStore.Calls.RANGE_DELETES, Fault.REFUSE);
        assertThatThrownBy(() -> await(store.deleteRange(SLOT, key, seal)))
                .isInstanceOf(StoreException.Retryable.class);
        assertThat(stored()).isEqualTo(one);
        assertThatThrownBy(() -> store.nextReads(Fault.LATE, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aHeldAnswerIsOfTheMomentOfTheCall() {
        await(store.commit(put(one)));
        store.next(FaultyKvStore.Calls.READS, Fault.HOLD_ANSWER, Fault.HOLD_CALL);
        CompletableFuture<byte[]> older = store.get(SLOT, key).toCompletableFuture();
        CompletableFuture<byte[]> newer = store.get(SLOT, key).toCompletableFuture();
        await(store.commit(put(two)));
        assertThat(store.held()).isEqualTo(2);
        assertThat(older).isNotDone();
        assertThat(newer).isNotDone();
        store.release();
        assertThat(await(older)).isEqualTo(one);
        assertThat(await(newer)).isEqualTo(two);
        assertThat(store.held()).isZero();
    }

    @Test
    void aHeldCommitIsAppliedBeforeOrAfterItsRelease() {
        store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_ANSWER, Fault.HOLD_CALL);
        CompletableFuture<Void> applied = store.commit(put(one)).toCompletableFuture();
        CompletableFuture<Void> waiting = store.commit(put(two)).toCompletableFuture();
        assertThat(stored()).isEqualTo(one);
        assertThat(applied).isNotDone();
        store.release();
        await(applied);
        await(waiting);
        assertThat(stored()).isEqualTo(two);
    }

    @Test
    void aCloseAnswersWhatIsHeldAndDropsWhatIsLate() {
        store.next(FaultyKvStore.Calls.COMMITS, Fault.HOLD_CALL, Fault.LATE);
        CompletableFuture<Void> held = store.commit(put(one)).toCompletableFuture();
        commitFails(put(one), StoreException.Indeterminate.class);
        store.close();
        assertThatThrownBy(() -> await(held)).isInstanceOf(StoreException.Indeterminate.class);
        store.release();
        await(store.landLate());
        assertThat(stored()).isNull();
        store.nextCommits(Fault.APPLY_UNKNOWN, 1);
        commitFails(put(one), StoreException.Fatal.class);
    }
}
