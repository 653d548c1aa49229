package io.sluice.rocksdb;

import io.sluice.kv.KvStoreProvider.OpenException;
import io.sluice.kv.config.Setting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens stores with the defaults, but for what a test names. */
final class TestStores {
    private TestStores() {}

    static RocksDbStore open(Path directory, String... namesAndValues) throws OpenException {
        return new RocksDbStoreProvider().open(settings(namesAndValues), directory);
    }

    static Map<String, String> settings(String... namesAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (Setting setting : new RocksDbStoreProvider().settings()) {
            settings.put(setting.name(), setting.defaultValue());
        }
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return settings;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The result, or the failure itself rather than what wraps it. The time is for a hang, not for speed. */
    static <T> T await(CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(2, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("the stage never completed", e);
        }
    }
}
