package io.sluice.rocksdb;

import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Reads of single rows: first from memory on the calling thread ({@link MemoryReads}), and from the disk on a reader only if that
 * does not know.
 *
 * <p>Several rows are several gets, on purpose. RocksDB's multi-get for Java answers null for a key whose status is an
 * I/O error or Incomplete: an error would be taken for an absent row, and a write built on that would destroy it. Its
 * variant with statuses needs buffers of a size that nobody knows beforehand. For rows in memory, which is what the
 * calling thread asks for, it is not faster either.
 */
final class PointReads {
    /** Fewer rows than this are not worth another reader: handing over costs about as much as reading from flash. */
    private static final int ROWS_PER_READER = 8;

    private final Database db;
    private final MemoryReads memory;
    private final Readers readers;

    PointReads(Database db, Readers readers) {
        this.db = db;
        this.memory = new MemoryReads(db, readers);
        this.readers = readers;
    }

    CompletionStage<byte @Nullable []> get(int slot, byte[] key) {
        byte[] row = RowKeys.row(slot, key);
        if (!db.inFlight.enter()) {
            return CompletableFuture.failedFuture(Failures.closed());
        }
        try {
            byte[] value = memory.get(row);
            if (value != MemoryReads.UNKNOWN) {
                return CompletableFuture.completedFuture(value);
            }
        } catch (RocksDBException e) {
            return CompletableFuture.failedFuture(Failures.ofRead(e));
        } finally {
            db.inFlight.exit();
        }
        return readers.submit(() -> db.rocks.get(db.fromAnywhere, row));
    }

    CompletionStage<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        byte[][] rows = new byte[keys.size()][];
        for (int i = 0; i < rows.length; i++) {
            SlotKey key = keys.get(i);
            rows[i] = RowKeys.row(key.slot(), key.key());
        }
        if (!db.inFlight.enter()) {
            return CompletableFuture.failedFuture(Failures.closed());
        }
        byte[][] values = new byte[rows.length][];
        List<Integer> missed = new ArrayList<>();
        try {
            for (int i = 0; i < rows.length; i++) {
                readFromMemory(rows, values, i, missed);
            }
        } catch (RocksDBException e) {
            return CompletableFuture.failedFuture(Failures.ofRead(e));
        } finally {
            db.inFlight.exit();
        }
        return missed.isEmpty() ? CompletableFuture.completedFuture(list(values)) : readFromDisk(rows, values, missed);
    }

    private void readFromMemory(byte[][] rows, byte[][] values, int i, List<Integer> missed) throws RocksDBException {
        byte[] value = memory.get(rows[i]);
        if (value == MemoryReads.UNKNOWN) {
            missed.add(i);
        } else {
            values[i] = value;
        }
    }

    /** Spreads the rows over the readers, neighbours together: what is asked for together often lies together. */
    private CompletionStage<List<byte @Nullable []>> readFromDisk(
            byte[][] rows, byte[][] values, List<Integer> missed) {
        int parts = Math.max(1, Math.min(readers.threads(), missed.size() / ROWS_PER_READER));
        CompletableFuture<?>[] stages = new CompletableFuture<?>[parts];
        for (int part = 0; part < parts; part++) {
            List<Integer> mine = missed.subList(part * missed.size() / parts, (part + 1) * missed.size() / parts);
            stages[part] = readers.submit(() -> {
                        for (int i : mine) {
                            values[i] = db.rocks.get(db.fromAnywhere, rows[i]);
                        }
                        return mine;
                    })
                    .toCompletableFuture();
        }
        CompletableFuture<List<byte @Nullable []>> result = new CompletableFuture<>();
        CompletableFuture.allOf(stages).whenComplete((done, failure) -> {
            if (failure == null) {
                result.complete(list(values));
            } else {
                result.completeExceptionally(StoreException.of(failure));
            }
        });
        return result;
    }

    private static List<byte @Nullable []> list(byte[][] values) {
        return Collections.unmodifiableList(Arrays.asList(values));
    }
}
