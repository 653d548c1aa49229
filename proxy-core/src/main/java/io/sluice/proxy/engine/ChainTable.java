package io.sluice.proxy.engine;

import org.jspecify.annotations.Nullable;

/**
 * Where the chains of the written headers of all slots begin, side by side; {@link WrittenHeaders} says who may do what there.
 *
 * <p>Every write puts a new row into a chain, so the garbage collector has to look at whatever holds the first rows: at one array of a
 * thousand pieces here, where sixteen thousand small ones all over the old generation were most of what it had to look at (docs/adr/0018).
 * And the way to a row begins with the slot's number alone.
 */
final class ChainTable {
    /** Of a slot; a power of two. With all slots written alike, two rows a chain gather for an embedded store at most, while as many are brought there. */
    static final int PLACES = 8;

    final @Nullable WrittenRow[] first;

    ChainTable(int slots) {
        this.first = new WrittenRow[slots * PLACES];
    }

    static int from(int slot) {
        return slot * PLACES;
    }

    /** The row that the chain of this name begins with, unless the slot has chains of its own. Any thread. */
    @Nullable
    WrittenRow first(RowId id) {
        return first[from(id.slot()) + place(id.hashCode(), PLACES)];
    }

    /** The place of a name among so many, which are a power of two. */
    static int place(int hash, int places) {
        return (hash ^ hash >>> 16) & places - 1;
    }
}
