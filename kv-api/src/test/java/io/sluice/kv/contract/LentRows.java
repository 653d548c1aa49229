package io.sluice.kv.contract;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import io.sluice.kv.WriteBatch.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts of one slot that are lent to a store; and deletions of each third. */
final class LentRows implements WriteBatch.Changes {
    private final List<Op> rows = new ArrayList<>();

    LentRows(int slot, List<byte[]> keys, byte[] value) {
        for (int i = 0; i < keys.size(); i++) {
            boolean deletes = i % 3 == 2;
            rows.add(new Op(
                    deletes ? Kind.DELETE : Kind.PUT,
                    slot,
                    keys.get(i).clone(),
                    deletes ? null : value.clone(),
                    false));
        }
    }

    /** From now on they are something else. */
    void takeBack() {
        rows.forEach(row -> {
            Arrays.fill(row.key(), (byte) '!');
            if (row.value() != null) {
                Arrays.fill(row.value(), (byte) '!');
            }
        });
    }

    @Override
    public int size() {
        return rows.size();
    }

    /** More than they are, as is allowed. */
    @Override
    public long bytes() {
        long bytes = 0;
        for (Op row : rows) {
            bytes += row.keyLength() + row.valueLength() + WriteBatch.OP_OVERHEAD + 3;
        }
        return bytes;
    }

    @Override
    public int longestKey() {
        return rows.stream().mapToInt(Op::keyLength).max().orElse(0);
    }

    @Override
    public <X extends Exception> void forEach(WriteBatch.Action<X> action) throws X {
        for (Op row : rows) {
            action.accept(new Lent(row));
        }
    }

    /** No {@link Op}: those a store may keep. */
    private record Lent(Op row) implements WriteBatch.Operation {
        @Override
        public Kind kind() {
            return row.kind();
        }

        @Override
        public int slot() {
            return row.slot();
        }

        @Override
        public int keyLength() {
            return row.keyLength();
        }

        @Override
        public int valueLength() {
            return row.valueLength();
        }

        @Override
        public void putKey(byte[] target, int at) {
            row.putKey(target, at);
        }

        @Override
        public void putValue(byte[] target, int at) {
            row.putValue(target, at);
        }
    }
}
