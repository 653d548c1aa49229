package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.KvStore;
import io.sluice.kv.KvStoreProvider;
import io.sluice.kv.MemoryKvStore;
import io.sluice.proxy.check.StoreCheck;
import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.SettingsTable;
import io.sluice.proxy.engine.SlotFunction;
import io.sluice.proxy.server.SluiceServer;
import io.sluice.proxy.server.StartException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/** Sluice in this process, on a free port of the loopback address; at its end, what it has written is checked. */
final class SluiceTarget implements Target {

    private final String name;
    private final SluiceServer server;
    private final KvStore store;
    private final Rows rows;
    private final SlotFunction slots;

    /** Opens, after the server's end, what it has left. */
    interface Rows {
        KvStore open() throws Exception;
    }

    private SluiceTarget(String name, SluiceServer server, KvStore store, Rows rows, SlotFunction slots) {
        this.name = name;
        this.server = server;
        this.store = store;
        this.rows = rows;
        this.slots = slots;
    }

    /** Starts on a store in memory behind others, closed with the target. {@code settings} are names and values. */
    static SluiceTarget start(String name, MemoryKvStore memory, UnaryOperator<KvStore> outer, String... settings) {
        return start(name, outer.apply(memory), memory::share, SlotFunction.OF_CLUSTER, settings);
    }

    /** Starts on a store, closed with the target, with keys in the slots that the function gives them. */
    static SluiceTarget start(String name, KvStore store, Rows rows, SlotFunction slots, String... settings) {
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
            SluiceServer server = SluiceServer.start(loaded, store, identity, slots);
            return new SluiceTarget(name, server, store, rows, slots);
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
            Map<String, String> texts = defaults.texts(provider.settings());
            return start(
                    "sluice on rocksdb",
                    provider.open(texts, directory),
                    () -> provider.openToRead(texts, directory),
                    SlotFunction.OF_CLUSTER,
                    settings);
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

    /** Ends the server, and holds what it has written to docs/encoding.md. */
    @Override
    public void close() {
        server.close();
        store.close();
        try (KvStore left = rows.open()) {
            assertThat(StoreCheck.run(left, slots).text()).endsWith("no violation\n");
        } catch (Exception e) {
            throw new IllegalStateException("what " + name + " has left cannot be looked at", e);
        }
    }
}
