package io.sluice.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The journal of stores that were last written before it stood in files of its own (docs/adr/0016): a column family, one row
 * per batch. It is brought to the rows by the next start, and is no more then.
 */
final class FormerJournal {
    static final byte[] COLUMN_FAMILY = "journal".getBytes(StandardCharsets.US_ASCII);

    private FormerJournal() {}

    static boolean isAmong(List<byte[]> families) {
        return families.stream().anyMatch(name -> Arrays.equals(name, COLUMN_FAMILY));
    }

    /** Its handle; null in a store that has none. */
    static @Nullable ColumnFamilyHandle of(List<ColumnFamilyHandle> families) {
        return families.size() > 1 ? families.get(1) : null;
    }

    /** Shows the batches in order. */
    static void forEach(RocksDB rocks, ColumnFamilyHandle family, JournalReader.Visitor visitor)
            throws RocksDBException {
        try (ReadOptions options = new ReadOptions();
                RocksIterator batches = rocks.newIterator(family, options)) {
            for (batches.seekToFirst(); batches.isValid(); batches.next()) {
                visitor.visit(EncodedBatch.alone(batches.value()));
            }
            batches.status();
        }
    }
}
