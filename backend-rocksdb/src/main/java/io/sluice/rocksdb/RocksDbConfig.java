package io.sluice.rocksdb;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;

/** The values of the backend's settings; what each means is said in {@link RocksDbSettings}. */
record RocksDbConfig(
        WalFsync walFsync,
        long blockCacheSize,
        long writeBufferSize,
        int maxWriteBufferNumber,
        long maxTotalWalSize,
        int compactionThreads,
        int backgroundNice,
        boolean backgroundIdle,
        long compactionReadaheadSize,
        int level0SlowdownTrigger,
        int level0StopTrigger,
        Compression compression,
        int bloomBitsPerKey,
        int maxOpenFiles,
        int readerThreads) {
    private static final long LEAST_BLOCK_CACHE = 64L << 20;
    private static final int BLOCK_CACHE_SHARE = 6;
    private static final long MOST_COLLECTED = 256L << 20;
    private static final int COLLECTED_SHARE = 64;
    /** The container's where that is less than the machine's; in which case asking takes a third of a millisecond. */
    private static final long MEMORY =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();

    private static final long LEAST_LEVEL_BASE = 256L << 20;
    private static final int MOST_LEVEL0_TABLES = 8;

    /** Reads the texts of all settings, which the caller has checked against their types. */
    static RocksDbConfig of(Map<String, String> texts) {
        Texts t = new Texts(texts);
        return new RocksDbConfig(
                WalFsync.of(t.text(RocksDbSettings.WAL_FSYNC)),
                blockCache(t.bytes(RocksDbSettings.BLOCK_CACHE_SIZE)),
                t.bytes(RocksDbSettings.WRITE_BUFFER_SIZE),
                t.number(RocksDbSettings.MAX_WRITE_BUFFER_NUMBER),
                t.bytes(RocksDbSettings.MAX_TOTAL_WAL_SIZE),
                threads(t.number(RocksDbSettings.COMPACTION_THREADS)),
                t.number(RocksDbSettings.BACKGROUND_NICE),
                t.text(RocksDbSettings.BACKGROUND_IDLE).equals("yes"),
                t.bytes(RocksDbSettings.COMPACTION_READAHEAD_SIZE),
                t.number(RocksDbSettings.LEVEL0_SLOWDOWN_TRIGGER),
                t.number(RocksDbSettings.LEVEL0_STOP_TRIGGER),
                Compression.of(t.text(RocksDbSettings.COMPRESSION)),
                t.number(RocksDbSettings.BLOOM_BITS_PER_KEY),
                t.number(RocksDbSettings.MAX_OPEN_FILES),
                t.number(RocksDbSettings.READER_THREADS));
    }

    private static long blockCache(long asked) {
        return asked > 0 ? asked : Math.max(LEAST_BLOCK_CACHE, MEMORY / BLOCK_CACHE_SHARE);
    }

    /**
     * How many memtables become one table of level 0: a 64th of the memory, at most 256 MiB, and no more than half of those there may be,
     * so that as many can be filled meanwhile.
     *
     * <p>A compaction of level 0 rewrites what its tables overlap, and that is, with keys in the order of hashes, all of the next
     * level: four times as large tables are a quarter of that. One large memtable would do the same, but inserting into it costs
     * more.
     */
    int writeBuffersToMerge() {
        long collected = Math.min(MOST_COLLECTED, MEMORY / COLLECTED_SHARE);
        return (int) Math.max(1, Math.min(maxWriteBufferNumber / 2, collected / writeBufferSize));
    }

    /**
     * Level 0 is compacted when it has so many tables: twice RocksDB's number, unless writes are to be slowed down before. Since level 1
     * follows it, each of its compactions still rewrites no more than it brings, while level 1 meets half as much of level 2 when its own
     * turn comes. What it costs is as many more filters to ask where a row is in no cache.
     */
    int level0Tables() {
        return Math.min(MOST_LEVEL0_TABLES, level0SlowdownTrigger);
    }

    /**
     * What level 1 is to hold: as much as level 0 does when it is compacted, so that this rewrites about as much as it brings; at least
     * RocksDB's own 256 MiB. With less there is one more level that all of it passes through, and is rewritten in.
     */
    long levelBaseBytes() {
        return Math.max(LEAST_LEVEL_BASE, level0Tables() * writeBuffersToMerge() * writeBufferSize);
    }

    /**
     * Zero means: half of the processors, so that those which serve clients find one that is free. Above eight, compactions of
     * one store seldom find work to share.
     */
    private static int threads(int asked) {
        return asked > 0 ? asked : Math.max(1, Math.min(8, Runtime.getRuntime().availableProcessors() / 2));
    }

    private record Texts(Map<String, String> map) {
        String text(String name) {
            String text = map.get(name);
            if (text == null) {
                throw new IllegalArgumentException("setting " + name + " is missing");
            }
            return text;
        }

        int number(String name) {
            return Integer.parseInt(text(name));
        }

        long bytes(String name) {
            return MemoryText.parse(text(name));
        }
    }
}
