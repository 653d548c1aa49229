package io.sluice.kv.testing;

import io.sluice.kv.WriteBatch;

/** A batch as a store has to keep it that may come to apply it when the commit has long been answered. */
public final class HeldBatch {
    private HeldBatch() {}

    /** The same operations, in arrays of their own where the caller's are only lent. */
    public static WriteBatch of(WriteBatch batch) {
        WriteBatch held = new WriteBatch();
        for (WriteBatch.Op op : batch.ops()) {
            switch (op.kind()) {
                case PUT -> held.put(op.slot(), op.key(), op.value());
                case DELETE -> held.delete(op.slot(), op.key());
                case REQUIRE_ABSENT -> held.requireAbsent(op.slot(), op.key());
            }
        }
        return held;
    }
}
