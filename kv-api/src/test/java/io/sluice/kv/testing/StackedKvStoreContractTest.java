package io.sluice.kv.testing;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.contract.KvStoreContract;
import java.time.Duration;

/** All decorators together, as the tests of the engine stack them, keep the contract while no fault is asked for. */
class StackedKvStoreContractTest extends KvStoreContract {

    @Override
    protected KvStore open() {
        return new MeteringKvStore(new PagingKvStore(
                new FaultyKvStore(
                        new DelayedKvStore(new MemoryKvStore(Atomicity.SLOT), 3, Duration.ofNanos(50_000), 0.8)),
                3));
    }
}
