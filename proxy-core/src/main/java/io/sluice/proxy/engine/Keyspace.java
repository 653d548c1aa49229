package io.sluice.proxy.engine;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What commands over many slots see: KEYS, SCAN, DBSIZE, RANDOMKEY, FLUSHALL, SWAPDB. They run on a worker thread, may
 * block it, and (but for flush and swap) never hold more than one lane.
 */
public interface Keyspace {

    /** The number of slots: 16384. */
    int SLOTS = 16_384;

    /** The database the connection has selected. */
    int db();

    EngineSettings settings();

    /** The slot that a key of this name lies in. */
    int slotOf(byte[] name);

    /** Runs the body in the slot's lane, with all reruns it takes, and waits for it. Keys of other slots are refused. */
    <T> T inSlot(int slot, Function<CommandContext, T> body);

    /** Whether the slot is known to hold no key of the database; false also when it is not known. Cheap. */
    boolean knownEmpty(int slot, int db);

    /** The number of keys, expired ones that are not yet deleted included, as DBSIZE has it. */
    long size(int db);

    /** The numbers of keys of so many databases from the first one on, each as {@link #size(int)} has it. */
    default long[] sizes(int databases) {
        return IntStream.range(0, databases).mapToLong(this::size).toArray();
    }

    /** The number of keys of one slot. */
    long size(int slot, int db);

    /** The numbers of keys of these slots; those that must be asked of the store are asked for several at a time. */
    List<Long> slotSizes(IntStream slots, int db);

    /** How many of the keys have an expiry. Counts index rows of the slots that have any. */
    long expires(int db);

    /**
     * Keys of one slot in the order of their hashes, from {@code fromHash} on (unsigned), expired ones left out. At least
     * {@code limit} keys unless the slot ends first; the hash of the last one is complete.
     */
    KeyPage keys(int slot, int db, int fromHash, int limit);

    /** The first page of each slot that may have keys, in the order of the slots; read several at a time. */
    void firstKeys(int db, int limit, Consumer<SlotPage> each);

    /** A page of a slot. */
    record SlotPage(int slot, KeyPage page) {}

    /**
     * @param keys the keys, live when they were read
     * @param scanned how many rows were looked at, expired ones included
     * @param nextHash where the next page begins; meaningless when {@code end}
     * @param end whether the slot has no more
     */
    record KeyPage(List<Key> keys, int scanned, int nextHash, boolean end) {}

    /** Empties databases in one step where the store is atomic as a whole, else slot by slot. Negative: all. */
    void flush(int db);

    /** Exchanges two databases, for all connections. */
    void swap(int first, int second);
}
