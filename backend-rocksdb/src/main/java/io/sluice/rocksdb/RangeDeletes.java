package io.sluice.rocksdb;

import io.sluice.kv.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * Reclamation of ranges. A range tombstone slows every read that meets it until a compaction has dropped it, so small
 * ranges are deleted row by row and only large ones by a tombstone; after a very large one the range is compacted.
 *
 * <p>Nothing is forced to the disk here, in no mode: the deletes stand in the journal or the log before whatever the caller commits
 * when this is done, and forcing that forces them.
 */
final class RangeDeletes {
    /** Below this many rows, point deletes. */
    static final int POINT_DELETES = 1000;

    /** From this size on, as RocksDB estimates it, compaction is asked for and not waited for. */
    private static final long COMPACT_BYTES = 16L << 20;

    private final Database db;
    private final Readers readers;
    private final RangeCompactor compactor;

    RangeDeletes(Database db, Readers readers, RangeCompactor compactor) {
        this.db = db;
        this.readers = readers;
        this.compactor = compactor;
    }

    CompletionStage<Void> delete(int slot, byte[] from, byte[] to) {
        byte[] first = RowKeys.row(slot, from);
        byte[] end = RowKeys.row(slot, to);
        if (Arrays.compareUnsigned(first, end) >= 0) {
            return CompletableFuture.completedStage(null);
        }
        return readers.submit(() -> deleteRows(first, end)).thenAccept(large -> {});
    }

    private boolean deleteRows(byte[] first, byte[] end) throws RocksDBException {
        StoreException refusal = db.health.refusal();
        if (refusal != null) {
            throw refusal;
        }
        List<byte[]> rows = firstRows(first, end);
        boolean large = rows.size() >= POINT_DELETES;
        long bytes = large ? estimatedBytes(first, end) : 0;
        try {
            if (large) {
                db.rocks.deleteRange(db.reclaiming, first, end);
            } else if (!rows.isEmpty()) {
                deleteEach(rows);
            }
            if (!rows.isEmpty() && !db.forcesEach) {
                append(large ? BatchEncoder.encodeRangeDelete(first, end) : BatchEncoder.encodeDeletes(rows));
            }
        } catch (RocksDBException e) {
            db.health.breakDown("a range delete failed: " + Failures.text(e), e);
            throw new StoreException.Indeterminate("range delete failed: " + Failures.text(e), e);
        } catch (IOException e) {
            throw db.journalBroke(e);
        }
        if (bytes >= COMPACT_BYTES) {
            compactor.suggest(first, end);
        }
        return large;
    }

    /** After it is done, so that no mark of the journal's that is behind it is in a table without it. */
    private void append(EncodedBatch deletes) throws RocksDBException, IOException {
        if (db.journal().append(deletes) == Journal.NO_ROOM) {
            db.writeOutAndWait();
        }
    }

    private List<byte[]> firstRows(byte[] first, byte[] end) throws RocksDBException {
        List<byte[]> rows = new ArrayList<>();
        try (Slice upper = new Slice(end);
                // What is about to be deleted must not push out of the cache what is not.
                ReadOptions options =
                        new ReadOptions().setIterateUpperBound(upper).setFillCache(false);
                RocksIterator it = db.rocks.newIterator(options)) {
            for (it.seek(first); it.isValid() && rows.size() < POINT_DELETES; it.next()) {
                rows.add(it.key());
            }
            it.status();
        }
        return rows;
    }

    private long estimatedBytes(byte[] first, byte[] end) {
        try (Slice from = new Slice(first);
                Slice to = new Slice(end)) {
            long[] sizes = db.rocks.getApproximateSizes(
                    List.of(new Range(from, to)),
                    SizeApproximationFlag.INCLUDE_FILES,
                    SizeApproximationFlag.INCLUDE_MEMTABLES);
            return sizes[0];
        }
    }

    private void deleteEach(List<byte[]> rows) throws RocksDBException {
        try (org.rocksdb.WriteBatch batch = new org.rocksdb.WriteBatch()) {
            for (byte[] row : rows) {
                batch.delete(row);
            }
            db.rocks.write(db.reclaiming, batch);
        }
    }
}
