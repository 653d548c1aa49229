package io.sluice.rocksdb;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Opens embedded RocksDB; the word for it in the setting {@code backend} is {@code rocksdb}. */
public final class RocksDbStoreProvider implements KvStoreProvider {

    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public List<Setting> settings() {
        return RocksDbSettings.ALL;
    }

    @Override
    public RocksDbStore open(Map<String, String> settings, Path directory) throws OpenException {
        RocksDbConfig config = RocksDbConfig.of(settings);
        if (config.level0StopTrigger() < config.level0SlowdownTrigger()) {
            throw new OpenException(
                    RocksDbSettings.LEVEL0_STOP_TRIGGER + " " + config.level0StopTrigger() + " is below "
                            + RocksDbSettings.LEVEL0_SLOWDOWN_TRIGGER + " " + config.level0SlowdownTrigger(),
                    new IllegalArgumentException("the triggers contradict each other"));
        }
        return new RocksDbStore(Opening.open(config, directory), config);
    }

    @Override
    public KvStore openToRead(Map<String, String> settings, Path directory) throws OpenException {
        RocksDbConfig config = RocksDbConfig.of(settings);
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            Database db = Opening.openToRead(config, directory);
            return new ReadOnlyRocksDbStore(db, Opening.unapplied(db), config.readerThreads(), lock);
        } catch (OpenException e) {
            lock.close();
            throw e;
        }
    }
}
