package io.sluice.conformance;

import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import java.time.Duration;

/** Sluice on a store that answers every call late and in any order: every cold command is run again. */
class SluiceOnRemoteStoreConformanceTests extends ConformanceContract {

    private static final Duration LONGEST_DELAY = Duration.ofMillis(1);

    @Override
    protected Target startTarget() {
        long seed = Long.getLong("conformance.seed", 1);
        return SluiceTarget.start(
                "sluice on a remote store",
                new MemoryKvStore(),
                memory -> new DelayedKvStore(memory, seed, LONGEST_DELAY),
                settings());
    }
}
