package io.sluice.proxy.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.Row;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.server.SluiceServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A store that a server has filled, and ways to damage it. */
final class StoreFixture {
    private static final Map<Setting, String> SMALL =
            Map.of(StorageSettings.PACKED_MAX_BYTES, "200", StorageSettings.STRING_CHUNK_BYTES, "1024");

    final KvStore store;

    /** A row and the slot it lies in. */
    record Found(int slot, Row row) {}

    StoreFixture(KvStore store) {
        this.store = store;
    }

    /** Runs inline requests, each answered by a line that is no error, or an array of such. */
    void run(String... requests) throws Exception {
        Map<Setting, String> settings = new HashMap<>(SMALL);
        settings.put(NetworkSettings.PORT, "0");
        settings.put(NetworkSettings.BIND, "127.0.0.1");
        SluiceServer server =
                SluiceServer.start(Settings.of(settings), store, new SluiceServer.Identity("0", Optional.empty()));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            for (String request : requests) {
                socket.getOutputStream().write((request + "\r\n").getBytes(ISO_8859_1));
                String answer = in.readLine();
                int lines = answer != null && answer.startsWith("*") ? Integer.parseInt(answer.substring(1)) : 0;
                for (int i = 0; i < lines; i++) {
                    answer = in.readLine();
                }
                if (answer == null || answer.startsWith("-") || answer.startsWith("$")) {
                    throw new AssertionError(request + ": " + answer);
                }
            }
        } finally {
            server.close();
        }
    }

    Report check() {
        return StoreCheck.run(store);
    }

    /** A store of its own with the same rows. */
    StoreFixture copy() {
        KvStore target = new MemoryKvStore(store.capabilities());
        StoreRows rows = new StoreRows(store);
        for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
            int in = slot;
            WriteBatch batch = new WriteBatch();
            if (rows.pages(slot, row -> batch.put(in, row.key(), row.value())) > 0) {
                target.commit(batch).toCompletableFuture().join();
            }
        }
        return new StoreFixture(target);
    }

    /** The row of the slot that is as wanted. */
    Row findIn(int slot, byte kind, Predicate<Row> wanted) {
        List<Row> found = new ArrayList<>();
        new StoreRows(store).pages(slot, row -> {
            if (row.key()[0] == kind && wanted.test(row)) {
                found.add(row);
            }
        });
        return found.get(0);
    }

    /** The first row of the kind that is as wanted. */
    Found find(byte kind, Predicate<Row> wanted) {
        StoreRows rows = new StoreRows(store);
        for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
            int in = slot;
            Found[] found = new Found[1];
            rows.pages(slot, row -> {
                if (found[0] == null && row.key()[0] == kind && wanted.test(row)) {
                    found[0] = new Found(in, row);
                }
            });
            if (found[0] != null) {
                return found[0];
            }
        }
        throw new AssertionError("there is no such row");
    }

    Found find(byte kind) {
        return find(kind, row -> true);
    }

    void put(int slot, byte[] key, byte[] value) {
        store.commit(new WriteBatch().put(slot, key, value))
                .toCompletableFuture()
                .join();
    }

    void delete(int slot, byte[] key) {
        store.commit(new WriteBatch().delete(slot, key)).toCompletableFuture().join();
    }
}
