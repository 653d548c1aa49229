package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Int;
import java.util.List;

/** How fast expired keys and deleted collections leave the store. Reads never see them, whatever stands here. */
public final class ExpirySettings {
    private static final String GROUP = "Expiry and reclamation";

    private static final long MIN_HZ = 1;
    private static final long MAX_HZ = 500;

    public static final Setting HZ = new Setting(
            "hz",
            new Int(0, Integer.MAX_VALUE),
            "10",
            true,
            GROUP,
            "How often a second the background work looks for keys that are due and for collections to reclaim. 0 counts"
                    + " as 1, and more than 500 as 500.");

    public static final Setting RECLAIM_ROWS_PER_SECOND = new Setting(
            "reclaim-rows-per-second",
            new Int(0, 1_000_000_000),
            "50000",
            true,
            GROUP,
            "About how many rows of deleted large collections are deleted a second. Each collection counts as 100 where"
                    + " the store deletes many rows as fast as few (RocksDB), and so does a flushed database in a slot."
                    + " 0 sets no limit.");

    static final List<Setting> ALL = List.of(HZ, RECLAIM_ROWS_PER_SECOND);

    private ExpirySettings() {}

    /** The value of {@code hz} that is kept: as in Redis, the nearest to the one that was asked for. */
    static String nearestHz(String asked) {
        return Long.toString(Math.max(MIN_HZ, Math.min(MAX_HZ, Long.parseLong(asked))));
    }
}
