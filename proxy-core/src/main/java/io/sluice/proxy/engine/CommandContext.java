package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.kv.Row;
import io.sluice.kv.SlotKey;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a handler sees of the data: headers by key, and the rows below them, as they are now.
 *
 * <p>Handlers are plain synchronous code. A read that memory cannot answer unwinds the handler, and the engine runs it
 * again from the top when the store has answered; so a handler must have no effect but through this interface, and must
 * not catch what it did not throw. Every run reads current values. Changes are seen by the reads that follow in the same
 * run, and take effect together when the handler returns; when it throws {@link CommandException} none does.
 *
 * <p>Keys that a handler names must lie in the slots that the command was routed by, unless its row of the command table says
 * that it reaches further: then naming a key of another slot unwinds the handler too, and it is run again when the command
 * holds that slot. {@link #prefetch} asks for all slots of its keys at once. Not thread-safe: an object lives for
 * one command, on the thread that holds its lanes.
 */
public interface CommandContext {

    /** The command's clock in milliseconds since the epoch; the same during one run, never below the slot's last. */
    long nowMs();

    /** The number of the database that the connection has selected. */
    int db();

    // ---- headers ----

    /** The header of the key in the selected database; null when there is none or it is expired. */
    default @Nullable Header header(Key key) {
        return header(db(), key);
    }

    @Nullable
    Header header(int db, Key key);

    /**
     * Declares that the headers of all these keys will be read, so that a cold store is asked once, and a command that may
     * reach further begins anew once.
     */
    void prefetch(List<Key> keys);

    /** Writes the header and keeps the expiry index right. What the key held before must have been read in this run. */
    default void put(Key key, Header header) {
        put(db(), key, header);
    }

    void put(int db, Key key, Header header);

    /**
     * Replaces whatever the key holds, without needing to have read it: what it held is given to reclamation. Costs no
     * read unless the key may hold a large collection.
     */
    void overwrite(Key key, Header header);

    /** Deletes the key with all below it; large values are given to reclamation. False when there was none. */
    default boolean remove(Key key) {
        return remove(db(), key);
    }

    boolean remove(int db, Key key);

    /**
     * Moves the header, with all below it, to another name of the same slot or to another database, in O(1). What the
     * destination held is removed first. The source must exist, and the two must differ.
     */
    void rename(int fromDb, Key from, int toDb, Key to);

    /**
     * Says that what the key holds has changed, though its header stays as it is: rows below it were changed. Who watches
     * the key must learn of it. {@link #put}, {@link #overwrite}, {@link #remove} and {@link #rename} imply it for the keys
     * they name.
     */
    default void modified(Key key) {
        modified(db(), key);
    }

    void modified(int db, Key key);

    // ---- rows below a header, named by the header's id ----

    byte @Nullable [] row(int slot, byte[] rowKey);

    /** Declares that these rows, of whatever slots, will be read, so that a cold store is asked once. */
    void prefetchRows(List<SlotKey> rows);

    /** The values in the order of the keys, null where there is no row; a cold store is asked once. */
    List<byte @Nullable []> rows(int slot, List<byte[]> rowKeys);

    /**
     * The rows of {@code [from, to)} in order, at most {@code limit}. The whole need is declared at once: the engine pages
     * it and reruns once; or a few times, when it is so much that the budget of loads must be asked in between.
     */
    List<Row> range(int slot, byte[] from, byte[] to, boolean reverse, int limit, boolean keysOnly);

    /** The row at this index of {@code [from, to)}, null when there are fewer; for ranges of few rows. */
    @Nullable
    Row rowAt(int slot, byte[] from, byte[] to, int index, boolean keysOnly);

    /** Declares that all rows of these ranges will be read forward, so that a cold store is asked once. */
    void prefetchRanges(int slot, List<KeyRange> ranges);

    void putRow(int slot, byte[] rowKey, byte[] value);

    void deleteRow(int slot, byte[] rowKey);

    /**
     * An id that no collection of the slot ever had or will have. Every run of the command is given the same ones, so that a
     * rerun asks for the rows that the runs before have loaded.
     */
    long newId(int slot);

    /**
     * How many bytes more this run may write before its changes are too large to be committed at once, names of rows and what
     * the store adds to each included. For who writes more than was asked of it; others just write.
     */
    long spareBytes();

    /** The same of rows. */
    long spareRows();

    // ---- around the data ----

    /**
     * Says that so many bytes are about to be made in memory which stand in no row: values put together, zeroes filled in.
     *
     * @throws CommandException if those of the whole run are more than {@link EngineSettings#loadBudgetBytes}
     */
    void hold(long bytes);

    /** The settings as they are during this run. */
    EngineSettings settings();

    /** The key of a name that the command has read, not of one of its arguments. */
    Key key(byte[] name);

    /** The hash that orders elements of large collections. */
    int elementHash(byte[] element);

    /**
     * Random numbers. Every run of the command is given the same ones, so that a rerun asks for the rows that the runs
     * before have loaded.
     */
    RandomGenerator random();

    /** Counts a lookup for INFO's keyspace_hits and keyspace_misses. Dropped with the attempt. */
    void countLookup(boolean hit);
}
