package io.sluice.proxy.server;

import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.EncodingSettings;
import io.sluice.proxy.config.ExpirySettings;
import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import io.sluice.proxy.engine.EngineOptions;
import io.sluice.proxy.engine.EngineSettings;
import java.util.List;
import java.util.function.Supplier;

/** The settings as the engine and the handlers read them: one value, replaced whole when CONFIG SET changes one. */
final class EngineSettingsSource implements Supplier<EngineSettings> {
    private final Settings settings;
    private volatile EngineSettings current;

    EngineSettingsSource(Settings settings) {
        this.settings = settings;
        this.current = read(settings);
        for (Setting setting : List.of(LimitSettings.PROTO_MAX_BULK_LEN, EncodingSettings.HLL_SPARSE_MAX_BYTES)) {
            settings.onChange(setting, () -> current = read(settings));
        }
    }

    private static EngineSettings read(Settings settings) {
        return new EngineSettings(
                settings.integer(StorageSettings.DATABASES),
                settings.number(LimitSettings.PROTO_MAX_BULK_LEN),
                settings.integer(StorageSettings.PACKED_MAX_BYTES),
                settings.integer(StorageSettings.STRING_CHUNK_BYTES),
                settings.integer(EncodingSettings.HLL_SPARSE_MAX_BYTES));
    }

    @Override
    public EngineSettings get() {
        return current;
    }

    EngineOptions options() {
        long heap = Runtime.getRuntime().maxMemory();
        long cache = settings.number(LimitSettings.CACHE_SIZE);
        long budget = settings.number(LimitSettings.LOAD_BUDGET);
        int rate = settings.integer(ExpirySettings.RECLAIM_ROWS_PER_SECOND);
        return new EngineOptions(
                cache == 0 ? heap / 3 : cache,
                budget == 0 ? heap / 8 : budget,
                settings.integer(ExpirySettings.HZ),
                rate == 0 ? Integer.MAX_VALUE : rate,
                System::currentTimeMillis);
    }
}
