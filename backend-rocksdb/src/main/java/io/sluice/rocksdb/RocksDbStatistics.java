package io.sluice.rocksdb;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rocksdb.RocksDBException;
import org.rocksdb.TickerType;

/** The figures of the store, by the names that RocksDB's documentation has; those of the adapter begin with sluice. */
final class RocksDbStatistics {
    private static final String[] PROPERTIES = {
        "rocksdb.estimate-num-keys",
        "rocksdb.estimate-live-data-size",
        "rocksdb.live-sst-files-size",
        "rocksdb.total-sst-files-size",
        "rocksdb.block-cache-capacity",
        "rocksdb.block-cache-usage",
        "rocksdb.block-cache-pinned-usage",
        "rocksdb.cur-size-all-mem-tables",
        "rocksdb.size-all-mem-tables",
        "rocksdb.num-immutable-mem-table",
        "rocksdb.estimate-table-readers-mem",
        "rocksdb.estimate-pending-compaction-bytes",
        "rocksdb.compaction-pending",
        "rocksdb.num-running-compactions",
        "rocksdb.mem-table-flush-pending",
        "rocksdb.num-running-flushes",
        "rocksdb.num-files-at-level0",
        "rocksdb.is-write-stopped",
        "rocksdb.actual-delayed-write-rate",
        "rocksdb.background-errors",
    };

    private static final Map<String, TickerType> TICKERS = tickers();

    private final Database db;
    private final Readers readers;
    private final Commits commits;
    private final BackgroundThreads background;
    private final Pace pace;

    RocksDbStatistics(Database db, Readers readers, Commits commits, BackgroundThreads background, Pace pace) {
        this.db = db;
        this.readers = readers;
        this.commits = commits;
        this.background = background;
        this.pace = pace;
    }

    private static Map<String, TickerType> tickers() {
        Map<String, TickerType> tickers = new LinkedHashMap<>();
        tickers.put("rocksdb.block.cache.hit", TickerType.BLOCK_CACHE_HIT);
        tickers.put("rocksdb.block.cache.miss", TickerType.BLOCK_CACHE_MISS);
        tickers.put("rocksdb.block.cache.data.hit", TickerType.BLOCK_CACHE_DATA_HIT);
        tickers.put("rocksdb.block.cache.data.miss", TickerType.BLOCK_CACHE_DATA_MISS);
        tickers.put("rocksdb.bloom.filter.useful", TickerType.BLOOM_FILTER_USEFUL);
        tickers.put("rocksdb.memtable.hit", TickerType.MEMTABLE_HIT);
        tickers.put("rocksdb.memtable.miss", TickerType.MEMTABLE_MISS);
        tickers.put("rocksdb.number.keys.written", TickerType.NUMBER_KEYS_WRITTEN);
        tickers.put("rocksdb.number.keys.read", TickerType.NUMBER_KEYS_READ);
        tickers.put("rocksdb.bytes.written", TickerType.BYTES_WRITTEN);
        tickers.put("rocksdb.bytes.read", TickerType.BYTES_READ);
        tickers.put("rocksdb.wal.bytes", TickerType.WAL_FILE_BYTES);
        tickers.put("rocksdb.wal.synced", TickerType.WAL_FILE_SYNCED);
        tickers.put("rocksdb.flush.write.bytes", TickerType.FLUSH_WRITE_BYTES);
        tickers.put("rocksdb.compact.read.bytes", TickerType.COMPACT_READ_BYTES);
        tickers.put("rocksdb.compact.write.bytes", TickerType.COMPACT_WRITE_BYTES);
        tickers.put("rocksdb.stall.micros", TickerType.STALL_MICROS);
        return tickers;
    }

    /** Empty when the store is closed. */
    Map<String, String> read() {
        if (!db.inFlight.enter()) {
            return Map.of();
        }
        try {
            Map<String, String> figures = new LinkedHashMap<>();
            for (String property : PROPERTIES) {
                figures.put(property, property(property));
            }
            TICKERS.forEach(
                    (name, ticker) -> figures.put(name, Long.toString(db.options.statistics.getTickerCount(ticker))));
            figures.put("sluice.rocksdb.wal-size", walSize());
            figures.put("sluice.rocksdb.reader-calls", Long.toString(readers.calls()));
            figures.put("sluice.rocksdb.commits-handed-over", Long.toString(commits.handedOver()));
            figures.put("sluice.rocksdb.journal-bytes", Long.toString(commits.behind()));
            figures.put(
                    "sluice.rocksdb.journal-bytes-appended",
                    Long.toString(db.journal().appendedBytes()));
            figures.put(
                    "sluice.rocksdb.journal-size", Long.toString(db.journal().heldBytes()));
            figures.put(
                    "sluice.rocksdb.journal-synced", Long.toString(db.journal().forces()));
            figures.put("sluice.rocksdb.background-idle", background.areIdle() ? "yes" : "no");
            figures.put("sluice.rocksdb.background-write-rate", Long.toString(pace.bytesPerSecond()));
            String broken = db.health.reason();
            figures.put("sluice.rocksdb.writable", broken == null ? "yes" : "no: " + broken);
            return figures;
        } finally {
            db.inFlight.exit();
        }
    }

    private String property(String name) {
        try {
            String value = db.rocks.getProperty(name);
            return value == null ? "" : value;
        } catch (RocksDBException e) {
            return "unknown: " + Failures.text(e);
        }
    }

    /** Bytes of log in the directory. RocksDB has no figure for it, and its list of logs waits for its own locks. */
    private String walSize() {
        long bytes = 0;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(db.directory, "*.log")) {
            for (Path log : logs) {
                bytes += sizeIfThere(log);
            }
        } catch (IOException e) {
            return "unknown: " + e;
        }
        return Long.toString(bytes);
    }

    private static long sizeIfThere(Path log) throws IOException {
        try {
            return Files.size(log);
        } catch (NoSuchFileException e) {
            // RocksDB deletes logs whose rows are in tables, also while we look.
            return 0;
        }
    }
}
