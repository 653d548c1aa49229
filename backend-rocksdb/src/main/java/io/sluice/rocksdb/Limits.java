package io.sluice.rocksdb;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.concurrent.atomic.LongAccumulator;
import org.jspecify.annotations.Nullable;

/** What the store can take. RocksDB itself takes keys and values up to 4 GiB, but every block and copy is as large. */
final class Limits {
    private static final int MAX_KEY_BYTES = 64 * 1024;
    private static final int MAX_VALUE_BYTES = 32 * 1024 * 1024;

    /** Room for the largest string of Redis, 512 MiB, in chunks, replaced by another: both in one batch. */
    private static final long MAX_BATCH_BYTES = 1L << 30;

    static final Capabilities CAPABILITIES =
            new Capabilities(Atomicity.STORE, false, true, MAX_KEY_BYTES, MAX_VALUE_BYTES, MAX_BATCH_BYTES);

    private Limits() {}

    /** Why the batch can never be taken; null when it can. Nothing of it is written before this is known. */
    static @Nullable StoreException refusal(WriteBatch batch) {
        if (batch.bytes() > MAX_BATCH_BYTES) {
            return tooLarge("a batch", batch.bytes(), MAX_BATCH_BYTES);
        }
        if (batch.longestKey() > MAX_KEY_BYTES) {
            return tooLarge("a key", batch.longestKey(), MAX_KEY_BYTES);
        }
        return batch.bytes() > MAX_VALUE_BYTES ? refusalOfValue(batch) : null;
    }

    private static @Nullable StoreException refusalOfValue(WriteBatch batch) {
        LongAccumulator longest = new LongAccumulator(Math::max, 0);
        batch.forEach(operation -> longest.accumulate(operation.valueLength()));
        return longest.get() > MAX_VALUE_BYTES ? tooLarge("a value", longest.get(), MAX_VALUE_BYTES) : null;
    }

    private static StoreException tooLarge(String what, long bytes, long limit) {
        return new StoreException.Fatal(what + " of " + bytes + " bytes is above the limit of " + limit, null);
    }
}
