package io.sluice.hbase.local;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.contract.KvStoreContract;

/** The suite that defines a backend, on a real HBase. */
class HBaseContractTest extends KvStoreContract {
    private String table;

    @Override
    protected KvStore open() throws OpenException {
        table = HBaseStores.newTable();
        return HBaseStores.open(HBaseProcess.shared(), table);
    }

    @Override
    protected KvStore reopen() throws OpenException {
        return HBaseStores.open(HBaseProcess.shared(), table);
    }
}
