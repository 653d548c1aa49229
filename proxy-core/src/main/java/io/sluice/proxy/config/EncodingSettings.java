package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.kv.config.Setting.Int;
import io.sluice.kv.config.Setting.Memory;
import java.util.List;

/** Redis's thresholds between encodings. Here they decide what OBJECT ENCODING answers, not how rows are laid out. */
public final class EncodingSettings {
    private static final String GROUP = "Encodings";
    private static final String NOTE =
            " Decides what OBJECT ENCODING answers; how much is one row of the store is" + " packed-max-bytes.";

    public static final Setting HASH_MAX_LISTPACK_ENTRIES =
            entries("hash-max-listpack-entries", "512", "A hash with more fields is a 'hashtable'." + NOTE);

    public static final Setting HASH_MAX_LISTPACK_VALUE =
            value("hash-max-listpack-value", "A hash with a longer field or value is a 'hashtable'." + NOTE);

    public static final Setting LIST_MAX_LISTPACK_SIZE = new Setting(
            "list-max-listpack-size",
            new Int(Integer.MIN_VALUE, Integer.MAX_VALUE),
            "-2",
            true,
            GROUP,
            "A larger list is a 'quicklist': a number of elements when positive, or -1 to -5 for 4 to 64 kb." + NOTE);

    public static final Setting LIST_COMPRESS_DEPTH = new Setting(
            "list-compress-depth",
            new Int(0, Integer.MAX_VALUE),
            "0",
            true,
            GROUP,
            "Kept so that clients can set it as in Redis. Lists are compressed by the store, with all other rows; the"
                    + " number has no effect.");

    public static final Setting SET_MAX_INTSET_ENTRIES = entries(
            "set-max-intset-entries", "512", "A set of integers with more members is no 'intset' any more." + NOTE);

    public static final Setting SET_MAX_LISTPACK_ENTRIES =
            entries("set-max-listpack-entries", "128", "A set with more members is a 'hashtable'." + NOTE);

    public static final Setting SET_MAX_LISTPACK_VALUE =
            value("set-max-listpack-value", "A set with a longer member is a 'hashtable'." + NOTE);

    public static final Setting ZSET_MAX_LISTPACK_ENTRIES =
            entries("zset-max-listpack-entries", "128", "A sorted set with more members is a 'skiplist'." + NOTE);

    public static final Setting ZSET_MAX_LISTPACK_VALUE =
            value("zset-max-listpack-value", "A sorted set with a longer member is a 'skiplist'." + NOTE);

    public static final Setting HLL_SPARSE_MAX_BYTES = new Setting(
            "hll-sparse-max-bytes",
            new Memory(0, Long.MAX_VALUE),
            "3000",
            true,
            GROUP,
            "A HyperLogLog whose sparse form would be longer takes the dense form of 12 kb.");

    static final List<Setting> ALL = List.of(
            HASH_MAX_LISTPACK_ENTRIES,
            HASH_MAX_LISTPACK_VALUE,
            LIST_MAX_LISTPACK_SIZE,
            LIST_COMPRESS_DEPTH,
            SET_MAX_INTSET_ENTRIES,
            SET_MAX_LISTPACK_ENTRIES,
            SET_MAX_LISTPACK_VALUE,
            ZSET_MAX_LISTPACK_ENTRIES,
            ZSET_MAX_LISTPACK_VALUE,
            HLL_SPARSE_MAX_BYTES);

    private EncodingSettings() {}

    private static Setting entries(String name, String defaultValue, String doc) {
        return new Setting(name, new Int(0, Long.MAX_VALUE), defaultValue, true, GROUP, doc);
    }

    private static Setting value(String name, String doc) {
        return new Setting(name, new Memory(0, Long.MAX_VALUE), "64", true, GROUP, doc);
    }
}
