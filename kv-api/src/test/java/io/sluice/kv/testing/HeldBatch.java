package io.sluice.kv.testing;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import io.sluice.kv.WriteBatch.Op;
import java.util.ArrayList;
import java.util.List;

/** A batch as a store has to keep it that may come to apply it when the commit has long been answered. */
public final class HeldBatch {
    private HeldBatch() {}

    /** The same operations, in arrays of their own where the caller's are only lent. */
    public static WriteBatch of(WriteBatch batch) {
        WriteBatch held = new WriteBatch();
        List<Op> changes = new ArrayList<>();
        for (Op op : batch.ops()) {
            if (op.kind() == Kind.REQUIRE_ABSENT) {
                held.requireAbsent(op.slot(), op.key());
            } else {
                changes.add(op);
            }
        }
        return held.addAll(new Ops(changes));
    }

    /** One more operation, in a slot that may be another one. */
    public static WriteBatch add(WriteBatch batch, WriteBatch.Op op, int slot) {
        return switch (op.kind()) {
            case PUT -> batch.put(slot, op.key(), op.value());
            case DELETE -> batch.delete(slot, op.key());
            case REQUIRE_ABSENT -> batch.requireAbsent(slot, op.key());
        };
    }
}
