package io.sluice.hbase;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Opens a table of HBase; the word for it in the setting {@code backend} is {@code hbase}. */
public final class HBaseStoreProvider implements KvStoreProvider {

    @Override
    public String name() {
        return "hbase";
    }

    @Override
    public List<Setting> settings() {
        return HBaseSettings.ALL;
    }

    /** @param directory not used: all data is in HBase */
    @Override
    public KvStore open(Map<String, String> settings, Path directory) throws OpenException {
        return new HBaseStore(Opening.open(config(settings), true), false);
    }

    /** Others may have the table open, and what they write meanwhile may be seen in part. */
    @Override
    public KvStore openToRead(Map<String, String> settings, Path directory) throws OpenException {
        return new HBaseStore(Opening.open(config(settings), false), true);
    }

    @Override
    public String place(Map<String, String> settings, Path directory) {
        return HBaseConfig.of(settings).place();
    }

    private static HBaseConfig config(Map<String, String> settings) throws OpenException {
        try {
            return HBaseConfig.of(settings);
        } catch (IllegalArgumentException e) {
            throw new OpenException(String.valueOf(e.getMessage()), e);
        }
    }
}
