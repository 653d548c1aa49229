package io.sluice.proxy.type.key;

import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.engine.Keyspace.KeyPage;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Draws a key of a database, each with about the same chance, without reading all of them.
 *
 * <p>A slot is drawn among some that are not known to be empty, each by its number of keys. In a slot with few keys all are
 * read. In a larger one a bare seek to a random hash would favour keys after gaps; instead a random window of a fixed grid
 * over the hashes is read, about {@value #WINDOW} keys, and taken with a chance in proportion to the keys in it.
 *
 * <p>Not the same chance have keys in a slot that holds many times what others do, by a common hash tag: such a slot is
 * only drawn when it is among those weighed, so its keys come up less often than their share.
 */
public final class RandomKey {
    /** How many slots are weighed against each other. */
    private static final int SLOTS_WEIGHED = 32;
    /** Enough to pass over keys that are expired and not yet deleted, and windows that are not taken. */
    private static final int DRAWS = 200;

    private static final int WINDOW = 32;
    /** More keys than this in a window are too unlikely to matter. */
    private static final int WINDOW_MAX = 2 * WINDOW;

    private final Keyspace keyspace;
    private final RandomGenerator random;

    public RandomKey(Keyspace keyspace, RandomGenerator random) {
        this.keyspace = keyspace;
        this.random = random;
    }

    /** A key that was live when it was read; null if there is none. */
    public @Nullable Key draw() {
        Weighed slots = weigh(candidates());
        if (slots.total == 0) {
            if (keyspace.size(keyspace.db()) == 0) {
                return null;
            }
            slots = weigh(candidates()); // now every slot without keys is known
        }
        for (int i = 0; i < DRAWS && slots.total > 0; i++) {
            Key key = drawInSlot(slots, slots.draw(random));
            if (key != null) {
                return key;
            }
        }
        return anyKey();
    }

    /** Slots with their numbers of keys. */
    private record Weighed(List<Integer> slots, long[] sizes, long total) {

        /** The index of a slot, by its weight. */
        int draw(RandomGenerator random) {
            long drawn = random.nextLong(total);
            int at = 0;
            while (drawn >= sizes[at]) {
                drawn -= sizes[at++];
            }
            return at;
        }
    }

    private Weighed weigh(List<Integer> slots) {
        long[] sizes = new long[slots.size()];
        long total = 0;
        List<Long> found = keyspace.slotSizes(slots.stream().mapToInt(Integer::intValue), keyspace.db());
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = found.get(i);
            total += sizes[i];
        }
        return new Weighed(slots, sizes, total);
    }

    /** Slots not known to be empty, the first ones in a random order: an odd stride meets all of them. */
    private List<Integer> candidates() {
        List<Integer> some = new ArrayList<>(SLOTS_WEIGHED);
        int slot = random.nextInt(Keyspace.SLOTS);
        int stride = random.nextInt(Keyspace.SLOTS) | 1;
        for (int i = 0; i < Keyspace.SLOTS && some.size() < SLOTS_WEIGHED; i++) {
            if (!keyspace.knownEmpty(slot, keyspace.db())) {
                some.add(slot);
            }
            slot = (slot + stride) & (Keyspace.SLOTS - 1);
        }
        return some;
    }

    private @Nullable Key drawInSlot(Weighed weighed, int index) {
        int slot = weighed.slots.get(index);
        long size = weighed.sizes[index];
        if (size <= WINDOW_MAX) {
            List<Key> keys = keysOf(slot, 0, 1L << 32);
            return keys.isEmpty() ? null : keys.get(random.nextInt(keys.size()));
        }
        int bits = 64 - Long.numberOfLeadingZeros((size + WINDOW - 1) / WINDOW - 1);
        long width = 1L << (32 - Math.min(bits, 32));
        long start = random.nextLong((1L << 32) / width) * width;
        List<Key> keys = keysOf(slot, start, start + width);
        boolean taken = random.nextInt(WINDOW_MAX) < keys.size();
        return taken ? keys.get(random.nextInt(keys.size())) : null;
    }

    /** The live keys whose hash, unsigned, is in {@code [from, to)}. */
    private List<Key> keysOf(int slot, long from, long to) {
        List<Key> keys = new ArrayList<>();
        long at = from;
        while (at < to) {
            KeyPage page = keyspace.keys(slot, keyspace.db(), (int) at, WINDOW_MAX);
            for (Key key : page.keys()) {
                if (Integer.toUnsignedLong(key.hash()) < to) {
                    keys.add(key);
                }
            }
            at = page.end() ? to : Integer.toUnsignedLong(page.nextHash());
        }
        return keys;
    }

    /** The first live key from a random slot on: for databases where nearly all keys are expired. */
    private @Nullable Key anyKey() {
        int first = random.nextInt(Keyspace.SLOTS);
        for (int i = 0; i < Keyspace.SLOTS; i++) {
            Key key = firstOf((first + i) % Keyspace.SLOTS);
            if (key != null) {
                return key;
            }
        }
        return null;
    }

    private @Nullable Key firstOf(int slot) {
        KeyWalk walk = KeyWalk.inSlot(keyspace, KeyWalk.START, slot);
        walk.skipEmpty();
        while (!walk.isAtEnd()) {
            KeyPage page = walk.next(WINDOW_MAX);
            if (!page.keys().isEmpty()) {
                return page.keys().get(0);
            }
        }
        return null;
    }
}
