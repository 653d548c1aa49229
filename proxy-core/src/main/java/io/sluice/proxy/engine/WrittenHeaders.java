package io.sluice.proxy.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The written headers of a slot, by name: chains of {@link WrittenRow} in an array. As long as the chains are short their first rows
 * stand in {@link ChainTable}, beside those of the other slots; a slot whose chains are long has an array of its own from then on, until it is dropped.
 *
 * <h2>Why not a map of the library</h2>
 *
 * Every command looks for its key here, and waits for the memory that the way there leads through. A row is its own node, and
 * each step can be taken alone, for many keys at once ({@link LookAhead}): a map's get is one dependent step after the other, of
 * which the processor has two or three under way. And nothing is locked but the row.
 *
 * <h2>Concurrency</h2>
 *
 * Only the lane's holder adds rows, and takes out those that it finds to have left. Any thread lets a row leave, which changes the
 * row alone, in its monitor; and takes it out then if it is the first of its chain ({@link #takeOut}), with those behind it that have left: mostly all that
 * there is, since the older ones leave first. What is not taken out so waits for the lane, and is in nobody's way but the collector's.
 *
 * <p>The lane's holder does not look whether somebody was first: then a row that has left may stand there again, but none that has not is ever passed
 * over. For where a row leads to is changed in the lane alone, and only past rows that have left; and where those lead to, all that was behind them
 * is still found. Others take the first out by compare-and-set, for a row that was added before it would be lost. Who looks without the lane
 * whether there is any row ({@link #hasNoHeader}) finds for the same reason one that was added before what made it look, unless that has left.
 *
 * <p>The slot's places in the table are used again, once it is dropped, where an array is thrown away. They are emptied when all rows stand in the slot's
 * own array and that can be seen: who finds them empty, and the slot still in the table afterwards, has missed nothing. And who was about to take a row out
 * finds it there no more, or with none behind it but those that have left.
 *
 * <p>Of a key there is one row that has not left. Before a newer one takes its place the older one is made to leave,
 * which waits for whoever moves that to the cache: so the older value is in the cache before the newer one can be.
 */
sealed class WrittenHeaders permits SlotMemory {
    private static final VarHandle FIRST = MethodHandles.arrayElementVarHandle(WrittenRow[].class);

    /** How long chains in the table may be: an array is one more wait for memory with each look. */
    private static final int LONG_IN_TABLE = 8;

    private static final int LONG_CHAIN = 4;
    private static final int FEW_OF_ITS_OWN = 4 * ChainTable.PLACES;
    private static final int MOST_CHAINS = 1 << 24;

    private final @Nullable WrittenRow[] table;
    /** The slot's first place in the table. */
    private final int from;

    /** The table, or an array of the slot's own, as long as a power of two. */
    private volatile @Nullable WrittenRow[] chains;

    WrittenHeaders(ChainTable table, int slot) {
        this.table = table.first;
        this.from = ChainTable.from(slot);
        this.chains = table.first;
    }

    /** The row of this name that has not left. In the lane. */
    @Nullable
    WrittenRow header(RowId id) {
        @Nullable WrittenRow[] all = chains;
        int at = at(id.hashCode(), all);
        WrittenRow before = null;
        WrittenRow row = first(all, at);
        while (row != null) {
            WrittenRow next = row.next;
            if (row.hasLeft()) {
                if (before == null) {
                    all[at] = next;
                } else {
                    before.next = next;
                }
            } else if (row.hashCode() == id.hashCode() && row.equals(id)) {
                return row;
            } else {
                before = row;
            }
            row = next;
        }
        return null;
    }

    /** In the lane. */
    void addHeader(WrittenRow row) {
        WrittenRow replaced = header(row);
        if (replaced != null) {
            replaced.giveWay();
        }
        if (isLong(row)) {
            grow();
        }
        @Nullable WrittenRow[] all = chains;
        int at = at(row.hashCode(), all);
        row.next = all[at];
        all[at] = row;
    }

    /** Takes a row out that has left, if it is the first of its chain. Any thread. */
    void takeOut(WrittenRow row) {
        @Nullable WrittenRow[] all = chains;
        int at = at(row.hashCode(), all);
        if (all[at] == row && row.hasLeft()) {
            // If it is not the first any more, it waits for the lane.
            FIRST.compareAndSet(all, at, row, firstThatStays(row.next));
        }
    }

    /** The first from a row on that has not left. */
    private static @Nullable WrittenRow firstThatStays(@Nullable WrittenRow from) {
        WrittenRow row = from;
        while (row != null && row.hasLeft()) {
            row = row.next;
        }
        return row;
    }

    /** Whether the chain that this row is to stand in is. */
    private boolean isLong(WrittenRow added) {
        @Nullable WrittenRow[] all = chains;
        int length = 0;
        for (WrittenRow row = all[at(added.hashCode(), all)]; row != null; row = row.next) {
            length++;
        }
        return length >= (all == table ? LONG_IN_TABLE : LONG_CHAIN);
    }

    /** Those that have left are not taken along, and keep their way to the others, which somebody may be on. */
    private void grow() {
        @Nullable WrittenRow[] old = chains;
        if (old.length >= MOST_CHAINS) {
            return;
        }
        @Nullable WrittenRow[] all = new WrittenRow[old == table ? FEW_OF_ITS_OWN : 2 * old.length];
        for (int i = start(old); i < end(old); i++) {
            WrittenRow row = old[i];
            while (row != null) {
                WrittenRow next = row.next;
                if (!row.hasLeft()) {
                    int at = at(row.hashCode(), all);
                    row.next = all[at];
                    all[at] = row;
                }
                row = next;
            }
        }
        chains = all;
        if (old == table) {
            emptyPlaces();
        }
    }

    /** The slot's in the table. Whoever finds one empty sees all that came before. */
    private void emptyPlaces() {
        for (int i = start(table); i < end(table); i++) {
            FIRST.setVolatile(table, i, null);
        }
    }

    private int at(int hash, @Nullable WrittenRow[] all) {
        return all == table ? from + ChainTable.place(hash, ChainTable.PLACES) : ChainTable.place(hash, all.length);
    }

    private int start(@Nullable WrittenRow[] all) {
        return all == table ? from : 0;
    }

    private int end(@Nullable WrittenRow[] all) {
        return all == table ? from + ChainTable.PLACES : all.length;
    }

    private static @Nullable WrittenRow first(@Nullable WrittenRow[] all, int at) {
        return (WrittenRow) FIRST.getAcquire(all, at);
    }

    /** Hands over all that have not left; in the lane. */
    void forEachHeader(Consumer<WrittenRow> action) {
        @Nullable WrittenRow[] all = chains;
        for (int i = start(all); i < end(all); i++) {
            for (WrittenRow row = first(all, i); row != null; row = row.next) {
                if (!row.hasLeft()) {
                    action.accept(row);
                }
            }
        }
    }

    /** All leave, to nowhere. Not always in the lane; but nobody adds meanwhile. */
    void clearHeaders() {
        forEachHeader(WrittenRow::giveWay);
        chains = table;
        emptyPlaces();
    }

    /** Whether there is none. Any thread. */
    boolean hasNoHeader() {
        @Nullable WrittenRow[] all;
        do {
            all = chains;
            for (int i = start(all); i < end(all); i++) {
                if (firstThatStays(first(all, i)) != null) {
                    return false;
                }
            }
        } while (all != chains);
        return true;
    }

    /** How many chains there are, more than {@link ChainTable#PLACES} when the slot has an array of its own: for tests. */
    int chains() {
        return end(chains) - start(chains);
    }

    // ---- the steps to a row, for those who take them for many together; any thread ----

    /** The first row of the chain of a name: most have no other. May be that of where rows stood until now. */
    @Nullable
    WrittenRow firstOfChain(RowId id) {
        @Nullable WrittenRow[] all = chains;
        return first(all, at(id.hashCode(), all));
    }

    /** As {@link #header}, but may miss what is added meanwhile, or moves. */
    @Nullable
    WrittenRow peekHeader(RowId id) {
        return find(firstOfChain(id), id);
    }

    /** The row of this name from the first of its chain on; see {@link #peekHeader}. */
    static @Nullable WrittenRow find(@Nullable WrittenRow first, RowId id) {
        WrittenRow row = first;
        while (row != null && (row.hasLeft() || row.hashCode() != id.hashCode() || !row.equals(id))) {
            row = row.next;
        }
        return row;
    }
}
