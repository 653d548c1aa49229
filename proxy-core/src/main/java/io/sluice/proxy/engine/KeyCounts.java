package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a slot's generations since it was last read. Replaced whole when it is read anew, so that who still holds
 * an old one changes nothing of the new. Any thread may ask; only the lane's holder changes a count.
 */
final class KeyCounts {
    private final Map<Integer, KeyCount> counts = new ConcurrentHashMap<>();
    /** The generations that had keys when the slot was read; all others start from nothing. Null when it is not known. */
    private final @Nullable Set<Integer> occupiedAtLoad;
    /** The first generation that this owner drew or may draw. */
    private final int firstDrawnHere;
    /** The count that was asked for last: nearly always the next one, too. Null as long as there is none. */
    private volatile @Nullable KeyCount last;

    private KeyCounts(@Nullable Set<Integer> occupiedAtLoad, int firstDrawnHere) {
        this.occupiedAtLoad = occupiedAtLoad;
        this.firstDrawnHere = firstDrawnHere;
    }

    /** Of a slot that was not read yet: nothing is known. */
    static KeyCounts unknown() {
        return new KeyCounts(null, -1);
    }

    static KeyCounts of(@Nullable Set<Integer> occupiedAtLoad, Databases databases) {
        return new KeyCounts(occupiedAtLoad, databases.nextGeneration());
    }

    KeyCount of(int generation) {
        KeyCount count = last;
        if (count == null || count.generation != generation) {
            count = counts.computeIfAbsent(generation, g -> new KeyCount(g, beginsEmpty(g)));
            last = count;
        }
        return count;
    }

    /** Whether a generation has no key, as far as is known. Makes no count for one that has none yet. */
    boolean knownEmpty(int generation) {
        KeyCount count = last;
        if (count != null && count.generation != generation) {
            count = counts.get(generation);
        }
        return count == null ? beginsEmpty(generation) : count.knownEmpty();
    }

    /** Those without a key when the slot was read do, and those that this owner drew. */
    private boolean beginsEmpty(int generation) {
        return (occupiedAtLoad != null && !occupiedAtLoad.contains(generation))
                || Integer.compareUnsigned(generation, firstDrawnHere) >= 0;
    }
}
