package io.sluice.rocksdb;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import java.util.List;
import java.util.Objects;
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

    void write(WriteOptions how, List<WriteBatch> batches) throws RocksDBException {
        long ops = 0;
        long bytes = 0;
        for (WriteBatch batch : batches) {
            ops += batch.size();
            bytes += batch.bytes();
        }
        if (ops == 1) {
            single(how, batches);
        } else if (bytes <= ENCODED_BYTES) {
            encoded(how, batches);
        } else {
            rowByRow(how, batches, bytes);
        }
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

    private void encoded(WriteOptions how, List<WriteBatch> batches) throws RocksDBException {
        try (org.rocksdb.WriteBatch nativeBatch = new org.rocksdb.WriteBatch(BatchEncoder.encode(batches))) {
            rocks.write(how, nativeBatch);
        }
    }

    private void rowByRow(WriteOptions how, List<WriteBatch> batches, long bytes) throws RocksDBException {
        try (org.rocksdb.WriteBatch nativeBatch = new org.rocksdb.WriteBatch(Math.toIntExact(bytes))) {
            for (WriteBatch batch : batches) {
                batch.forEach(row -> {
                    if (row.kind() == Kind.PUT) {
                        nativeBatch.put(RowKeys.row(row.slot(), row.key()), Objects.requireNonNull(row.value()));
                    } else if (row.kind() == Kind.DELETE) {
                        nativeBatch.delete(RowKeys.row(row.slot(), row.key()));
                    }
                });
            }
            rocks.write(how, nativeBatch);
        }
    }
}
