package io.sluice.proxy.server;

import static io.sluice.proxy.config.LimitSettings.CACHE_SIZE;
import static io.sluice.proxy.config.LimitSettings.LOAD_BUDGET;
import static io.sluice.proxy.config.LimitSettings.PENDING_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.encoding.RowKeys;
import io.sluice.encoding.StoreMeta;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.NetworkSettings;
import io.sluice.proxy.config.Settings;
import java.util.HashMap;
import java.util.List;
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

    @Test
    void whatTheHeapCannotHoldIsRefused() throws Exception {
        long heap = 1000L << 20;
        HeapPlan.check(Settings.of(Map.of()), heap);
        HeapPlan.check(Settings.of(Map.of()), 64L << 20);
        HeapPlan.check(Settings.of(Map.of(CACHE_SIZE, "700mb", LOAD_BUDGET, "200mb")), heap);
        assertThatThrownBy(() -> HeapPlan.check(Settings.of(Map.of(CACHE_SIZE, "800mb")), heap))
                .isInstanceOf(StartException.class)
                .hasMessage("cache-size (800mb), load-budget (125mb): 925mb together, more than 90 % of the heap of"
                        + " 1000mb: lower them, or raise the heap (SLUICE_HEAP)");
        Map<Setting, String> three = Map.of(CACHE_SIZE, "600mb", LOAD_BUDGET, "200mb", PENDING_BYTES, "101mb");
        assertThatThrownBy(() -> HeapPlan.check(Settings.of(three), heap))
                .hasMessageStartingWith(
                        "cache-size (600mb), load-budget (200mb), pending-bytes (101mb): 901mb together");
        assertThatThrownBy(() -> start(new MemoryKvStore(), Map.of(CACHE_SIZE, "1024gb")))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("cache-size (1048576mb)");
    }

    @Test
    void clientsLeaveFilesToTheStore() throws Exception {
        Settings settings = Settings.of(Map.of(NetworkSettings.MAXCLIENTS, "1000"));
        OpenFiles.fit(settings, 1000 + OpenFiles.RESERVED);
        assertThat(settings.number(NetworkSettings.MAXCLIENTS)).isEqualTo(1000);
        OpenFiles.fit(settings, 999 + OpenFiles.RESERVED);
        assertThat(settings.number(NetworkSettings.MAXCLIENTS)).isEqualTo(999);
        OpenFiles.fit(settings, 1 + OpenFiles.RESERVED);
        assertThat(settings.number(NetworkSettings.MAXCLIENTS)).isEqualTo(1);
        assertThatThrownBy(() -> settings.set(List.of("maxclients", "2")))
                .hasMessage(
                        "ERR CONFIG SET failed (possibly related to argument 'maxclients') - The operating system is"
                                + " not able to handle the specified number of clients, try with 1");
        assertThat(settings.number(NetworkSettings.MAXCLIENTS)).isEqualTo(1);
        assertThatThrownBy(() -> OpenFiles.fit(settings, OpenFiles.RESERVED))
                .isInstanceOf(StartException.class)
                .hasMessage("the process may open only 512 files, and needs 513 at least: raise the limit (ulimit -n,"
                        + " LimitNOFILE)");
    }

    @Test
    void aServerLooksAtTheLimitOfItsProcess() throws Exception {
        long limit = OpenFiles.limit();
        assumeTrue(limit > OpenFiles.RESERVED && limit < 1L << 31);
        Settings settings = Settings.of(Map.of(
                NetworkSettings.PORT,
                "0",
                NetworkSettings.BIND,
                "127.0.0.1",
                NetworkSettings.MAXCLIENTS,
                Long.toString(limit)));
        try (SluiceServer server =
                SluiceServer.start(settings, new MemoryKvStore(), new SluiceServer.Identity("0", Optional.empty()))) {
            assertThat(server.port()).isPositive();
            assertThat(settings.number(NetworkSettings.MAXCLIENTS)).isEqualTo(limit - OpenFiles.RESERVED);
        }
    }
}
