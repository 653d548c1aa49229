package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Sluice's own settings, and the few facts about them that a {@link Setting} does not say. */
public final class ServerSettings {
    /** All of them, in the order of the configuration file. */
    public static final List<Setting> ALL = Stream.of(
                    NetworkSettings.ALL,
                    SecuritySettings.ALL,
                    StorageSettings.ALL,
                    LimitSettings.ALL,
                    ExpirySettings.ALL,
                    EncodingSettings.ALL,
                    MonitoringSettings.ALL,
                    CompatibilitySettings.ALL)
            .flatMap(List::stream)
            .toList();

    /** Redis's older names, which it still understands. */
    static final Map<String, Setting> ALIASES = Map.of(
            "hash-max-ziplist-entries", EncodingSettings.HASH_MAX_LISTPACK_ENTRIES,
            "hash-max-ziplist-value", EncodingSettings.HASH_MAX_LISTPACK_VALUE,
            "list-max-ziplist-size", EncodingSettings.LIST_MAX_LISTPACK_SIZE,
            "zset-max-ziplist-entries", EncodingSettings.ZSET_MAX_LISTPACK_ENTRIES,
            "zset-max-ziplist-value", EncodingSettings.ZSET_MAX_LISTPACK_VALUE);

    /** What {@code --help} shows. */
    static final List<Setting> ESSENTIAL = List.of(
            NetworkSettings.BIND,
            NetworkSettings.PORT,
            SecuritySettings.REQUIREPASS,
            StorageSettings.BACKEND,
            StorageSettings.DIR,
            StorageSettings.WRITE_ACK,
            LimitSettings.CACHE_SIZE,
            NetworkSettings.IO_THREADS,
            MonitoringSettings.LOGLEVEL,
            MonitoringSettings.LOGFILE);

    /** Settings whose value is several words in a file or on the command line. */
    private static final Set<Setting> SEVERAL_WORDS = Set.of(
            NetworkSettings.BIND, CompatibilitySettings.SAVE, MonitoringSettings.LATENCY_TRACKING_INFO_PERCENTILES);

    /** What settings accept of which the type says too little. */
    private static final Map<Setting, String> ALLOWED = Map.of(
            NetworkSettings.BIND,
            BindAddress.ALLOWED,
            CompatibilitySettings.SAVE,
            "only \"\": Sluice takes no snapshots",
            StorageSettings.DIR,
            "the path of a directory",
            MonitoringSettings.LATENCY_TRACKING_INFO_PERCENTILES,
            Percentiles.ALLOWED);

    private ServerSettings() {}

    static boolean takesSeveralWords(Setting setting) {
        return SEVERAL_WORDS.contains(setting);
    }

    /** What the setting accepts, in words that finish the sentence "allowed: ...". */
    static String allowed(Setting setting) {
        String words = ALLOWED.get(setting);
        return words == null ? ValueReader.allowed(setting.type()) : words;
    }

    /** Checks what the type alone cannot tell, and gives the value in the form in which it is kept. */
    static String check(Setting setting, String value) throws InvalidValueException {
        if (setting.equals(NetworkSettings.BIND)) {
            BindAddress.parse(value);
        } else if (setting.equals(CompatibilitySettings.SAVE) && !value.isEmpty()) {
            throw new InvalidValueException("Invalid save parameters", allowed(setting));
        } else if (setting.equals(StorageSettings.DIR) && value.isEmpty()) {
            throw new InvalidValueException("No such file or directory", allowed(setting));
        } else if (setting.equals(ExpirySettings.HZ)) {
            return ExpirySettings.nearestHz(value);
        } else if (setting.equals(MonitoringSettings.LATENCY_TRACKING_INFO_PERCENTILES)) {
            return Percentiles.canonical(value);
        }
        return value;
    }
}
