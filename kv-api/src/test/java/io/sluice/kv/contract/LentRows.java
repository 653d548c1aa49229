package io.sluice.kv.contract;

import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;
import io.sluice.kv.testing.Ops;
import java.util.Arrays;
import java.util.List;

/** Puts of one slot that are lent to a store; and deletions of each third. */
final class LentRows implements WriteBatch.Changes {
    private final Ops rows = new Ops();

    LentRows(int slot, List<byte[]> keys, byte[] value) {
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i).clone();
            if (i % 3 == 2) {
                rows.delete(slot, key, false);
            } else {
                rows.put(slot, key, value.clone(), false);
            }
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
        return rows.bytes() + 3L * rows.size();
    }

    @Override
    public int longestKey() {
        return rows.longestKey();
    }

    @Override
    public <X extends Exception> void forEach(WriteBatch.Action<X> action) throws X {
        rows.forEach(row -> action.accept(new Lent(row)));
    }

    /** No {@link WriteBatch.Op}: those a store may keep. */
    private record Lent(WriteBatch.Operation row) implements WriteBatch.Operation {
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
