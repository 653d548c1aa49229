package io.sluice.kv;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row changes that are applied together: puts and deletes of absolute values, and guards.
 *
 * <p>Changes apply in order: of two changes of one row the later one wins, whichever they are. A guard is a statement
 * about the row <em>before</em> the batch, wherever in the batch it stands; so {@code put} and {@code requireAbsent} of
 * one key are an insert, and {@code delete} and {@code requireAbsent} of one key change nothing. A guard names a row
 * that this batch need not change; within {@link Atomicity#SLOT} it is of the batch's slot like everything else.
 *
 * <p>Deleting a row that is not there is no error. An empty batch succeeds, and one of guards alone only checks them.
 * Because the values are absolute, the same batch may be applied twice in a row and leaves what it leaves once; what
 * keeps it from being applied later, over newer values, is a guard.
 *
 * <p>Not thread-safe. Once handed to {@link KvStore#commit} it is not changed any more, and may be handed over again.
 */
public final class WriteBatch {

    /** What an operation does. */
    public enum Kind {
        /** The row gets this value, whether it was there or not. */
        PUT,
        /** The row is absent afterwards. */
        DELETE,
        /** The batch is refused as {@link StoreException.GuardFailed} when the row is there before it. */
        REQUIRE_ABSENT
    }

    /** One operation; the value is null but for PUT. */
    public record Op(Kind kind, int slot, byte[] key, byte @Nullable [] value) {}

    /** What every operation is counted with, beside its key and value: kind, slot and two lengths, rounded up. */
    public static final int OP_OVERHEAD = 16;

    private final List<Op> ops = new ArrayList<>();
    private final List<Op> readOnlyOps = Collections.unmodifiableList(ops);
    private long bytes;
    private int rows;

    public WriteBatch put(int slot, byte[] key, byte[] value) {
        rows++;
        return add(new Op(Kind.PUT, slot, key, value), value.length);
    }

    public WriteBatch delete(int slot, byte[] key) {
        rows++;
        return add(new Op(Kind.DELETE, slot, key, null), 0);
    }

    public WriteBatch requireAbsent(int slot, byte[] key) {
        return add(new Op(Kind.REQUIRE_ABSENT, slot, key, null), 0);
    }

    private WriteBatch add(Op op, int valueBytes) {
        SlotKey.checkSlot(op.slot);
        ops.add(op);
        bytes += (long) op.key.length + valueBytes + OP_OVERHEAD;
        return this;
    }

    /** The operations in order, not to be changed. */
    public List<Op> ops() {
        return readOnlyOps;
    }

    /** Keys, values and {@link #OP_OVERHEAD} of every operation: what {@link Capabilities#maxBatchBytes()} bounds. */
    public long bytes() {
        return bytes;
    }

    /** Puts and deletes, guards not counted: what {@link Capabilities#maxBatchRows()} bounds. */
    public int rows() {
        return rows;
    }

    public boolean isEmpty() {
        return ops.isEmpty();
    }
}
