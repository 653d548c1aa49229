package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * How many keys some databases have in the slots that know it and whose lanes are free: nearly always all of them. A command in
 * each of these, as it takes for the others, is much more work, and all of it again for each database.
 *
 * <p>A slot's counts are read in its lane, so that no command is seen in part. What they count may be lost until it is durable (R5): then
 * either it is still pending when all slots are through, and who is told waits for it, or a slot was dropped meanwhile, and nothing
 * that was counted here counts.
 *
 * <p>For one thread, which holds no lane.
 */
final class KnownSizes {
    private final int first;
    private final long[] keys;
    private final BitSet uncounted = new BitSet(Keyspace.SLOTS);

    private KnownSizes(int first, int count) {
        this.first = first;
        this.keys = new long[count];
    }

    /**
     * Reads the counts of all slots.
     *
     * @param first database
     * @param count of databases
     * @param gates is given what the counts depend on
     */
    static KnownSizes of(Engine engine, int first, int count, Gates gates) {
        KnownSizes sizes = new KnownSizes(first, count);
        int[] incarnations = new int[Keyspace.SLOTS];
        long[] ofSlot = new long[count];
        for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
            SlotState state = engine.slot(slot);
            incarnations[slot] = state.incarnation();
            sizes.add(state, ofSlot);
        }
        gates.addAll(engine.pendingNow());
        boolean dropped = IntStream.range(0, Keyspace.SLOTS)
                .anyMatch(slot -> engine.slot(slot).incarnation() != incarnations[slot]);
        if (dropped) {
            Arrays.fill(sizes.keys, 0);
            sizes.uncounted.set(0, Keyspace.SLOTS);
        }
        return sizes;
    }

    /** @param ofSlot room for the slot's counts */
    private void add(SlotState state, long[] ofSlot) {
        if (!read(state, ofSlot)) {
            uncounted.set(state.slot);
            return;
        }
        for (int i = 0; i < keys.length; i++) {
            keys[i] += ofSlot[i];
        }
    }

    /** Whether the slot could be read, and knows all of the counts. */
    private boolean read(SlotState state, long[] ofSlot) {
        if (!state.isServing() || !state.tryAcquire()) {
            return false;
        }
        try {
            Arrays.fill(ofSlot, 0);
            Databases databases = state.databases();
            int left = state.counts().maybeOccupied();
            for (int i = 0; i < ofSlot.length && left > 0; i++) {
                int generation = databases.generationOf(first + i);
                if (!state.knownEmpty(generation)) {
                    KeyCount count = state.count(generation);
                    if (!count.isCertain()) {
                        return false;
                    }
                    ofSlot[i] = count.keys();
                    left--;
                }
            }
            return true;
        } finally {
            state.release();
        }
    }

    /** Of all slots that are not {@link #uncounted}. */
    long keys(int db) {
        return keys[db - first];
    }

    /** The slots that must be asked one by one. */
    IntStream uncounted() {
        return uncounted.stream();
    }
}
