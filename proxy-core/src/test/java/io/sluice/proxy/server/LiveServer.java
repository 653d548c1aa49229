package io.sluice.proxy.server;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.config.Setting;
import io.sluice.kv.testing.FaultyKvStore;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.engine.EngineFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole server in this process, on a free port, with one event loop: what one client has seen, was done before. */
final class LiveServer implements AutoCloseable {
    private final KvStore store;
    private final SluiceServer server;
    private final List<WireClient> clients = new ArrayList<>();

    LiveServer(KvStore store, Map<Setting, String> settings) {
        Map<Setting, String> all = new HashMap<>(settings);
        all.put(NetworkSettings.PORT, "0");
        all.put(NetworkSettings.BIND, "127.0.0.1");
        all.putIfAbsent(NetworkSettings.IO_THREADS, "1");
        this.store = store;
        try {
            this.server = SluiceServer.start(Settings.of(all), store, new SluiceServer.Identity("0", Optional.empty()));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    LiveServer(KvStore store) {
        this(store, Map.of());
    }

    LiveServer(Map<Setting, String> settings) {
        this(new MemoryKvStore(), settings);
    }

    LiveServer() {
        this(Map.of());
    }

    /** A store of one process: nothing is read but for commands and housekeeping, and nothing is claimed. */
    static MemoryKvStore unshared(Atomicity atomicity) {
        return new MemoryKvStore(new Capabilities(atomicity, false, false, 1 << 16, 1 << 30, 1L << 31));
    }

    /** A new connection, closed with the server. */
    WireClient client() throws IOException {
        WireClient client = new WireClient(server.port());
        clients.add(client);
        return client;
    }

    /** Waits until the server has brought every slot into service, so that the next commit is a client's. */
    void awaitAllSlots() throws IOException {
        try (WireClient client = new WireClient(port())) {
            client.ask("DBSIZE");
        }
        awaitConnections(clients.size());
    }

    int port() {
        return server.port();
    }

    SluiceServer server() {
        return server;
    }

    EngineFigures figures() {
        return server.engine().figures();
    }

    int connections() {
        return server.clients().count();
    }

    void awaitConnections(int count) {
        Await.until(count + " connections", () -> connections() == count);
    }

    void shutDown() {
        server.close();
    }

    @Override
    public void close() throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
        if (store instanceof FaultyKvStore faulty) {
            faulty.heal();
            faulty.release(); // the end waits for the store, also when a test has failed
        }
        server.close();
        store.close();
    }
}
