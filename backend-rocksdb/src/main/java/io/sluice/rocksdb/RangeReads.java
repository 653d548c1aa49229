package io.sluice.rocksdb;

import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Pages of ranges. Short ones are read from memory on the calling thread; when that meets a block that is not in
 * memory, the page is read again, whole, on a reader, so that it shows one moment. Long ones go to a reader at once.
 *
 * <p>An iterator that is not valid has reached the end <em>or</em> failed, and only its status tells: it is looked at
 * each time.
 */
final class RangeReads {
    /** The most rows a page may have to be read on the calling thread: some 100 microseconds. */
    static final int INLINE_ROWS = 256;

    /** Where a page ends early, on the calling thread and on a reader: what a copy may take of the time and the heap. */
    private static final long INLINE_BYTES = 1L << 20;

    private static final long READER_BYTES = 8L << 20;

    /** Deleted rows that the calling thread steps over before it leaves the rest to a reader. */
    private static final long INLINE_SKIPS = 2_000;

    private static final byte[] NO_VALUE = new byte[0];

    private final Database db;
    private final Readers readers;

    RangeReads(Database db, Readers readers) {
        this.db = db;
        this.readers = readers;
    }

    CompletionStage<ScanPage> scan(ScanRequest request) {
        byte[] from = RowKeys.row(request.slot(), request.from());
        byte[] to = end(request);
        if (to != null && Arrays.compareUnsigned(from, to) >= 0) {
            return CompletableFuture.completedFuture(new ScanPage(List.of(), false));
        }
        if (request.limit() <= INLINE_ROWS) {
            if (!db.inFlight.enter()) {
                return CompletableFuture.failedFuture(Failures.closed());
            }
            try {
                return CompletableFuture.completedFuture(page(request, from, to, true));
            } catch (RocksDBException e) {
                if (!Failures.isIncomplete(e)) {
                    return CompletableFuture.failedFuture(Failures.ofRead(e));
                }
            } finally {
                db.inFlight.exit();
            }
        }
        return readers.submit(() -> page(request, from, to, false));
    }

    private static byte @Nullable [] end(ScanRequest request) {
        byte[] to = request.to();
        return to == null ? RowKeys.endOfSlot(request.slot()) : RowKeys.row(request.slot(), to);
    }

    private ScanPage page(ScanRequest request, byte[] from, byte @Nullable [] to, boolean inline)
            throws RocksDBException {
        try (ReadOptions options = new ReadOptions();
                Slice lower = new Slice(from);
                Slice upper = to == null ? null : new Slice(to)) {
            options.setIterateLowerBound(lower);
            if (upper != null) {
                options.setIterateUpperBound(upper);
            }
            if (inline) {
                options.setReadTier(ReadTier.BLOCK_CACHE_TIER).setMaxSkippableInternalKeys(INLINE_SKIPS);
            }
            try (RocksIterator rows = db.rocks.newIterator(options)) {
                return collect(request, from, rows, inline ? INLINE_BYTES : READER_BYTES);
            }
        }
    }

    private static ScanPage collect(ScanRequest request, byte[] from, RocksIterator it, long maxBytes)
            throws RocksDBException {
        List<Row> rows = new ArrayList<>(); // most are short: a start asks for some of each slot, and there are none
        if (request.reverse()) {
            it.seekToLast();
        } else {
            it.seek(from);
        }
        long bytes = 0;
        while (it.isValid()) {
            if (rows.size() == request.limit() || bytes >= maxBytes) {
                return new ScanPage(rows, true);
            }
            byte[] key = RowKeys.key(it.key());
            byte[] value = request.keysOnly() ? NO_VALUE : it.value();
            rows.add(new Row(key, value));
            bytes += key.length + value.length;
            if (request.reverse()) {
                it.prev();
            } else {
                it.next();
            }
        }
        if (rows.size() == request.limit()) {
            return new ScanPage(rows, !reachedEnd(it));
        }
        it.status();
        return new ScanPage(rows, false);
    }

    /** Whether the iterator is at the end. A full page need not go to the disk for that: "maybe more" is an answer. */
    private static boolean reachedEnd(RocksIterator it) throws RocksDBException {
        try {
            it.status();
            return true;
        } catch (RocksDBException e) {
            if (Failures.isIncomplete(e)) {
                return false;
            }
            throw e;
        }
    }
}
