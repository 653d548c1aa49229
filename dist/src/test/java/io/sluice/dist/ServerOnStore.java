package io.sluice.dist;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.KvStore;
import io.sluice.kv.SlotKey;
import io.sluice.kv.testing.ForwardingKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.SettingsTable;
import io.sluice.proxy.server.SluiceServer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import redis.clients.jedis.Jedis;

/** A server in this process over a store of its own, with every call to the store counted that a command may have made. */
final class ServerOnStore implements AutoCloseable {
    /** Claiming all slots takes as many commits. */
    private static final int REPLY_LIMIT_MILLIS = 300_000;

    private final KvStore store;
    private final MeteringKvStore meter;
    private final SluiceServer server;

    /** Starts it. The store is closed with it. */
    ServerOnStore(KvStore store) throws Exception {
        this.store = store;
        this.meter = new MeteringKvStore(store);
        List<String> settings = List.of(
                "--port", "0", "--bind", "127.0.0.1", "--enable-debug-command", "yes", "--packed-max-bytes", "1000");
        this.server = SluiceServer.start(
                Settings.load(SettingsTable.with(List.of()), settings),
                new LooksApart(meter, store),
                new SluiceServer.Identity("0", Optional.empty()));
    }

    /** Waits until it has claimed every slot, which it does by itself after its start. */
    void awaitAllSlots() {
        try (Jedis client = client()) {
            ask(client, "DBSIZE");
        }
    }

    MeteringKvStore meter() {
        return meter;
    }

    Jedis client() {
        return new Jedis("127.0.0.1", server.port(), REPLY_LIMIT_MILLIS);
    }

    /** Words with single blanks between them; what the server answers to it. */
    static Object ask(Jedis client, String request) {
        String[] words = request.split(" ");
        byte[] name = words[0].getBytes(StandardCharsets.US_ASCII);
        return client.sendCommand(() -> name, Arrays.copyOfRange(words, 1, words.length));
    }

    @Override
    public void close() {
        server.close();
        store.close();
    }

    /** Lets pass uncounted what belongs to no command: the looks, twice a second, whether slots were taken over. */
    private static final class LooksApart extends ForwardingKvStore {
        private final KvStore uncounted;

        LooksApart(KvStore counted, KvStore uncounted) {
            super(counted);
            this.uncounted = uncounted;
        }

        @Override
        public CompletionStage<List<byte[]>> multiGet(List<SlotKey> keys) {
            boolean look = keys.stream().allMatch(key -> Arrays.equals(key.key(), RowKeys.fence()));
            return look ? uncounted.multiGet(keys) : super.multiGet(keys);
        }
    }
}
