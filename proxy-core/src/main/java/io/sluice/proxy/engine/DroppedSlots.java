package io.sluice.proxy.engine;

import java.util.BitSet;
import java.util.concurrent.CompletableFuture;

/**
 * Slots whose memory is dropped together. Each forgets at once what is its own; the cache has the rows of all slots side by
 * side, so it is looked through once for all of these, and not at all when it has nothing of them.
 *
 * <h2>Coherence (R4)</h2>
 *
 * A slot has its new incarnation before the cache is looked through. So what a load of the old one puts there is found, or was
 * put there too late, which the one who did it sees and takes it out again ({@link RowReader}). And no slot is read anew
 * before the cache has been looked through, so nobody of the new incarnation meets what the old one has left there.
 */
final class DroppedSlots {
    private final RowCache cache;
    private final BitSet mayBeCached = new BitSet(Keyspace.SLOTS);
    private final CompletableFuture<Void> swept = new CompletableFuture<>();

    DroppedSlots(RowCache cache) {
        this.cache = cache;
    }

    /** Under the lock of the slot's queue. */
    void add(SlotState slot) {
        if (slot.drop(swept)) {
            mayBeCached.set(slot.slot);
        }
    }

    /** When all were added; holding no lock, since it takes its time, and who waits for the slots goes on from here. */
    void sweep() {
        if (!mayBeCached.isEmpty()) {
            cache.dropSlots(mayBeCached);
        }
        swept.complete(null);
    }
}
