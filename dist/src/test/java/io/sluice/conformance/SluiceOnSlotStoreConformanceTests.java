package io.sluice.conformance;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Sluice on a remote store that is atomic per slot and that several processes may open. */
class SluiceOnSlotStoreConformanceTests extends SlotStoreContract {

    private static final Duration LONGEST_DELAY = Duration.ofMillis(1);

    private final Map<String, MemoryKvStore> stores = new HashMap<>();

    @Override
    protected String name() {
        return "sluice on a remote store that is atomic per slot";
    }

    @Override
    protected KvStore open(String data) {
        long seed = Long.getLong("conformance.seed", 1);
        return new DelayedKvStore(memory(data).share(), seed, LONGEST_DELAY);
    }

    @Override
    protected KvStore openToRead(String data) {
        return memory(data).share();
    }

    private MemoryKvStore memory(String data) {
        return stores.computeIfAbsent(data, name -> newStore());
    }

    MemoryKvStore newStore() {
        return new MemoryKvStore(Atomicity.SLOT);
    }
}
