package io.sluice.proxy.server;

import io.sluice.kv.config.Setting;
import io.sluice.proxy.config.EncodingSettings;
import io.sluice.proxy.config.ExpirySettings;
import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.config.StorageSettings;
import io.sluice.proxy.engine.EngineOptions;
import io.sluice.proxy.engine.EngineSettings;
import io.sluice.proxy.engine.FormLimits;
import io.sluice.proxy.engine.SlotFunction;
import io.sluice.proxy.type.hash.HashValue;
import java.util.List;
import java.util.function.Supplier;

/** The settings as the engine and the handlers read them: one value, replaced whole when CONFIG SET changes one. */
final class EngineSettingsSource implements Supplier<EngineSettings> {
    private static final List<Setting> READ = List.of(
            StorageSettings.DATABASES,
            LimitSettings.PROTO_MAX_BULK_LEN,
            StorageSettings.PACKED_MAX_BYTES,
            StorageSettings.STRING_CHUNK_BYTES,
            EncodingSettings.HLL_SPARSE_MAX_BYTES,
            EncodingSettings.HASH_MAX_LISTPACK_ENTRIES,
            EncodingSettings.HASH_MAX_LISTPACK_VALUE,
            EncodingSettings.LIST_MAX_LISTPACK_SIZE,
            EncodingSettings.SET_MAX_INTSET_ENTRIES,
            EncodingSettings.SET_MAX_LISTPACK_ENTRIES,
            EncodingSettings.SET_MAX_LISTPACK_VALUE,
            EncodingSettings.ZSET_MAX_LISTPACK_ENTRIES,
            EncodingSettings.ZSET_MAX_LISTPACK_VALUE);

    private final Settings settings;
    private volatile EngineSettings current;

    EngineSettingsSource(Settings settings) {
        this.settings = settings;
        this.current = read(settings);
        for (Setting setting : READ) {
            if (setting.reloadable()) {
                settings.onChange(setting, () -> current = read(settings));
            }
        }
    }

    private static EngineSettings read(Settings settings) {
        return new EngineSettings(
                settings.integer(StorageSettings.DATABASES),
                settings.number(LimitSettings.PROTO_MAX_BULK_LEN),
                HeapPlan.loadBudgetBytes(settings, Runtime.getRuntime().maxMemory()),
                settings.integer(StorageSettings.PACKED_MAX_BYTES),
                settings.integer(StorageSettings.STRING_CHUNK_BYTES),
                settings.integer(EncodingSettings.HLL_SPARSE_MAX_BYTES),
                new FormLimits(
                        settings.number(EncodingSettings.HASH_MAX_LISTPACK_ENTRIES),
                        settings.number(EncodingSettings.HASH_MAX_LISTPACK_VALUE),
                        settings.integer(EncodingSettings.LIST_MAX_LISTPACK_SIZE),
                        settings.number(EncodingSettings.SET_MAX_INTSET_ENTRIES),
                        settings.number(EncodingSettings.SET_MAX_LISTPACK_ENTRIES),
                        settings.number(EncodingSettings.SET_MAX_LISTPACK_VALUE),
                        settings.number(EncodingSettings.ZSET_MAX_LISTPACK_ENTRIES),
                        settings.number(EncodingSettings.ZSET_MAX_LISTPACK_VALUE)));
    }

    @Override
    public EngineSettings get() {
        return current;
    }

    EngineOptions options(SlotFunction slots) {
        long heap = Runtime.getRuntime().maxMemory();
        return new EngineOptions(
                HeapPlan.cacheBytes(settings, heap),
                HeapPlan.loadBudgetBytes(settings, heap),
                () -> settings.integer(ExpirySettings.HZ),
                this::reclaimRowsPerSecond,
                System::currentTimeMillis,
                HashValue::reap,
                slots,
                settings.number(LimitSettings.PENDING_BYTES));
    }

    private int reclaimRowsPerSecond() {
        int rate = settings.integer(ExpirySettings.RECLAIM_ROWS_PER_SECOND);
        return rate == 0 ? Integer.MAX_VALUE : rate;
    }
}
