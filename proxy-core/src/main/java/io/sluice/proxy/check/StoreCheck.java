package io.sluice.proxy.check;

import io.sluice.encoding.EncodingException;
import io.sluice.encoding.Fence;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.StoreMeta;
import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.proxy.engine.KeyHasher;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.engine.SlotFunction;

/**
 * Walks all rows of all slots of a store that nobody uses, and holds them to docs/encoding.md: every row decodes and lies
 * where its key belongs, index rows and what they index agree both ways, rows below an id have an owner and are as many as
 * it says. Memory grows with the large values of the slot that has most: with their number, the members of its sorted sets, and
 * the chunks of its lists.
 *
 * <p>A slot that the store cannot read to its end is a violation of its own, and the others are looked at all the same.
 */
public final class StoreCheck {
    private static final int METADATA_SLOT = 0;

    private StoreCheck() {}

    /**
     * Reads the store from end to end; blocks.
     *
     * @throws StoreException if it does not answer, or cannot even be told whose it is
     * @throws EncodingException if it is another program's, or of another version
     */
    public static Report run(KvStore store) {
        return run(store, SlotFunction.OF_CLUSTER);
    }

    /** As {@link #run(KvStore)}, of a store whose keys were placed by another function. */
    public static Report run(KvStore store, SlotFunction slots) {
        Report report = new Report();
        StoreRows rows = new StoreRows(store);
        byte[] identity = rows.get(METADATA_SLOT, RowKeys.store());
        if (identity == null) {
            requireEmpty(rows);
            return report;
        }
        KeyHasher hasher = new KeyHasher(StoreMeta.decode(identity).hashSeed(), slots);
        boolean fencedBySlot = store.capabilities().shareable();
        long storeEpoch = fencedBySlot ? 0 : epoch(rows.get(METADATA_SLOT, RowKeys.fence()));
        for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
            try {
                new SlotCheck(rows, slot, hasher, fencedBySlot, storeEpoch, report).run();
            } catch (StoreException.Fatal damaged) {
                report.unreadable(slot, String.valueOf(damaged.getMessage()));
            }
        }
        return report;
    }

    /** What is wrong with the row itself is reported when the walk comes to it. */
    private static long epoch(byte @org.jspecify.annotations.Nullable [] fence) {
        try {
            return fence == null ? 0 : Fence.decode(fence).epoch();
        } catch (EncodingException e) {
            return 0;
        }
    }

    private static void requireEmpty(StoreRows rows) {
        for (int slot = 0; slot < Keyspace.SLOTS; slot++) {
            if (rows.pages(slot, row -> {}) > 0) {
                throw new EncodingException(
                        "there are rows, but none in slot 0 that says whose: this is not Sluice's store");
            }
        }
    }
}
