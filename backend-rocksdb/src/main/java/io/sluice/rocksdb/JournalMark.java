package io.sluice.rocksdb;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * How far the rows have come: all batches of the journal up to a number are in them. It stands among the rows, before those of
 * the first slot, and changes in the same write as the last of a group's rows.
 *
 * @param incarnation of the journal that the number is of
 */
record JournalMark(long incarnation, long applied) {
    /** Shorter than the key of any slot's row. */
    private static final byte[] KEY = {0};

    /** Null in a store that has had no journal of this kind yet. */
    static @Nullable JournalMark read(RocksDB rocks) throws RocksDBException {
        return of(rocks.get(KEY));
    }

    /** As reads of that kind find it. */
    static @Nullable JournalMark read(RocksDB rocks, ReadOptions from) throws RocksDBException {
        return of(rocks.get(from, KEY));
    }

    private static @Nullable JournalMark of(byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        ByteBuffer fields = ByteBuffer.wrap(value);
        return new JournalMark(fields.getLong(), fields.getLong());
    }

    void put(org.rocksdb.WriteBatch write) throws RocksDBException {
        write.put(KEY, encode());
    }

    void write(RocksDB rocks, WriteOptions how) throws RocksDBException {
        rocks.put(how, KEY, encode());
    }

    byte[] encode() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(incarnation)
                .putLong(applied)
                .array();
    }
}
