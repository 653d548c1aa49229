package io.sluice.kv;

import io.sluice.kv.contract.KvStoreContract;

/** The reference passes the contract when it is atomic within a slot only. */
class MemoryKvStoreSlotContractTest extends KvStoreContract {

    @Override
    protected KvStore open() {
        return new MemoryKvStore(MemoryKvStoreContractTest.limited(Atomicity.SLOT));
    }

    @Override
    protected boolean snapshotReads() {
        return true;
    }
}
