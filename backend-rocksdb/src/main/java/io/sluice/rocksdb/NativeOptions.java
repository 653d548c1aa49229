package io.sluice.rocksdb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.HistogramType;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.RateLimiter;
import org.rocksdb.RateLimiterMode;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.SstFileManager;
import org.rocksdb.Statistics;
import org.rocksdb.WALRecoveryMode;

/** RocksDB's options as the settings ask for them, with the native objects that must outlive the open database. */
final class NativeOptions implements AutoCloseable {
    private static final int LEVELS = 7;
    private static final long MB = 1L << 20;
    private static final long STEP_MICROS = 1000;
    /** RocksDB's own: compactions come before flushes once in so many times. */
    private static final int FAIRNESS = 10;

    /** {@link Pace} does: RocksDB's own way makes it larger while it is used up, and hardly smaller. */
    private static final boolean FINDS_THE_RATE = false;

    /** What the disk is asked to take of a table as soon as it is there. */
    private static final long BYTES_AT_ONCE = MB;

    /** What a thread of RocksDB writes at once. */
    private static final int PIECE_BYTES = 64 << 10;

    /** For a byte that a compaction writes it has read one or two, which are to be deleted. */
    private static final int DELETED_FOR_WRITTEN = 2;

    /** What a file that is not needed any more gets shorter by at once. */
    private static final long PIECE_DELETED = 4 * MB;

    /**
     * Of the bytes of all tables, those that wait to be deleted included: where more wait, the next is deleted at once. RocksDB has a quarter; a compaction of
     * all that a small store has leaves half.
     */
    private static final double MOST_WAITING = 0.5;

    /** Of a memtable: then it is written out. */
    static final int MOST_RANGE_DELETIONS = 1000;

    final Options options;
    final DBOptions ofDatabase;
    /** Of the column family of rows, which is the default one. */
    final ColumnFamilyOptions ofRows;

    final ColumnFamilyOptions ofFormerJournal;
    final Statistics statistics;
    final Cache blockCache;
    /** Of what flushes and compactions write. */
    private final RateLimiter pace;
    /** Deletes tables and logs. */
    private final SstFileManager files;

    /** Of the journal's. */
    final ForcesBeforeFlush beforeFlush = new ForcesBeforeFlush();

    private final List<RocksObject> owned = new ArrayList<>();

    NativeOptions(RocksDbConfig config) {
        blockCache = own(blockCache(config.blockCacheSize()));
        statistics = own(counters());
        pace = own(new RateLimiter(
                Pace.MOST_A_SECOND, STEP_MICROS, FAIRNESS, RateLimiterMode.WRITES_ONLY, FINDS_THE_RATE));
        files = own(files());
        options = own(hintingInserts());
        options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true).setStatistics(statistics);
        writing(config);
        compacting(config);
        pacing();
        reading(config);
        housekeeping();
        ofDatabase = own(new DBOptions(options));
        ofRows = own(new ColumnFamilyOptions(options));
        // Its removals overlapped once, and RocksDB needs time by the square of their number where they are together.
        ofFormerJournal = own(new ColumnFamilyOptions().setMemtableMaxRangeDeletions(MOST_RANGE_DELETIONS));
    }

    /**
     * RocksDB's own choice since 10.7, without locks and lists: a block is found with one wait for memory or two. Its table
     * grows as blocks come (no estimate of their size, shards as many as it likes). Indexes and filters stay for a round more
     * than data that nobody asked for twice, so that a scan pushes out other data first. The limit is not strict: a strict
     * one fails reads when pinned blocks fill it.
     */
    private static Cache blockCache(long bytes) {
        return new HyperClockCache(bytes, 0, -1, false);
    }

    private static SstFileManager files() {
        try {
            return new SstFileManager(
                    Env.getDefault(), null, DELETED_FOR_WRITTEN * Pace.MOST_A_SECOND, MOST_WAITING, PIECE_DELETED);
        } catch (RocksDBException e) {
            throw new IllegalStateException("RocksDB does not delete in pieces", e);
        }
    }

    /** Counters only: a histogram costs two looks at the clock for every call. */
    private static Statistics counters() {
        EnumSet<HistogramType> histograms = EnumSet.allOf(HistogramType.class);
        histograms.remove(HistogramType.HISTOGRAM_ENUM_MAX);
        return new Statistics(histograms);
    }

    /**
     * Options with which an insert into a memtable begins to look for its place where the one before it was: the journal's
     * rows come sorted, so that it is near. One place is remembered for each first byte of a key, which is half of the slot. RocksDB
     * has no setter for this in Java.
     */
    private static Options hintingInserts() {
        Properties hints = new Properties();
        hints.setProperty("memtable_insert_with_hint_prefix_extractor", "fixed:1");
        try (DBOptions ofDatabase = new DBOptions();
                ColumnFamilyOptions ofRows = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(hints)) {
            if (ofRows == null) {
                throw new IllegalStateException("RocksDB does not take " + hints);
            }
            return new Options(ofDatabase, ofRows);
        }
    }

    private void writing(RocksDbConfig config) {
        options.setWriteBufferSize(config.writeBufferSize())
                .setMaxWriteBufferNumber(config.maxWriteBufferNumber())
                .setMinWriteBufferNumberToMerge(config.writeBuffersToMerge())
                .setMaxTotalWalSize(config.maxTotalWalSize())
                // Files get their blocks as they grow. Reserving 70 MiB for a new log is part of the write that begins
                // it, and waits for the file system's bitmaps: 30 to 330 ms of an event loop, measured on ext4.
                .setAllowFAllocate(false)
                // Few threads write, and RocksDB lets one at a time through: the memtable need not pay for several.
                .setAllowConcurrentMemtableWrite(false)
                // A fiftieth of the memtable as its Bloom filter: a get of a row that is not in it, the usual case,
                // was
                // measured at half the time, and a commit at a tenth more.
                .setMemtablePrefixBloomSizeRatio(0.02)
                .setMemtableWholeKeyFiltering(true)
                // After a loss of power, the part of the log that was never forced may have holes. This opens the store
                // as it was at one moment, with everything that was forced; the stricter modes would refuse to open.
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
                // Every read of a memtable looks through its range tombstones: write it out before they are many.
                .setMemtableMaxRangeDeletions(MOST_RANGE_DELETIONS);
    }

    private void compacting(RocksDbConfig config) {
        // RocksDB takes a quarter of the jobs, at least one, for writing out memtables: those come on top, so that
        // compaction cannot hold up a flush and, with it, the writers.
        int jobs = config.compactionThreads() + Math.max(1, config.compactionThreads() / 3);
        options.setMaxBackgroundJobs(jobs)
                // A compaction of level 0 is one job, and the one that writers wait for: let it use all threads.
                .setMaxSubcompactions(config.compactionThreads())
                .setLevel0SlowdownWritesTrigger(config.level0SlowdownTrigger())
                .setLevel0StopWritesTrigger(config.level0StopTrigger())
                .setCompactionReadaheadSize(config.compactionReadaheadSize())
                .setLevel0FileNumCompactionTrigger(config.level0Tables())
                .setMaxBytesForLevelBase(config.levelBaseBytes())
                // Large levels follow from the data's size, which keeps space amplification near 1.1.
                .setLevelCompactionDynamicLevelBytes(true)
                // Hands dirty pages to the disk in small steps; one large step would hold up the log's fsync.
                .setBytesPerSync(BYTES_AT_ONCE)
                .setCompressionPerLevel(byLevel(config.compression()));
        if (config.compression() == Compression.ZSTD) {
            options.setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
        }
    }

    /**
     * Flushes and compactions in steps of a millisecond, so that they do not hold a processor for longer than clients on it can wait: what is
     * to be written is handed over in pieces that take a hundred microseconds or two to make, and behind each the thread may have to
     * wait for the next step.
     *
     * <p>How much a step may write says {@link Pace}; until that begins, as while the database is opened, there is no limit.
     *
     * <p>Files are deleted at a pace as well, in pieces: where the file system tells the disk of each block that is free again (ext4
     * with {@code discard}), a table of 200 MiB that goes at once keeps that busy for a fifth of a second, which on a virtual
     * machine is time that its processors miss (ADR 28).
     */
    private void pacing() {
        options.setRateLimiter(pace).setWritableFileMaxBufferSize(PIECE_BYTES).setSstFileManager(files);
    }

    /** How much flushes and compactions may write together, in bytes a second; what is deleted follows. */
    void paceTo(long bytesPerSecond) {
        pace.setBytesPerSecond(bytesPerSecond);
        files.setDeleteRateBytesPerSecond(DELETED_FOR_WRITTEN * bytesPerSecond);
    }

    /** Bytes a second by which files that are not needed any more get shorter, all together. */
    long deletedPerSecond() {
        return files.getDeleteRateBytesPerSecond();
    }

    /** Levels 0 and 1 are rewritten soon and hold little: compressing them costs writers and saves nothing. */
    private static List<CompressionType> byLevel(Compression compression) {
        CompressionType lower =
                compression == Compression.NONE ? CompressionType.NO_COMPRESSION : CompressionType.LZ4_COMPRESSION;
        List<CompressionType> levels = new ArrayList<>(Collections.nCopies(LEVELS, lower));
        levels.set(0, CompressionType.NO_COMPRESSION);
        levels.set(1, CompressionType.NO_COMPRESSION);
        return levels;
    }

    private void reading(RocksDbConfig config) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(blockCache)
                // Indexes and filters count against the cache too, so that its size bounds the memory; in partitions,
                // so that one of them costs a few KiB and not a megabyte; their tops and level 0's stay in.
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setPinTopLevelIndexAndFilter(true)
                .setIndexType(IndexType.kTwoLevelIndexSearch);
        if (config.bloomBitsPerKey() > 0) {
            table.setFilterPolicy(own(new BloomFilter(config.bloomBitsPerKey())))
                    .setPartitionFilters(true)
                    .setWholeKeyFiltering(true);
        }
        options.setTableFormatConfig(table).setMaxOpenFiles(config.maxOpenFiles());
    }

    /** RocksDB's own log stands beside the data; five files of ten MiB are enough to understand an accident. */
    private void housekeeping() {
        options.setMaxLogFileSize(10 * MB).setKeepLogFileNum(5);
        options.setListeners(List.of(beforeFlush));
        // Who closes the database does that before, if it is to be done.
        options.setAvoidFlushDuringShutdown(true);
    }

    private <T extends RocksObject> T own(T resource) {
        owned.add(resource);
        return resource;
    }

    @Override
    public void close() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).close();
        }
        beforeFlush.close();
    }
}
