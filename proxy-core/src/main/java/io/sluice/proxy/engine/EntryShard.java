package io.sluice.proxy.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A part of {@link EntryTable}: entries of {@link RowCache} by the names of their rows, and which of them go when they weigh too much.
 *
 * <h2>Why numbers</h2>
 *
 * An entry has a place in an array, and all else knows it by the number of that place: the buckets, the chains behind them, the order
 * in which entries came. So what comes, goes or is asked for changes arrays of numbers, which the garbage collector does
 * not look at. A map whose buckets and order are references has the collector look, in its pauses, at each part of the old generation in
 * which one of them changed; and moves the nodes that hold them, one or two for each entry (docs/adr/0027). A place
 * begins with 1, so that an array that is new leads nowhere.
 *
 * <h2>What goes</h2>
 *
 * As SIEVE has it (Zhang, Yang, Yue, Vigfusson, Rashmi, "SIEVE is Simpler than LRU", NSDI 2024): entries stand in the order in which they
 * came; one that is asked for is marked, and keeps its place. A hand goes from older to newer ones, takes their marks, and what it finds
 * without one goes. Behind the newest it begins with the oldest again. What is asked for once, by somebody who walks through all
 * keys, so goes soon, where the order of last use would have it push all others out.
 *
 * <h2>Concurrency</h2>
 *
 * Whoever changes anything holds the monitor. Who looks for an entry takes none at first: the arrays are published together, entries by release
 * and acquire, and what is found by that name and has not left is right. A chain may change meanwhile, and lead into another one, so that
 * the entry is missed, or to ever more places; so who has found none, or none after {@link #MANY_STEPS}, looks again in the monitor. A miss is
 * asked of the store, which costs more than that.
 *
 * <p>An entry leaves ({@link CacheEntry#leave}) before another one of its row can come: both in the monitor.
 */
final class EntryShard {
    private static final VarHandle FIRST = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(CacheEntry[].class);

    private static final int NONE = 0;
    private static final int FEW = 16;
    private static final int MANY_STEPS = 32;
    /** How many marked ones the hand passes for one that goes, which takes some 0.1 ms: then one with a mark goes. */
    private static final int MANY_MARKS = 1_024;

    /** What is replaced as a whole when there are more entries than places: as many buckets as places, a power of two. */
    private static final class Places {
        /** By bucket: the place of the chain's first entry. */
        final int[] first;
        /** By place: what its entry's name is hashed to, and the next place of its chain. */
        final int[] links;
        /** By place, which is one less here. */
        final @Nullable CacheEntry[] entries;

        Places(int count) {
            this.first = new int[count];
            this.links = new int[2 * (count + 1)];
            this.entries = new CacheEntry[count];
        }

        int bucket(int hash) {
            return hash & first.length - 1;
        }

        @Nullable
        CacheEntry entry(int place) {
            return (CacheEntry) ENTRY.getAcquire(entries, place - 1);
        }

        /** Of a place that is in a chain; in the monitor. */
        CacheEntry kept(int place) {
            return Objects.requireNonNull(entries[place - 1]);
        }

        void entry(int place, @Nullable CacheEntry entry) {
            ENTRY.setRelease(entries, place - 1, entry);
        }

        int hash(int place) {
            return links[2 * place];
        }

        int next(int place) {
            return links[2 * place + 1];
        }

        void next(int place, int next) {
            links[2 * place + 1] = next;
        }

        /** Puts a place at the head of the chain that its hash belongs to. */
        void chain(int place, int hash) {
            int bucket = bucket(hash);
            links[2 * place] = hash;
            next(place, first[bucket]);
            FIRST.setRelease(first, bucket, place);
        }

        void unchain(int place) {
            int bucket = bucket(hash(place));
            int at = first[bucket];
            if (at == place) {
                FIRST.setRelease(first, bucket, next(place));
                return;
            }
            while (next(at) != place) {
                at = next(at);
            }
            next(at, next(place));
        }
    }

    private final long maxWeight;
    private volatile Places places = new Places(FEW);

    /** By place: the one that came before it; of a free one, the next that is free. */
    private int[] older = new int[FEW + 1];
    /** By place: the one that came after it. */
    private int[] newer = new int[FEW + 1];

    private int oldest = NONE;
    private int newest = NONE;
    private int hand = NONE;
    private int free = NONE;
    /** Places up to this one were used before. */
    private int used;

    private int size;
    private long weight;

    /** @param maxWeight in bytes, as {@link CacheEntry#weight} counts */
    EntryShard(long maxWeight) {
        this.maxWeight = maxWeight;
    }

    /** The entry of this name. Any thread. */
    @Nullable
    CacheEntry find(RowId id, int hash) {
        Places here = places;
        int place = (int) FIRST.getAcquire(here.first, here.bucket(hash));
        for (int i = 0; place != NONE && i < MANY_STEPS; i++) {
            if (here.hash(place) == hash) {
                CacheEntry entry = here.entry(place);
                if (entry != null && !entry.hasLeft() && entry.id.equals(id)) {
                    return entry;
                }
            }
            place = here.next(place);
        }
        return findAlone(id, hash);
    }

    private synchronized @Nullable CacheEntry findAlone(RowId id, int hash) {
        int place = placeOf(id, hash);
        return place == NONE ? null : places.kept(place);
    }

    private int placeOf(RowId id, int hash) {
        Places here = places;
        int place = here.first[here.bucket(hash)];
        while (place != NONE
                && !(here.hash(place) == hash && here.kept(place).id.equals(id))) {
            place = here.next(place);
        }
        return place;
    }

    /**
     * An entry comes, in the place of the one that its row has. Others leave until all weigh no more than they may; it does itself
     * if it is too heavy alone, and may where all others are marked.
     */
    synchronized void put(CacheEntry entry, int hash) {
        if (entry.weight > maxWeight) {
            entry.leave();
            remove(entry.id, hash);
            return;
        }
        int place = placeOf(entry.id, hash);
        if (place == NONE) {
            add(entry, hash);
        } else {
            replace(place, entry);
        }
        weight += entry.weight;
        while (weight > maxWeight) {
            remove(placeToGo());
        }
    }

    private void add(CacheEntry entry, int hash) {
        int place = freePlace();
        places.entry(place, entry);
        places.chain(place, hash);
        older[place] = newest;
        newer[place] = NONE;
        if (newest == NONE) {
            oldest = place;
        } else {
            newer[newest] = place;
        }
        newest = place;
        size++;
    }

    private void replace(int place, CacheEntry entry) {
        CacheEntry replaced = places.kept(place);
        replaced.leave();
        weight -= replaced.weight;
        if (replaced.isMarked()) {
            entry.mark();
        }
        places.entry(place, entry);
    }

    private int freePlace() {
        if (free != NONE) {
            int place = free;
            free = older[place];
            return place;
        }
        if (used == places.entries.length) {
            grow();
        }
        return ++used;
    }

    /** Entries keep their places. Who is on the way through the old ones finds there what there was, or looks again in the monitor. */
    private void grow() {
        Places old = places;
        int count = 2 * old.entries.length;
        Places more = new Places(count);
        System.arraycopy(old.entries, 0, more.entries, 0, old.entries.length);
        for (int place = 1; place <= old.entries.length; place++) {
            more.chain(place, old.hash(place));
        }
        older = Arrays.copyOf(older, count + 1);
        newer = Arrays.copyOf(newer, count + 1);
        places = more;
    }

    private int placeToGo() {
        int place = hand == NONE ? oldest : hand;
        for (int i = 0; i < MANY_MARKS && places.kept(place).isMarked(); i++) {
            places.kept(place).unmark();
            place = newer[place] == NONE ? oldest : newer[place];
        }
        hand = place;
        return place;
    }

    private void remove(int place) {
        CacheEntry entry = places.kept(place);
        entry.leave();
        weight -= entry.weight;
        size--;
        places.unchain(place);
        places.entry(place, null);
        int before = older[place];
        int behind = newer[place];
        if (hand == place) {
            hand = behind;
        }
        if (before == NONE) {
            oldest = behind;
        } else {
            newer[before] = behind;
        }
        if (behind == NONE) {
            newest = before;
        } else {
            older[behind] = before;
        }
        older[place] = free;
        free = place;
    }

    /** The entry of this name leaves, if there is one. */
    synchronized void remove(RowId id, int hash) {
        int place = placeOf(id, hash);
        if (place != NONE) {
            remove(place);
        }
    }

    /**
     * Hands over the names of all that are here from before the call to its end; what comes or leaves meanwhile, perhaps. Who puts an entry
     * too late to be handed over sees all that the caller did before ({@link DroppedSlots}): that is what the monitor is for.
     */
    void forEach(Consumer<RowId> action) {
        Places here;
        synchronized (this) {
            here = places;
        }
        for (int place = 1; place <= here.entries.length; place++) {
            CacheEntry entry = here.entry(place);
            if (entry != null) {
                action.accept(entry.id);
            }
        }
    }

    synchronized int size() {
        return size;
    }

    synchronized long weight() {
        return weight;
    }
}
