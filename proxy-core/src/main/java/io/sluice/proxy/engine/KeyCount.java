package io.sluice.proxy.engine;

import org.jspecify.annotations.Nullable;

/**
 * How many keys a generation has in a slot: known, or uncertain since a write that did not look whether its key was there
 * (a plain SET of a key that is not in memory), or never counted. Belongs to the holder of the lane; the flag that says
 * "known to be empty" may be read by anybody.
 */
final class KeyCount {
    final int generation;
    /** Who learns when it comes to be of nothing, or is not any more; null once nobody needs to. */
    private @Nullable KeyCounts counts;

    private long keys;
    private boolean certain;
    private volatile boolean knownEmpty;

    KeyCount(int generation, KeyCounts counts, boolean startsEmpty) {
        this.generation = generation;
        this.counts = counts;
        certain = startsEmpty;
        knownEmpty = startsEmpty;
    }

    void add(long change) {
        keys += change;
        knownEmpty(certain && keys == 0);
    }

    void makeUncertain() {
        certain = false;
        knownEmpty(false);
    }

    void set(long counted) {
        keys = counted;
        certain = true;
        knownEmpty(counted == 0);
    }

    /** It is not among the counts any more, and counts for nothing there. */
    void retired() {
        knownEmpty(true);
        counts = null;
    }

    private void knownEmpty(boolean now) {
        if (now != knownEmpty) {
            knownEmpty = now;
            if (counts != null) {
                counts.changed(now);
            }
        }
    }

    boolean isCertain() {
        return certain;
    }

    long keys() {
        return keys;
    }

    boolean knownEmpty() {
        return knownEmpty;
    }
}
