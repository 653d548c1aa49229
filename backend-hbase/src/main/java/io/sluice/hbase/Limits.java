package io.sluice.hbase;

import io.sluice.kv.Atomicity;
import io.sluice.kv.Capabilities;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Op;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the store can take, checked before anything is sent: HBase throws on some of it, and breaks on other. */
final class Limits {
    /** HBase keeps the length of a row in a signed short; two bytes are the slot. */
    private static final int MAX_KEY_BYTES = Short.MAX_VALUE - Rows.SLOT_BYTES;

    /** HBase refuses cells above 10 MB ({@code hbase.client.keyvalue.maxsize}), key and overhead included. */
    private static final int MAX_VALUE_BYTES = 8 << 20;

    private final Capabilities capabilities;

    Limits(long batchBytes, int batchRows) {
        int value = (int) Math.min(MAX_VALUE_BYTES, batchBytes / 2);
        this.capabilities = new Capabilities(Atomicity.SLOT, true, false, MAX_KEY_BYTES, value, batchBytes, batchRows);
    }

    Capabilities capabilities() {
        return capabilities;
    }

    boolean isKeyTooLong(byte[] key) {
        return key.length > MAX_KEY_BYTES;
    }

    /** Why the batch, whose operations these are, can never be taken; null when it can. */
    @Nullable
    StoreException refusal(WriteBatch batch, List<Op> ops) {
        if (batch.bytes() > capabilities.maxBatchBytes()) {
            return tooLarge("a batch", batch.bytes(), capabilities.maxBatchBytes());
        }
        if (batch.rows() > capabilities.maxBatchRows()) {
            return new StoreException.Fatal(
                    "a batch of " + batch.rows() + " rows is above the limit of " + capabilities.maxBatchRows(), null);
        }
        for (Op op : ops) {
            int slot = ops.get(0).slot();
            if (op.slot() != slot) {
                return new StoreException.Fatal(
                        "a batch holds the slots " + slot + " and " + op.slot() + ", but HBase is atomic within one",
                        null);
            }
            byte[] value = op.value();
            if (isKeyTooLong(op.key())) {
                return tooLarge("a key", op.key().length, MAX_KEY_BYTES);
            }
            if (value != null && value.length > capabilities.maxValueBytes()) {
                return tooLarge("a value", value.length, capabilities.maxValueBytes());
            }
        }
        return null;
    }

    private static StoreException tooLarge(String what, long bytes, long limit) {
        return new StoreException.Fatal(what + " of " + bytes + " bytes is above the limit of " + limit, null);
    }
}
