package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Int;
import java.util.List;

/** How fast expired keys and deleted collections leave the store. Reads never see them, whatever stands here. */
public final class ExpirySettings {
    private static final String GROUP = "Expiry and reclamation";

    public static final Setting HZ = new Setting(
            "hz",
            new Int(1, 500),
            "10",
            true,
            GROUP,
            "How often a second the background work looks for keys that are due and for collections to reclaim.");

    public static final Setting RECLAIM_ROWS_PER_SECOND = new Setting(
            "reclaim-rows-per-second",
            new Int(0, 1_000_000_000),
            "50000",
            true,
            GROUP,
            "How many rows of deleted large collections and flushed databases are deleted a second, where the store"
                    + " deletes row by row. 0 sets no limit.");

    static final List<Setting> ALL = List.of(HZ, RECLAIM_ROWS_PER_SECOND);

    private ExpirySettings() {}
}
