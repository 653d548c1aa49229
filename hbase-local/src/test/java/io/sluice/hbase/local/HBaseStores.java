package io.sluice.hbase.local;

import io.sluice.hbase.HBaseStoreProvider;
import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.config.Setting;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens stores with the defaults and few regions, but for what a test names. */
public final class HBaseStores {
    private static final AtomicInteger TABLES = new AtomicInteger();

    private HBaseStores() {}

    /** A name that no other test has. */
    public static String newTable() {
        return "t" + ProcessHandle.current().pid() + "-" + TABLES.incrementAndGet();
    }

    public static KvStore open(HBaseProcess hbase, String table, String... namesAndValues) throws OpenException {
        return new HBaseStoreProvider().open(settings(hbase, table, namesAndValues), Path.of("unused"));
    }

    public static Map<String, String> settings(HBaseProcess hbase, String table, String... namesAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (Setting setting : new HBaseStoreProvider().settings()) {
            settings.put(setting.name(), setting.defaultValue());
        }
        settings.put("hbase-bootstrap-servers", hbase.bootstrapServers());
        settings.put("hbase-table", table);
        settings.put("hbase-regions", "2");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return settings;
    }
}
