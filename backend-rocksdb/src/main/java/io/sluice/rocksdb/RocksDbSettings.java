package io.sluice.rocksdb;

import io.sluice.kv.config.Setting;
import java.util.List;

/** The table of the backend's settings. A default that differs from RocksDB's own says why beside it. */
final class RocksDbSettings {
    static final String WAL_FSYNC = "rocksdb-wal-fsync";
    static final String BLOCK_CACHE_SIZE = "rocksdb-block-cache-size";
    static final String WRITE_BUFFER_SIZE = "rocksdb-write-buffer-size";
    static final String MAX_WRITE_BUFFER_NUMBER = "rocksdb-max-write-buffer-number";
    static final String MAX_TOTAL_WAL_SIZE = "rocksdb-max-total-wal-size";
    static final String COMPACTION_THREADS = "rocksdb-compaction-threads";
    static final String BACKGROUND_NICE = "rocksdb-background-nice";
    static final String BACKGROUND_IDLE = "rocksdb-background-idle";
    static final String COMPACTION_READAHEAD_SIZE = "rocksdb-compaction-readahead-size";
    static final String LEVEL0_SLOWDOWN_TRIGGER = "rocksdb-level0-slowdown-trigger";
    static final String LEVEL0_STOP_TRIGGER = "rocksdb-level0-stop-trigger";
    static final String COMPRESSION = "rocksdb-compression";
    static final String BLOOM_BITS_PER_KEY = "rocksdb-bloom-bits-per-key";
    static final String MAX_OPEN_FILES = "rocksdb-max-open-files";
    static final String READER_THREADS = "rocksdb-reader-threads";

    private static final long KB = 1L << 10;
    private static final long GB = 1L << 30;
    private static final long TB = 1L << 40;

    static final List<Setting> ALL = List.of(
            // everysec is Redis's own default for appendfsync: users who move here keep the promise that they know.
            setting(
                    WAL_FSYNC,
                    new Setting.Choice(WalFsync.words()),
                    "everysec",
                    "When the write-ahead log is forced to the disk, as Redis's appendfsync. Every acknowledged write is"
                            + " in the log in any case and survives the death of the process. 'always': forced before"
                            + " the reply, so it survives the loss of power too; writes that arrive together share one"
                            + " fsync. 'everysec': forced once a second by a thread of its own, a part of it sooner"
                            + " where much is written; the loss of power may cost about the last second. 'no': left to"
                            + " the operating system. When forcing the log fails, the store refuses writes until it is"
                            + " restarted."),
            // RocksDB's own 32 MiB is made for tests. The heap takes a third of the memory; the system's file cache,
            // which needs some, too, spares a read of the disk, though not a copy and a decompression.
            setting(
                    BLOCK_CACHE_SIZE,
                    new Setting.Memory(0, 16 * TB),
                    "0",
                    "Bytes of memory outside the Java heap for blocks of tables: data, indexes and filters. 0: a sixth of"
                            + " the memory of the machine or the container, at least 64mb; it is taken as blocks are read."
                            + " The first thing to raise: reads of what does not fit here run at the speed of the disk and"
                            + " leave the fast path. A third of the memory on a dedicated machine."),
            setting(
                    WRITE_BUFFER_SIZE,
                    new Setting.Memory(64 * KB, 8 * GB),
                    "64mb",
                    "Bytes of one memtable, which collects writes before they become a table on disk. Larger ones make"
                            + " fewer and larger tables and a longer replay of the log after a crash."),
            // RocksDB's 2 leaves one buffer to fill while one is written out: a slow disk then stops writes at once.
            setting(
                    MAX_WRITE_BUFFER_NUMBER,
                    new Setting.Int(2, 64),
                    "8",
                    "How many memtables may exist, the one being filled included, before writes wait for the disk."
                            + " Together with " + WRITE_BUFFER_SIZE + " it bounds the memory for writes. Up to half of"
                            + " them become one table together, as far as that is a 64th of the memory of the machine or"
                            + " the container, and 256 MiB: fewer and larger tables, less work for compaction."),
            // RocksDB derives this from the buffers when it is 0; a fixed size keeps the time of a restart foreseeable.
            setting(
                    MAX_TOTAL_WAL_SIZE,
                    new Setting.Memory(1024 * KB, TB),
                    "512mb",
                    "Bytes of the journal, or of RocksDB's write-ahead log, on disk above which memtables are written out to"
                            + " let its files go. It bounds the replay after a crash: expect some seconds for a gigabyte."),
            // Compaction is the first bottleneck of writing; RocksDB's own default is one thread. With as many as there
            // are
            // processors, a compaction leaves those that serve clients none: their p99 was five times as long.
            setting(
                    COMPACTION_THREADS,
                    new Setting.Int(0, 64),
                    "0",
                    "Threads that compact tables in the background. 0: half as many as processors, at least 1, at most 8."
                            + " Raise it when statistics show pending compaction bytes that grow or writes that stall."),
            // As urgent as all others it would share a processor with those that serve clients in turns of
            // milliseconds.
            setting(
                    BACKGROUND_NICE,
                    new Setting.Int(0, 19),
                    "19",
                    "How much the thread which brings commits to the rows gives way to those that serve clients, as nice(1)"
                            + " says it: from 0, not at all, to 19; those that write memtables out and compact do it by a"
                            + " quarter of that. Matters where there are fewer processors than busy threads. Needs the command"
                            + " renice (util-linux or BusyBox); without it they are as urgent as the others."),
            setting(
                    BACKGROUND_IDLE,
                    new Setting.Bool(),
                    "yes",
                    "Whether these threads are also in the scheduler's idle class as long as processors have time left for"
                            + " them there, so that those which serve clients need not wait for them. They leave it for up to ten"
                            + " seconds when they get next to nothing, or too much is behind. Without effect where the process may not take them out"
                            + " of it again: that needs CAP_SYS_NICE, or the limit 20 for RLIMIT_NICE (LimitNICE=20 of systemd),"
                            + " and the command chrt (util-linux or BusyBox); nor with " + BACKGROUND_NICE + " 0."),
            // Compactions read long runs; 2 MiB at a time was measured three times as fast on spinning and network
            // disks.
            setting(
                    COMPACTION_READAHEAD_SIZE,
                    new Setting.Memory(0, 64 * 1024 * KB),
                    "2mb",
                    "Bytes that compactions read ahead. Large values help disks with slow seeks; 0 leaves it to the"
                            + " operating system."),
            // 20/36 in RocksDB. Too low and throughput swings several times over; too high and every read visits all
            // files.
            setting(
                    LEVEL0_SLOWDOWN_TRIGGER,
                    new Setting.Int(1, 10_000),
                    "24",
                    "Number of tables in level 0 at which writes are slowed down so that compaction can follow, which begins at "
                            + "eight of them, or at this number where it is smaller."),
            setting(
                    LEVEL0_STOP_TRIGGER,
                    new Setting.Int(2, 10_000),
                    "40",
                    "Number of tables in level 0 at which writes wait until compaction has followed. Must not be below "
                            + LEVEL0_SLOWDOWN_TRIGGER + "."),
            // LZ4 costs less than the I/O that it saves, on any disk. RocksDB's own default, Snappy, is worse at both.
            setting(
                    COMPRESSION,
                    new Setting.Choice(Compression.words()),
                    "lz4",
                    "How tables are compressed. 'none'; 'lz4': cheap, from level 2 down; 'zstd': LZ4 in between and Zstd"
                            + " in the last level, where nearly all data is: smaller, slower to read when not cached."
                            + " Applies to tables written from now on."),
            // Without a filter an absent key costs a read of the disk in every level. 10 bits let about 1 in 100
            // through.
            setting(
                    BLOOM_BITS_PER_KEY,
                    new Setting.Int(0, 32),
                    "10",
                    "Bits of Bloom filter per key, which spare reads for keys that are not there; 0 for no filter."
                            + " 10 bits let about 1 % of such reads through, 15 about 0.1 %."),
            // Every table stays open, so that a read never leaves the calling thread only to open a file.
            setting(
                    MAX_OPEN_FILES,
                    new Setting.Int(-1, Integer.MAX_VALUE),
                    "-1",
                    "How many tables may be open at a time; -1 for all. A table is some 64 MiB, so a terabyte needs"
                            + " some 16,000 descriptors; lower this where the limit of the process is lower."),
            // One disk serves a handful of readers at once; NVMe gains little beyond, and spinning disks lose.
            setting(
                    READER_THREADS,
                    new Setting.Int(1, 256),
                    "4",
                    "Threads that read from the disk what the block cache does not hold, and walk long ranges. Raise it"
                            + " with the depth of the disk's queue when data is much larger than memory."));

    private RocksDbSettings() {}

    private static Setting setting(String name, Setting.Type type, String defaultValue, String doc) {
        return new Setting(name, type, defaultValue, false, "RocksDB", doc);
    }
}
