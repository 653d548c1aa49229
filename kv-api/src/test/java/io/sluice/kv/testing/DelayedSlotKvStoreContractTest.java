package io.sluice.kv.testing;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.contract.KvStoreContract;
import java.time.Duration;

/** So does one that is atomic within a slot, and answers some calls inline. */
class DelayedSlotKvStoreContractTest extends KvStoreContract {

    @Override
    protected KvStore open() {
        return new DelayedKvStore(new MemoryKvStore(Atomicity.SLOT), 2, Duration.ofNanos(100_000), 0.5);
    }
}
