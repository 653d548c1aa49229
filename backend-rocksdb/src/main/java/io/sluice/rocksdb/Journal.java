package io.sluice.rocksdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * The batches that are durable and not yet in the rows: a column family of the database, one row per batch, its key the
 * batch's number and its value the batch as {@link BatchEncoder} writes it.
 *
 * <p>A row is inserted into a memtable in one to three microseconds, nearly all of it waiting for memory, since the rows
 * of a batch lie all over the key space. Here a batch of hundreds of rows is one insert, at the end of a memtable that holds
 * little else: what a commit costs is copying it. The rows follow on another thread ({@link Applier}), where the batches
 * of some time are one, sorted, and only the last value of a row is left.
 *
 * <p>Because the journal lives in the same database, it is in the same log: what is forced to the disk, what a checkpoint
 * copies and what is found after a crash holds journal and rows as they were at one moment. So all that opening has to do
 * is to write what is left of the journal into the rows. Both are absolute values: it does no harm where that was begun.
 */
final class Journal {
    static final byte[] COLUMN_FAMILY = "journal".getBytes(StandardCharsets.US_ASCII);

    /** Where its column family stands in the list of them. */
    static final int FAMILY = 1;

    private final RocksDB rocks;
    private final ColumnFamilyHandle family;
    private long next;
    /** All batches below this number are removed, or will be by writes that were made. Of who calls {@link #removeUpTo}. */
    private long removed;

    /** @param family empty: see {@link #recover} */
    Journal(RocksDB rocks, ColumnFamilyHandle family) {
        this.rocks = rocks;
        this.family = family;
    }

    /** Writes what is in the journal of a database that is being opened into the rows, and removes it. */
    static void recover(RocksDB rocks, ColumnFamilyHandle family) throws RocksDBException {
        try (WriteOptions how = new WriteOptions()) {
            long[] last = {-1};
            forEach(rocks, family, (number, batch) -> {
                try (org.rocksdb.WriteBatch rows = new org.rocksdb.WriteBatch(batch)) {
                    rocks.write(how, rows);
                }
                last[0] = number;
            });
            if (last[0] >= 0) {
                rocks.deleteRange(family, how, key(0), key(last[0] + 1));
            }
        }
    }

    /** What is done with a batch of the journal. */
    interface Visitor {
        void visit(long number, byte[] batch) throws RocksDBException;
    }

    /** Shows the batches in order. */
    static void forEach(RocksDB rocks, ColumnFamilyHandle family, Visitor visitor) throws RocksDBException {
        try (ReadOptions options = new ReadOptions();
                RocksIterator batches = rocks.newIterator(family, options)) {
            for (batches.seekToFirst(); batches.isValid(); batches.next()) {
                visitor.visit(ByteBuffer.wrap(batches.key()).getLong(), batches.value());
            }
            batches.status();
        }
    }

    /**
     * Appends a batch and returns its number. Not thread-safe.
     *
     * @throws RocksDBException if it could not be written; {@code how} says whether Incomplete is an answer
     */
    long append(WriteOptions how, EncodedBatch batch) throws RocksDBException {
        rocks.put(family, how, key(next), 0, Long.BYTES, batch.bytes(), batch.from(), batch.length());
        return next++;
    }

    /**
     * Adds the removal of all batches up to this one to a write, after which nothing is removed if that write fails. One thread.
     *
     * <p>Each removal begins where the one before it ended. If all began at the first number, they would overlap, and RocksDB
     * would keep for each the numbers of all that come after it when it writes the memtable out, and when it reads the log of
     * a store that is opened: with 10,000 of them, a few hours of few writes, that was 7 GiB of memory and more than a minute.
     */
    void removeUpTo(long number, org.rocksdb.WriteBatch write) throws RocksDBException {
        write.deleteRange(family, key(removed), key(number + 1));
        removed = number + 1;
    }

    /** Begins to write what is in memory, if anything, to a file, so that the log is not needed for it. Any thread. */
    void flush() throws RocksDBException {
        try (FlushOptions how = new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
            rocks.flush(how, family);
        }
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
