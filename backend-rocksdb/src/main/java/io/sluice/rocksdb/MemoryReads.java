package io.sluice.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.Holder;
import org.rocksdb.RocksDBException;

/**
 * Gets of rows as far as RocksDB's memory answers them: its memtables and its block cache. Any thread; never waits for the disk.
 *
 * <h2>Two ways to ask</h2>
 *
 * A get that would need the disk ends in an exception, {@code Incomplete}, which costs several times what the get does: it is thrown in
 * C++ and in Java, with its stack trace. Where data is larger than the caches that is most gets. {@code keyMayExist} tells the same without one, but is not to
 * be believed in all it says:
 *
 * <ul>
 *   <li>what it calls absent may be an error. An error taken for an absent row would be one that a write destroys;
 *   <li>it may call a row found, with an empty value, when it is the index's block that is on the disk.
 * </ul>
 *
 * So a value with bytes is what is there; "absent" is asked for again by a get, which knows absent rows and errors apart; and of
 * everything else it is for the disk to say. It costs a copy of the value more than a get, and twice the search for absent rows: it is asked first only while gets lately
 * have needed the disk.
 */
final class MemoryReads {
    /** What {@link #get} answers, itself and no copy, when the disk has to be asked. */
    static final byte[] UNKNOWN = {};

    /** For so many rows that memory has, or knows to be absent, no more than one exception. */
    private static final int ROWS_FOR_A_MISS = 32;

    private final Database db;

    /** How many more rows it is to be asked like this for. What threads do to it at once may be lost: then one asks the other way sooner or later. */
    private int cautious;

    MemoryReads(Database db) {
        this.db = db;
    }

    /**
     * The row's value, null when there is no such row, or {@link #UNKNOWN}.
     *
     * @throws RocksDBException of a get; never {@code Incomplete}
     */
    byte @Nullable [] get(byte[] row) throws RocksDBException {
        int left = cautious;
        if (left > 0) {
            Holder<byte[]> value = new Holder<>();
            if (db.rocks.keyMayExist(db.fromMemory, row, value)) {
                byte[] found = value.getValue();
                if (found == null || found.length == 0) {
                    return unknown();
                }
                cautious = left - 1;
                return found;
            }
            cautious = left - 1;
        }
        try {
            return db.rocks.get(db.fromMemory, row);
        } catch (RocksDBException e) {
            if (!Failures.isIncomplete(e)) {
                throw e;
            }
            return unknown();
        }
    }

    private byte[] unknown() {
        cautious = ROWS_FOR_A_MISS;
        return UNKNOWN;
    }
}
