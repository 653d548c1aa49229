package io.sluice.kv.testing;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.WriteBatch;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeteringKvStoreTest {

    private final MeteringKvStore store = new MeteringKvStore(new MemoryKvStore());
    private final byte[] key = {1, 2};

    @Test
    void everyKindOfCallIsCountedWithItsRowsAndBytes() {
        WriteBatch batch = new WriteBatch()
                .put(1, key, new byte[10])
                .delete(1, new byte[3])
                .requireAbsent(1, key);
        await(store.commit(batch));
        await(store.get(1, key));
        await(store.get(2, key));
        await(store.multiGet(List.of(new SlotKey(1, key), new SlotKey(2, key), new SlotKey(1, key))));
        await(store.scan(new ScanRequest(1, new byte[0], null, false, 5, false)));
        await(store.scan(new ScanRequest(1, new byte[0], null, false, 5, true)));
        await(store.deleteRange(1, key, new byte[] {9}));
        MeteringKvStore.Counts counts = store.snapshot();
        assertThat(counts)
                .isEqualTo(new MeteringKvStore.Counts(
                        2, 1, 5, 2, 1, 1, 1 + 2 + 2, 10 + 20 + 12 + 2, 2, 7 + 10 + 3 * WriteBatch.OP_OVERHEAD));
        assertThat(counts.reads()).isEqualTo(5);
        assertThat(counts.roundTrips()).isEqualTo(7);
    }

    @Test
    void whatCameAfterASnapshotIsTheDifferenceAndAResetBeginsAtZero() {
        await(store.get(1, key));
        MeteringKvStore.Counts before = store.snapshot();
        await(store.commit(new WriteBatch().put(1, key, key)));
        assertThat(store.snapshot().since(before).roundTrips()).isEqualTo(1);
        assertThat(store.snapshot().since(before).commits()).isEqualTo(1);
        store.reset();
        assertThat(store.snapshot().roundTrips()).isZero();
        assertThat(store.snapshot().bytesWritten()).isZero();
    }
}
