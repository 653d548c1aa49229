package io.sluice.rocksdb;

import org.jspecify.annotations.Nullable;
import org.rocksdb.Holder;
import org.rocksdb.RocksDBException;

/**
 * Gets of rows as far as RocksDB's memory answers them: its memtables and its block cache. Any thread; never waits for the disk.
 *
 * <h2>Two ways to ask</h2>
 *
 * A get that would need the disk ends in an exception, {@code Incomplete}, which costs more than the get does: it is thrown in
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
 *
 * <h2>And not at all</h2>
 *
 * Where most gets need the disk, the search in memory is done twice for most rows, and the first time by the event loop, which all clients
 * wait for. Then only one in some is asked for here, to see whether that is still so; the others go to the disk's readers at once, which find in memory as well what
 * is there. Not where many wait for these already, as for a disk that is slow: what memory has is not to wait for that.
 */
final class MemoryReads {
    /** What {@link #get} answers, itself and no copy, when the disk has to be asked. */
    static final byte[] UNKNOWN = {};

    /** For so many rows that memory has, or knows to be absent, no more than one exception. */
    private static final int ROWS_FOR_A_MISS = 32;

    /** Of the shares of rows: a row counts for a part of 2 to this. */
    private static final int SHIFT = 5;

    private static final int ALL = 1024 << SHIFT;

    /** Above this share of rows that need the disk the others are not looked for here. */
    private static final int MOST = ALL * 3 / 4;

    /** Then one in so many is. */
    private static final int ONE_IN = 8;

    /** Behind more than these a row that memory has would wait for too long. */
    private static final int FEW_WAITING = 16;

    private final Database db;
    private final Readers readers;

    // What threads do to these at once may be lost: then a row is asked for in the way that suits it less.

    /** How many more rows are to be asked for without an exception. */
    private int cautious;
    /** The share of rows that needed the disk lately, of {@link #ALL}. */
    private int missing;
    /** Counts the rows that might be passed on. */
    private int passed;

    MemoryReads(Database db, Readers readers) {
        this.db = db;
        this.readers = readers;
    }

    /**
     * The row's value, null when there is no such row, or {@link #UNKNOWN}.
     *
     * @throws RocksDBException of a get; never {@code Incomplete}
     */
    byte @Nullable [] get(byte[] row) throws RocksDBException {
        if (missing > MOST && ++passed % ONE_IN != 0 && readers.waiting() < FEW_WAITING) {
            return UNKNOWN;
        }
        if (cautious > 0) {
            cautious--;
            Holder<byte[]> value = new Holder<>();
            if (db.rocks.keyMayExist(db.fromMemory, row, value)) {
                byte[] found = value.getValue();
                if (found == null || found.length == 0) {
                    return unknown();
                }
                return known(found);
            }
        }
        try {
            return known(db.rocks.get(db.fromMemory, row));
        } catch (RocksDBException e) {
            if (!Failures.isIncomplete(e)) {
                throw e;
            }
            return unknown();
        }
    }

    private byte @Nullable [] known(byte @Nullable [] value) {
        missing -= missing >> SHIFT;
        return value;
    }

    private byte[] unknown() {
        cautious = ROWS_FOR_A_MISS;
        missing += (ALL - missing) >> SHIFT;
        return UNKNOWN;
    }
}
