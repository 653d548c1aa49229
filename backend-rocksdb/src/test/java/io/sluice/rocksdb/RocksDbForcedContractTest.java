package io.sluice.rocksdb;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.contract.KvStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suite again where everything is slow: each commit forced by the writer thread, a cache that holds next to nothing
 * and memtables so small that most reads go to the disk and commits meet stalls.
 */
class RocksDbForcedContractTest extends KvStoreContract {
    @TempDir
    Path dir;

    @Override
    protected KvStore open() throws OpenException {
        return TestStores.open(
                dir,
                "rocksdb-wal-fsync",
                "always",
                "rocksdb-block-cache-size",
                "64kb",
                "rocksdb-write-buffer-size",
                "64kb",
                "rocksdb-max-write-buffer-number",
                "2");
    }

    @Override
    protected KvStore reopen() throws OpenException {
        return open();
    }
}
