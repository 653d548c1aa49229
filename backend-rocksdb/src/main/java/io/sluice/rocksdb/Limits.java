package io.sluice.rocksdb;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Op;
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
        for (Op op : batch.ops()) {
            byte[] value = op.value();
            if (op.key().length > MAX_KEY_BYTES) {
                return tooLarge("a key", op.key().length, MAX_KEY_BYTES);
            }
            if (value != null && value.length > MAX_VALUE_BYTES) {
                return tooLarge("a value", value.length, MAX_VALUE_BYTES);
            }
        }
        return null;
    }

    private static StoreException tooLarge(String what, long bytes, long limit) {
        return new StoreException.Fatal(what + " of " + bytes + " bytes is above the limit of " + limit, null);
    }
}
