package io.sluice.kv.testing;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * The rules by which one owner of a slot writes through a store that fails in every way, and the proof that they are
 * enough: batches are of absolute values and carry the guard of the owner's epoch; what was surely not applied is sent
 * again; after an unknown outcome the epoch is sealed, and the same values are sent again in the next one. However late a
 * copy of a batch lands, the rows are those of a sorted map.
 */
class FaultyHistoryTest {

    private static final int SLOT = 9;
    private static final int BATCHES = 60;

    /** Rows begin with 1, seals with 0, so that a scan from 1 brings the rows alone. */
    private static final byte[] ROWS = {1};

    @Property(tries = 150)
    void theStateIsThatOfTheModelWhateverFails(@ForAll long seed) {
        try (FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(Atomicity.SLOT), seed, FaultPolicy.ROUGH)) {
            assertThat(run(store, seed, true)).isEqualTo(model(seed));
        }
    }

    @Property(tries = 10)
    void andOfAStoreThatIsSlowAsWell(@ForAll long seed) {
        KvStore slow = new DelayedKvStore(new MemoryKvStore(Atomicity.SLOT), seed, Duration.ofNanos(200_000));
        try (FaultyKvStore store = new FaultyKvStore(slow, seed, FaultPolicy.ROUGH)) {
            assertThat(run(store, seed, true)).isEqualTo(model(seed));
        }
    }

    /** The control: were it not for the seals, late copies would be seen. */
    @Test
    void withoutSealsLateCopiesDamageTheState() {
        int damaged = 0;
        for (long seed = 0; seed < 20; seed++) {
            try (FaultyKvStore store = new FaultyKvStore(new MemoryKvStore(Atomicity.SLOT), seed, FaultPolicy.ROUGH)) {
                damaged += run(store, seed, false).equals(model(seed)) ? 0 : 1;
            }
        }
        assertThat(damaged).isPositive();
    }

    private record Change(byte[] key, byte[] value) {}

    private static List<List<Change>> batches(long seed) {
        Random random = new Random(seed);
        List<List<Change>> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            List<Change> changes = new ArrayList<>();
            for (int j = random.nextInt(4); j >= 0; j--) {
                byte[] key = {1, (byte) random.nextInt(12)};
                changes.add(new Change(key, random.nextInt(3) == 0 ? null : new byte[] {(byte) i, (byte) j}));
            }
            batches.add(changes);
        }
        return batches;
    }

    private static Map<String, String> model(long seed) {
        Map<String, String> model = new TreeMap<>();
        for (List<Change> changes : batches(seed)) {
            for (Change change : changes) {
                if (change.value == null) {
                    model.remove(Arrays.toString(change.key));
                } else {
                    model.put(Arrays.toString(change.key), Arrays.toString(change.value));
                }
            }
        }
        return model;
    }

    private static Map<String, String> run(FaultyKvStore store, long seed, boolean seals) {
        Owner owner = new Owner(store, seals);
        batches(seed).forEach(owner::write);
        store.heal();
        await(store.landLate());
        Map<String, String> rows = new TreeMap<>();
        Stages.scanAll(store, new ScanRequest(SLOT, ROWS, null, false, 100, false))
                .forEach(row -> rows.put(Arrays.toString(row.key()), Arrays.toString(row.value())));
        return rows;
    }

    /** What the engine does, in small. */
    private record Owner(KvStore store, int[] epoch, boolean seals) {

        Owner(KvStore store, boolean seals) {
            this(store, new int[1], seals);
        }

        private byte[] seal() {
            return new byte[] {0, (byte) (epoch[0] >> 8), (byte) epoch[0]};
        }

        void write(List<Change> changes) {
            while (true) {
                WriteBatch batch = new WriteBatch();
                if (seals) {
                    batch.requireAbsent(SLOT, seal());
                }
                for (Change change : changes) {
                    if (change.value == null) {
                        batch.delete(SLOT, change.key);
                    } else {
                        batch.put(SLOT, change.key, change.value);
                    }
                }
                try {
                    await(store.commit(batch));
                    return;
                } catch (StoreException.Retryable again) {
                    continue;
                } catch (StoreException.Indeterminate unknown) {
                    if (seals) {
                        endEpoch();
                    }
                }
            }
        }

        /** The seal is an insert of this owner alone: that it is there already means an earlier attempt landed. */
        private void endEpoch() {
            WriteBatch insert = new WriteBatch().requireAbsent(SLOT, seal()).put(SLOT, seal(), new byte[] {1});
            while (true) {
                try {
                    await(store.commit(insert));
                    break;
                } catch (StoreException.GuardFailed landed) {
                    break;
                } catch (StoreException.Retryable | StoreException.Indeterminate again) {
                    continue;
                }
            }
            epoch[0]++;
        }
    }
}
