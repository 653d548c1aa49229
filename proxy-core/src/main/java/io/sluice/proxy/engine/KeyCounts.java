package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a slot's generations since it was last read. Replaced whole when it is read anew, so that who still holds
 * an old one changes nothing of the new.
 *
 * <p>A slot mostly has keys of one database, and a server asks for sixteen: so it also tells how many generations may have any, and
 * whoever goes through all databases is through when so many are found. A generation that no database has any more
 * is {@link #retire retired}, or each flush would leave a count behind in every slot.
 *
 * <p>Only the lane's holder changes anything; any thread may ask {@link #knownEmpty}.
 */
final class KeyCounts {
    /** How many generations may have keys, where nobody knows. */
    static final int ANY = Integer.MAX_VALUE;

    private static final KeyCount[] NONE = {};

    /** Ascending by generation; replaced when one comes or goes. */
    private volatile KeyCount[] counts = NONE;
    /** Whether all that had keys when the slot was read are among the counts, so that any other starts from nothing. */
    private final boolean knowsAll;
    /** The first generation that this owner drew or may draw. */
    private final int firstDrawnHere;
    /** The count that was asked for last: nearly always the next one, too. Null as long as there is none. */
    private volatile @Nullable KeyCount last;

    private KeyCounts(boolean knowsAll, int firstDrawnHere) {
        this.knowsAll = knowsAll;
        this.firstDrawnHere = firstDrawnHere;
    }

    /** Of a slot that was not read yet: nothing is known. */
    static KeyCounts unknown() {
        return new KeyCounts(false, -1);
    }

    /** @param occupied the generations that had keys when the slot was read; null when it is not known */
    static KeyCounts of(@Nullable Set<Integer> occupied, Databases databases) {
        KeyCounts counts = new KeyCounts(occupied != null, databases.nextGeneration());
        if (occupied != null) {
            counts.counts = occupied.stream()
                    .filter(databases::isInUse)
                    .sorted()
                    .map(generation -> new KeyCount(generation, false))
                    .toArray(KeyCount[]::new);
        }
        return counts;
    }

    /** In the lane. */
    KeyCount of(int generation) {
        KeyCount count = last;
        if (count == null || count.generation != generation) {
            KeyCount[] all = counts;
            int at = find(all, generation);
            count = at < 0 ? add(all, -1 - at, generation) : all[at];
            last = count;
        }
        return count;
    }

    private KeyCount add(KeyCount[] all, int at, int generation) {
        KeyCount count = new KeyCount(generation, beginsEmpty(generation));
        KeyCount[] more = Arrays.copyOf(all, all.length + 1);
        more[at] = count;
        System.arraycopy(all, at, more, at + 1, all.length - at);
        counts = more;
        return count;
    }

    /** Forgets the count of a generation that is no database's any more; in the lane. */
    void retire(int generation) {
        KeyCount[] all = counts;
        int at = find(all, generation);
        if (at < 0) {
            return;
        }
        last = null;
        KeyCount[] fewer = Arrays.copyOf(all, all.length - 1);
        System.arraycopy(all, at + 1, fewer, at, fewer.length - at);
        counts = fewer;
    }

    /** At most so many generations have keys, all of them of databases; {@link #ANY} when it is not known. In the lane. */
    int maybeOccupied() {
        if (!knowsAll) {
            return ANY;
        }
        int maybe = 0;
        for (KeyCount count : counts) {
            maybe += count.knownEmpty() ? 0 : 1;
        }
        return maybe;
    }

    /** How many counts are kept: for tests. */
    int size() {
        return counts.length;
    }

    /**
     * Whether a generation has no key, as far as is known. Makes no count for one that has none yet. Means nothing for one
     * that is no database's any more.
     */
    boolean knownEmpty(int generation) {
        KeyCount count = last;
        if (count == null || count.generation != generation) {
            KeyCount[] all = counts;
            int at = find(all, generation);
            count = at < 0 ? null : all[at];
        }
        return count == null ? beginsEmpty(generation) : count.knownEmpty();
    }

    /** The place of a generation's count, or, less than nothing, -1 minus the place where it belongs. */
    private static int find(KeyCount[] all, int generation) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int there = all[middle].generation;
            if (there == generation) {
                return middle;
            }
            if (there < generation) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /** Those without a key when the slot was read do, and those that this owner drew. */
    private boolean beginsEmpty(int generation) {
        return knowsAll || Integer.compareUnsigned(generation, firstDrawnHere) >= 0;
    }
}
