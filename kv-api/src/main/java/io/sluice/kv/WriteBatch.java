package io.sluice.kv;

import java.util.ArrayList;
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
 * <p>A store goes through the operations with {@link #forEach}, which hands over each as something that writes its own bytes
 * where they are to stand: a caller of many rows ({@link #addAll}) need not make an array for every key and every value, nor
 * the store copy it. {@link #ops} is for stores that want arrays.
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

    /** One operation, which writes its bytes itself. */
    public interface Operation {
        Kind kind();

        int slot();

        /**
         * Whether the caller knows that the row is absent before this batch, all batches before it applied. What is put and then
         * deleted before the store has brought any of it to its tables ({@link KvStore#commitAhead}) need not come there. False
         * says nothing. Of a guard it means nothing. Who hands over a batch again that may have been applied does not say it any more.
         */
        default boolean wasAbsent() {
            return false;
        }

        int keyLength();

        /** 0 but for PUT. */
        int valueLength();

        /** Writes as many bytes as {@link #keyLength} says. */
        void putKey(byte[] target, int at);

        /** Writes as many bytes as {@link #valueLength} says. */
        void putValue(byte[] target, int at);

        /** In an array that is not to be changed. */
        default byte[] key() {
            byte[] key = new byte[keyLength()];
            putKey(key, 0);
            return key;
        }

        /** In an array that is not to be changed; null but for PUT. */
        default byte @Nullable [] value() {
            if (kind() != Kind.PUT) {
                return null;
            }
            byte[] value = new byte[valueLength()];
            putValue(value, 0);
            return value;
        }
    }

    /** One operation in arrays; the value is null but for PUT. */
    public record Op(Kind kind, int slot, byte[] key, byte @Nullable [] value, boolean wasAbsent) implements Operation {

        @Override
        public int keyLength() {
            return key.length;
        }

        @Override
        public int valueLength() {
            return value == null ? 0 : value.length;
        }

        @Override
        public void putKey(byte[] target, int at) {
            System.arraycopy(key, 0, target, at, key.length);
        }

        @Override
        public void putValue(byte[] target, int at) {
            if (value != null) {
                System.arraycopy(value, 0, target, at, value.length);
            }
        }
    }

    /** What is done with an operation; the operation is there for that moment alone. */
    @FunctionalInterface
    public interface Action<X extends Exception> {
        void accept(Operation operation) throws X;
    }

    /**
     * Many puts and deletes, in an order of their own. They are lent: they stay what they are until the stage that says whether
     * the batch is durable is complete, and any thread may go through them until then. A store that may come to apply the
     * batch later than that, because the answer is unknown or because it writes ahead, has copied them by then.
     */
    public interface Changes {
        int size();

        /** What they add to {@link WriteBatch#bytes()}, or a little more. */
        long bytes();

        /** No key is longer. */
        int longestKey();

        <X extends Exception> void forEach(Action<X> action) throws X;
    }

    /** What every operation is counted with, beside its key and value: kind, slot and two lengths, rounded up. */
    public static final int OP_OVERHEAD = 16;

    private final List<Op> ops = new ArrayList<>(0);
    private final List<Changes> many = new ArrayList<>(1);
    private long bytes;
    private int rows;
    private int guards;
    private int longestKey;

    public WriteBatch put(int slot, byte[] key, byte[] value) {
        add(new Op(Kind.PUT, slot, key, value, false), value.length);
        rows++;
        return this;
    }

    public WriteBatch delete(int slot, byte[] key) {
        add(new Op(Kind.DELETE, slot, key, null, false), 0);
        rows++;
        return this;
    }

    public WriteBatch requireAbsent(int slot, byte[] key) {
        add(new Op(Kind.REQUIRE_ABSENT, slot, key, null, false), 0);
        guards++;
        return this;
    }

    private void add(Op op, int valueBytes) {
        SlotKey.checkSlot(op.slot);
        if (!many.isEmpty()) {
            throw new IllegalStateException("operations of their own come before those of addAll");
        }
        ops.add(op);
        bytes += (long) op.key.length + valueBytes + OP_OVERHEAD;
        longestKey = Math.max(longestKey, op.key.length);
    }

    /** Puts and deletes, behind all that was added one by one. */
    public WriteBatch addAll(Changes added) {
        many.add(added);
        bytes += added.bytes();
        rows += added.size();
        longestKey = Math.max(longestKey, added.longestKey());
        return this;
    }

    /** Does something with each operation, in their order. */
    public <X extends Exception> void forEach(Action<X> action) throws X {
        for (Op op : ops) {
            action.accept(op);
        }
        for (Changes each : many) {
            each.forEach(action);
        }
    }

    /** The operations in order, in arrays that are not to be changed; those of {@link #addAll} are made for each call. */
    public List<Op> ops() {
        List<Op> all = new ArrayList<>(size());
        forEach(each -> all.add(
                each instanceof Op op
                        ? op
                        : new Op(each.kind(), each.slot(), each.key(), each.value(), each.wasAbsent())));
        return all;
    }

    /**
     * Keys, values and {@link #OP_OVERHEAD} of every operation, or a little more: what {@link Capabilities#maxBatchBytes()}
     * bounds.
     */
    public long bytes() {
        return bytes;
    }

    /** Puts and deletes, guards not counted: what {@link Capabilities#maxBatchRows()} bounds. */
    public int rows() {
        return rows;
    }

    /** All operations. */
    public int size() {
        return rows + guards;
    }

    public boolean isGuarded() {
        return guards > 0;
    }

    /** No key is longer, guards' included; there need not be one as long. */
    public int longestKey() {
        return longestKey;
    }

    public boolean isEmpty() {
        return size() == 0;
    }
}
