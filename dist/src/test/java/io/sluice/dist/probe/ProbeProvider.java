package io.sluice.dist.probe;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A backend that reports what it was given and what it sees; packed into a jar by the test. */
public final class ProbeProvider implements KvStoreProvider {

    @Override
    public String name() {
        return "probe";
    }

    @Override
    public List<Setting> settings() {
        return List.of(new Setting("probe-word", new Setting.Text(), "", false, "Probe", "A word."));
    }

    @Override
    public KvStore open(Map<String, String> settings, Path directory) {
        return new ProbeStore(settings.get("probe-word"));
    }
}
