package io.sluice.conformance;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.FaultPolicy;
import io.sluice.kv.testing.FaultyKvStore;
import java.time.Duration;

/**
 * Sluice on a remote store that refuses calls, loses answers and lets batches land late. Clients notice nothing of it but
 * the time it takes.
 */
class SluiceOnFaultyStoreConformanceTests extends ConformanceContract {

    private static final Duration LONGEST_DELAY = Duration.ofMillis(1);

    @Override
    protected Target startTarget() {
        long seed = Long.getLong("conformance.seed", 1);
        return SluiceTarget.start(
                "sluice on a faulty store",
                new MemoryKvStore(),
                memory -> new DelayedKvStore(new FaultyKvStore(memory, seed, FaultPolicy.ROUGH), seed, LONGEST_DELAY),
                settings());
    }
}
