package io.sluice.rocksdb;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Hands batches to RocksDB, each group as one atomic write, by the way that costs least for its size. */
final class BatchWriter {
    /**
     * Above this, rows cross into native code one by one: the calls no longer weigh beside the copying, and the heap
     * is spared an array as long as the batch.
     */
    static final long ENCODED_BYTES = 1L << 20;

    private final RocksDB rocks;

    BatchWriter(RocksDB rocks) {
        this.rocks = rocks;
    }

    /**
     * @param mark in the same write, when the rows are the journal's; null when they are in RocksDB's log
     */
    void write(WriteOptions how, List<WriteBatch> batches, @Nullable JournalMark mark) throws RocksDBException {
        long ops = 0;
        long bytes = 0;
        for (WriteBatch batch : batches) {
            ops += batch.size();
            bytes += batch.bytes();
        }
        if (ops == 1 && mark == null) {
            single(how, batches);
        } else if (bytes <= ENCODED_BYTES) {
            try (org.rocksdb.WriteBatch rows = new org.rocksdb.WriteBatch(BatchEncoder.encode(batches))) {
                write(how, rows, mark);
            }
        } else {
            try (org.rocksdb.WriteBatch rows = new org.rocksdb.WriteBatch(Math.toIntExact(bytes))) {
                addRowByRow(batches, rows);
                write(how, rows, mark);
            }
        }
    }

    private void write(WriteOptions how, org.rocksdb.WriteBatch rows, @Nullable JournalMark mark)
            throws RocksDBException {
        if (mark != null) {
            mark.put(rows);
        }
        rocks.write(how, rows);
    }

    private void single(WriteOptions how, List<WriteBatch> batches) throws RocksDBException {
        for (WriteBatch batch : batches) {
            batch.forEach(row -> {
                if (row.kind() == Kind.PUT) {
                    rocks.put(how, RowKeys.row(row.slot(), row.key()), Objects.requireNonNull(row.value()));
                } else if (row.kind() == Kind.DELETE) {
                    rocks.delete(how, RowKeys.row(row.slot(), row.key()));
                }
            });
        }
    }

    private static void addRowByRow(List<WriteBatch> batches, org.rocksdb.WriteBatch rows) throws RocksDBException {
        for (WriteBatch batch : batches) {
            batch.forEach(row -> {
                if (row.kind() == Kind.PUT) {
                    rows.put(RowKeys.row(row.slot(), row.key()), Objects.requireNonNull(row.value()));
                } else if (row.kind() == Kind.DELETE) {
                    rows.delete(RowKeys.row(row.slot(), row.key()));
                }
            });
        }
    }
}
