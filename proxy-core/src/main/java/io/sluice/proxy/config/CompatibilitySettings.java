package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Choice;
import io.sluice.kv.config.Setting.Memory;
import io.sluice.kv.config.Setting.Text;
import java.util.List;

/**
 * Settings that clients and tools read before they do anything, and that have one true answer here. They accept only
 * values that are true of Sluice, so that CONFIG GET never says what is not so.
 */
public final class CompatibilitySettings {
    private static final String GROUP = "Compatibility";

    public static final Setting MAXMEMORY = new Setting(
            "maxmemory",
            new Memory(0, 0),
            "0",
            true,
            GROUP,
            "Always 0, no limit: the data is in the store, and Sluice evicts nothing. Memory is bounded by the settings"
                    + " under 'Memory and limits'.");

    public static final Setting MAXMEMORY_POLICY = new Setting(
            "maxmemory-policy",
            new Choice(List.of(
                    "volatile-lru",
                    "volatile-lfu",
                    "volatile-random",
                    "volatile-ttl",
                    "allkeys-lru",
                    "allkeys-lfu",
                    "allkeys-random",
                    "noeviction")),
            "noeviction",
            true,
            GROUP,
            "Nothing is evicted under any policy, since maxmemory is always 0. As in Redis, OBJECT FREQ asks for one of"
                    + " the lfu policies, and OBJECT IDLETIME for any other.");

    public static final Setting APPENDONLY = new Setting(
            "appendonly",
            new Choice(List.of("yes")),
            "yes",
            true,
            GROUP,
            "Always yes: every write goes to the store's log, as to Redis's append-only file. How often the log is"
                    + " flushed to the disk is the backend's setting.");

    public static final Setting SAVE = new Setting(
            "save",
            new Text(),
            "",
            true,
            GROUP,
            "Always empty: there are no snapshots to schedule, since the store is durable by its log.");

    static final List<Setting> ALL = List.of(MAXMEMORY, MAXMEMORY_POLICY, APPENDONLY, SAVE);

    private CompatibilitySettings() {}
}
