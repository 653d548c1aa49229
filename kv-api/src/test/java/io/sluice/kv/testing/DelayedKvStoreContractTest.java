package io.sluice.kv.testing;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.contract.KvStoreContract;
import java.time.Duration;

/** A store that answers later, and out of order, keeps the contract. */
class DelayedKvStoreContractTest extends KvStoreContract {

    @Override
    protected KvStore open() {
        return new DelayedKvStore(new MemoryKvStore(Atomicity.STORE), 1, Duration.ofNanos(100_000));
    }
}
