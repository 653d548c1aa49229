package io.sluice.kv;

import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The backend {@code memory}, for demonstrations and tests: it needs nothing, writes nothing to the directory, and
 * <strong>loses all data when the process ends</strong>.
 */
public final class MemoryKvStoreProvider implements KvStoreProvider {

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    /** A new, empty store each time: two openings share nothing. */
    @Override
    public KvStore open(Map<String, String> settings, Path directory) {
        return new MemoryKvStore();
    }

    @Override
    public String place(Map<String, String> settings, Path directory) {
        return "of this process";
    }
}
