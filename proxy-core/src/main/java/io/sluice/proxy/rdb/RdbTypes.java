package io.sluice.proxy.rdb;

/** The bytes that say what kind of value follows, and how it is laid out. Fixed for ever by Redis. */
public final class RdbTypes {
    public static final int STRING = 0;
    public static final int LIST = 1;
    public static final int SET = 2;
    public static final int ZSET = 3;
    public static final int HASH = 4;
    /** Sorted set with binary scores. */
    public static final int ZSET_2 = 5;

    public static final int HASH_ZIPMAP = 9;
    public static final int LIST_ZIPLIST = 10;
    public static final int SET_INTSET = 11;
    public static final int ZSET_ZIPLIST = 12;
    public static final int HASH_ZIPLIST = 13;
    public static final int LIST_QUICKLIST = 14;
    public static final int STREAM_LISTPACKS = 15;
    public static final int HASH_LISTPACK = 16;
    public static final int ZSET_LISTPACK = 17;
    public static final int LIST_QUICKLIST_2 = 18;
    public static final int STREAM_LISTPACKS_2 = 19;
    /** Since version 11. */
    public static final int SET_LISTPACK = 20;
    /** Since version 11. */
    public static final int STREAM_LISTPACKS_3 = 21;

    /** Hash whose fields expire, as the release candidates of Redis 7.4 wrote it: with absolute times. */
    public static final int HASH_METADATA_OLD = 22;
    /** The same as a listpack, without the first time before it. */
    public static final int HASH_LISTPACK_EX_OLD = 23;
    /** Hash whose fields expire. Since version 12. */
    public static final int HASH_METADATA = 24;
    /** The same as a listpack. Since version 12. */
    public static final int HASH_LISTPACK_EX = 25;

    private RdbTypes() {}
}
