package io.sluice.kv;

import io.sluice.kv.contract.KvStoreContract;

/** The reference passes the contract, atomic as a whole and with limits low enough that every one is met. */
class MemoryKvStoreContractTest extends KvStoreContract {

    static Capabilities limited(Atomicity atomicity) {
        return new Capabilities(atomicity, true, false, 8 << 10, 1 << 20, 4 << 20, 5000);
    }

    private MemoryKvStore first;

    @Override
    protected KvStore open() {
        first = new MemoryKvStore(limited(Atomicity.STORE));
        return first;
    }

    @Override
    protected KvStore reopen() {
        return first.share();
    }

    @Override
    protected boolean snapshotReads() {
        return true;
    }
}
