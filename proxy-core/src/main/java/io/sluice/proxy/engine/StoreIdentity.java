package io.sluice.proxy.engine;

import io.sluice.encoding.Fence;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.StoreMeta;
import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.CompletionException;

/**
 * What a store says of itself, in slot 0: the format of its rows and the seed of its hashes, written once when the first
 * engine opens it; and, on a store that only one process opens, the epoch, raised durably at each start so that ids are
 * never given twice. Blocks; for start-up alone.
 */
final class StoreIdentity {
    private static final int SLOT = 0;

    private StoreIdentity() {}

    static StoreMeta openOrCreate(KvStore store, StoreReads reads) {
        byte[] row = join(reads.get(SLOT, RowKeys.store()));
        if (row != null) {
            return StoreMeta.decode(row);
        }
        StoreMeta created = StoreMeta.create(new SecureRandom().nextLong());
        WriteBatch batch =
                new WriteBatch().requireAbsent(SLOT, RowKeys.store()).put(SLOT, RowKeys.store(), created.encode());
        try {
            store.commit(batch).toCompletableFuture().join();
            return created;
        } catch (CompletionException failed) {
            StoreException why = StoreErrors.of(failed);
            if (why instanceof StoreException.Fatal) {
                throw why;
            }
            // Somebody else was first, or it is not known whether this was written: what is there now decides.
            return openOrCreate(store, reads);
        }
    }

    /** The epoch of this start, above those of all starts before. */
    static long raiseEpoch(KvStore store, StoreReads reads) {
        byte[] row = join(reads.get(SLOT, RowKeys.fence()));
        Fence last = row == null ? null : Fence.decode(row);
        long now = System.currentTimeMillis();
        Fence mine = new Fence(
                last == null ? 1 : last.epoch() + 1,
                UUID.randomUUID(),
                last == null ? now : Math.max(now, last.clockMs()));
        join(store.commit(new WriteBatch().put(SLOT, RowKeys.fence(), mine.encode()))
                .toCompletableFuture());
        return mine.epoch();
    }

    private static <T> T join(java.util.concurrent.CompletableFuture<T> stage) {
        try {
            return stage.join();
        } catch (CompletionException failed) {
            throw StoreErrors.of(failed);
        }
    }
}
