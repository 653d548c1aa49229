package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.RowKeys;
import io.sluice.encoding.StoreMeta;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** With what a server does not start, and what it says then. */
class StartTest {
    private static final int FORMAT_AT = "sluice".length();

    private static void start(KvStore store, Map<Setting, String> settings) throws Exception {
        Map<Setting, String> all = new HashMap<>(settings);
        all.put(NetworkSettings.PORT, "0");
        all.put(NetworkSettings.BIND, "127.0.0.1");
        SluiceServer.start(Settings.of(all), store, new SluiceServer.Identity("0", Optional.empty()))
                .close();
    }

    @Test
    void aStoreOfAnotherFormatIsRefusedInOneLine() {
        byte[] meta = StoreMeta.create(1).encode();
        meta[FORMAT_AT + 3]++;
        KvStore store = new MemoryKvStore();
        store.commit(new WriteBatch().put(0, RowKeys.store(), meta))
                .toCompletableFuture()
                .join();
        assertThatThrownBy(() -> start(store, Map.of()))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("the store cannot be used: ")
                .hasMessageContaining("the store has format 2, this version of Sluice reads 1");
    }
}
