package io.sluice.kv.testing;

import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.contract.KvStoreContract;

/** Short and empty pages keep the contract. */
class PagingKvStoreContractTest extends KvStoreContract {

    @Override
    protected KvStore open() {
        return new PagingKvStore(new MemoryKvStore(Atomicity.STORE), 3, 4);
    }
}
