package io.sluice.kv;

import static io.sluice.kv.testing.Stages.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the reference does beyond the contract. */
class MemoryKvStoreTest {

    @Test
    void openingsOfOneTableSeeEachOtherAndAreClosedEachForItself() {
        MemoryKvStore one = new MemoryKvStore();
        MemoryKvStore other = one.share();
        byte[] key = {1};
        await(one.commit(new WriteBatch().put(3, key, new byte[] {2})));
        assertThat(await(other.get(3, key))).containsExactly(2);
        one.close();
        assertThat(await(other.get(3, key))).containsExactly(2);
        assertThat(other.statistics()).containsEntry("rows", "1");
    }

    @Test
    void everyCallCompletesInline() {
        try (MemoryKvStore store = new MemoryKvStore()) {
            assertThat(store.commit(new WriteBatch().put(0, new byte[1], new byte[1]))
                            .toCompletableFuture())
                    .isCompleted();
            assertThat(store.get(0, new byte[1]).toCompletableFuture()).isCompleted();
            assertThat(store.multiGet(List.of()).toCompletableFuture()).isCompleted();
            assertThat(store.scan(new ScanRequest(0, new byte[0], null, false, 1, false))
                            .toCompletableFuture())
                    .isCompleted();
            assertThat(store.deleteRange(0, new byte[0], new byte[1]).toCompletableFuture())
                    .isCompleted();
        }
    }

    @Test
    void theProviderIsFoundByItsName(@TempDir Path directory) throws Exception {
        KvStoreProvider provider = ServiceLoader.load(KvStoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals("memory"))
                .findFirst()
                .orElseThrow();
        assertThat(provider.settings()).isEmpty();
        try (KvStore store = provider.open(Map.of(), directory)) {
            await(store.commit(new WriteBatch().put(0, new byte[1], new byte[1])));
            assertThat(directory).isEmptyDirectory();
        }
    }
}
