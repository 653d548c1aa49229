package io.sluice.conformance;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.SettingsTable;
import io.sluice.proxy.server.SluiceServer;
import io.sluice.proxy.server.StartException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Sluice in this process, on a free port of the loopback address. */
final class SluiceTarget implements Target {

    private final String name;
    private final SluiceServer server;
    private final KvStore store;

    private SluiceTarget(String name, SluiceServer server, KvStore store) {
        this.name = name;
        this.server = server;
        this.store = store;
    }

    /** Starts on a store, which is closed with the target. {@code settings} are names and values. */
    static SluiceTarget start(String name, KvStore store, String... settings) {
        List<String> arguments = new ArrayList<>(List.of("--port", "0", "--bind", "127.0.0.1"));
        arguments.addAll(List.of("--enable-debug-command", "yes"));
        arguments.addAll(List.of(settings));
        String packed = System.getProperty("conformance.packed");
        if (packed != null) {
            arguments.addAll(List.of("--packed-max-bytes", packed));
        }
        try {
            Settings loaded = Settings.load(SettingsTable.with(List.of()), arguments);
            SluiceServer.Identity identity = new SluiceServer.Identity("0", Optional.empty());
            return new SluiceTarget(name, SluiceServer.start(loaded, store, identity), store);
        } catch (ConfigException | StartException e) {
            store.close();
            throw new IllegalStateException("Sluice did not start: " + e.getMessage(), e);
        }
    }

    /** Starts on RocksDB, as the program does with no further settings. */
    static SluiceTarget onRocksDb(Path directory, String... settings) {
        KvStoreProvider provider = ServiceLoader.load(KvStoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals("rocksdb"))
                .findFirst()
                .orElseThrow();
        try {
            Settings defaults = Settings.load(SettingsTable.with(provider.settings()), List.of());
            return start("sluice on rocksdb", provider.open(defaults.texts(provider.settings()), directory), settings);
        } catch (ConfigException | KvStoreProvider.OpenException e) {
            throw new IllegalStateException("RocksDB did not open: " + e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        store.close();
    }
}
