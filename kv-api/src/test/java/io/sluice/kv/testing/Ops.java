package io.sluice.kv.testing;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import io.sluice.kv.WriteBatch.Op;
import java.util.ArrayList;
import java.util.List;

/** Puts and deletes in arrays, of which it may be known that there was no such row before. */
public final class Ops implements WriteBatch.Changes {
    private final List<Op> ops;

    public Ops() {
        this(new ArrayList<>());
    }

    Ops(List<Op> ops) {
        this.ops = ops;
    }

    public Ops put(int slot, byte[] key, byte[] value, boolean wasAbsent) {
        ops.add(new Op(Kind.PUT, slot, key, value, wasAbsent));
        return this;
    }

    public Ops delete(int slot, byte[] key, boolean wasAbsent) {
        ops.add(new Op(Kind.DELETE, slot, key, null, wasAbsent));
        return this;
    }

    @Override
    public int size() {
        return ops.size();
    }

    @Override
    public long bytes() {
        return ops.stream()
                .mapToLong(op -> op.keyLength() + op.valueLength() + WriteBatch.OP_OVERHEAD)
                .sum();
    }

    @Override
    public int longestKey() {
        return ops.stream().mapToInt(Op::keyLength).max().orElse(0);
    }

    @Override
    public <X extends Exception> void forEach(WriteBatch.Action<X> action) throws X {
        for (Op op : ops) {
            action.accept(op);
        }
    }
}
