package io.sluice.proxy.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKind;
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
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A store that a server has filled, and ways to damage it. */
final class StoreFixture {
    private static final Map<Setting, String> SMALL =
            Map.of(StorageSettings.PACKED_MAX_BYTES, "200", StorageSettings.STRING_CHUNK_BYTES, "1024");

    static final String LONG_KEY = "k".repeat(2_000);
    private static final String LARGE = "v".repeat(5_000);

    /** Filled once for all tests. */
    private static final class Filled {
        static final StoreFixture STORE = new StoreFixture(new MemoryKvStore());

        static {
            try {
                STORE.fill();
            } catch (Exception e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    final KvStore store;

    /** A row and the slot it lies in. */
    record Found(int slot, Row row) {}

    StoreFixture(KvStore store) {
        this.store = store;
    }

    /** A store of its own that a server has filled with values of all types and encodings. */
    static StoreFixture filled() {
        return Filled.STORE.copy();
    }

    void fill() throws Exception {
        run(
                "SET number 42",
                "SET text hello",
                "APPEND text there",
                "SET expiring x EX 100000",
                "SET " + LONG_KEY + " x EX 100000",
                "SET large " + LARGE,
                "SET " + LONG_KEY + "large " + LARGE,
                "SETBIT sparse 800000 1",
                "SET overwritten " + LARGE,
                "SET overwritten small",
                "HSET hash a 1 b 2",
                "HSET bighash a " + "x".repeat(100) + " b " + "y".repeat(100) + " c " + LARGE,
                "RPUSH list" + " some-element".repeat(400) + " " + LARGE + " some-element".repeat(400) + " 1 2 -3",
                "LPUSH list" + " 17 element".repeat(200),
                "SADD bigset" + numbered(50, "member-%1$d"),
                "SADD integers" + numbered(200, "%1$d"),
                "ZADD bigzset" + numbered(3_000, "%1$d member-%1$d"),
                "HSET timed" + numbered(50, "field-%1$d value"),
                "HPEXPIRE timed 100000000 FIELDS 2 field-1 field-2",
                "SELECT 3",
                "SET flushed " + LARGE,
                "SET flushedtoo x EX 100000",
                "FLUSHDB",
                "SET afterflush " + LARGE,
                "SWAPDB 3 4");
    }

    private static String numbered(int count, String words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(' ').append(String.format(words, i));
        }
        return text.toString();
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
                String answer = line(request, in);
                int lines = answer.startsWith("*") ? Integer.parseInt(answer.substring(1)) : 0;
                for (int i = 0; i < lines; i++) {
                    line(request, in);
                }
            }
        } finally {
            server.close();
        }
    }

    private static String line(String request, BufferedReader in) throws IOException {
        String answer = in.readLine();
        if (answer == null || answer.startsWith("-") || answer.startsWith("$")) {
            throw new AssertionError(request + ": " + answer);
        }
        return answer;
    }

    Report check() {
        return StoreCheck.run(store);
    }

    /** That these, and no others, are found, in this order. */
    void assertViolations(String... what) {
        Report report = check();
        assertThat(report.isSound()).isFalse();
        for (int i = 0; i < what.length; i++) {
            assertThat(report.violations().get(i)).contains(what[i]);
        }
        assertThat(report.violationCount()).as(report.text()).isEqualTo(what.length);
    }

    Found header(String key) {
        byte[] name = key.getBytes(ISO_8859_1);
        return find(RowKind.HEADER, row -> Arrays.equals(Header.keyOf(row.key(), row.value()), name));
    }

    /** The id of the collection, or of the string in chunks. */
    long idOf(String key) {
        return OrderedCodec.getLong(Header.decode(header(key).row().value()).payload(), 0);
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
