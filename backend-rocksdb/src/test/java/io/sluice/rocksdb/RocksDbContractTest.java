package io.sluice.rocksdb;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.contract.KvStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The suite that defines a backend, in the mode that most will run: commits on the calling thread. */
class RocksDbContractTest extends KvStoreContract {
    @TempDir
    Path dir;

    @Override
    protected KvStore open() throws OpenException {
        return TestStores.open(dir);
    }

    @Override
    protected KvStore reopen() throws OpenException {
        return TestStores.open(dir);
    }
}
