package io.sluice.proxy.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The written headers of a slot, by name: chains of {@link WrittenRow} in an array.
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
 * ({@link #firstOfChain}, {@link #hasNoHeader}) sees for the same reason every row that was added before what made it look, unless that has left.
 *
 * <p>Of a key there is one row that has not left. Before a newer one takes its place the older one is made to leave,
 * which waits for whoever moves that to the cache: so the older value is in the cache before the newer one can be.
 */
sealed class WrittenHeaders permits SlotMemory {
    private static final VarHandle FIRST = MethodHandles.arrayElementVarHandle(WrittenRow[].class);

    private static final int FEW = 4;
    private static final int LONG_CHAIN = 4;
    private static final int MOST_CHAINS = 1 << 24;

    /** Nothing is put into it. */
    private static final @Nullable WrittenRow[] NONE = new WrittenRow[1];

    /** As many as a power of two. Volatile for {@link #clearHeaders}: who finds rows gone sees all that came before. */
    private volatile @Nullable WrittenRow[] chains = NONE;

    /** The row of this name that has not left. In the lane. */
    @Nullable
    WrittenRow header(RowId id) {
        @Nullable WrittenRow[] all = chains;
        int at = at(id.hashCode(), all);
        WrittenRow before = null;
        WrittenRow row = all[at];
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
        if (chains == NONE || isLong(chains[at(row.hashCode(), chains)])) {
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
            WrittenRow next = row.next;
            while (next != null && next.hasLeft()) {
                next = next.next;
            }
            FIRST.compareAndSet(all, at, row, next); // else it is not the first any more, and waits for the lane
        }
    }

    private static boolean isLong(@Nullable WrittenRow first) {
        int length = 0;
        for (WrittenRow row = first; row != null; row = row.next) {
            length++;
        }
        return length >= LONG_CHAIN;
    }

    /** Those that have left are not taken along, and keep their way to the others, which somebody may be on. */
    private void grow() {
        @Nullable WrittenRow[] old = chains;
        if (old.length >= MOST_CHAINS) {
            return;
        }
        @Nullable WrittenRow[] all = new WrittenRow[old == NONE ? FEW : 2 * old.length];
        for (WrittenRow first : old) {
            WrittenRow row = first;
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
    }

    private static int at(int hash, @Nullable WrittenRow[] all) {
        return (hash ^ hash >>> 16) & all.length - 1;
    }

    /** Hands over all that have not left; in the lane. */
    void forEachHeader(Consumer<WrittenRow> action) {
        for (WrittenRow first : chains) {
            for (WrittenRow row = first; row != null; row = row.next) {
                if (!row.hasLeft()) {
                    action.accept(row);
                }
            }
        }
    }

    /** All leave, to nowhere. Not always in the lane; but nobody adds meanwhile. */
    void clearHeaders() {
        forEachHeader(WrittenRow::giveWay);
        chains = NONE;
    }

    /** Whether there is none. Any thread. */
    boolean hasNoHeader() {
        for (WrittenRow first : chains) {
            for (WrittenRow row = first; row != null; row = row.next) {
                if (!row.hasLeft()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** How many chains there are: for tests. */
    int chains() {
        return chains.length;
    }

    // ---- the steps to a row, for those who take them for many together; any thread ----

    /** The first row of the chain of a name: most have no other. */
    @Nullable
    WrittenRow firstOfChain(RowId id) {
        @Nullable WrittenRow[] all = chains;
        return all[at(id.hashCode(), all)];
    }

    /** As {@link #header}, but may miss what is added meanwhile. */
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
