package io.sluice.proxy.rdb;

import java.util.HashMap;
import java.util.Map;

/**
 * The readers of all types that can be restored, by the byte that names the type. Immutable; made with
 * {@link #builder()}.
 *
 * @param <V> what values are read into
 */
public final class ValueReaders<V> {
    private final Map<Integer, ValueReader<? extends V>> byType;

    private ValueReaders(Map<Integer, ValueReader<? extends V>> byType) {
        this.byType = Map.copyOf(byType);
    }

    public static <V> Builder<V> builder() {
        return new Builder<>();
    }

    /**
     * The value in a payload of DUMP.
     *
     * @param mostBytes how much memory the value may take, about
     * @throws RdbException if the payload is damaged, its type is not known, or the value is too large
     */
    public V restore(byte[] payload, long mostBytes) {
        RdbReader in = DumpPayload.open(payload, mostBytes);
        int type = in.readByte();
        ValueReader<? extends V> reader = byType.get(type);
        if (reader == null) {
            throw RdbException.format("unknown type " + type);
        }
        return reader.read(in);
    }

    /** Collects readers. */
    public static final class Builder<V> {
        private final Map<Integer, ValueReader<? extends V>> byType = new HashMap<>();

        private Builder() {}

        /**
         * Adds the reader of a type.
         *
         * @param type one of {@link RdbTypes}
         * @throws IllegalArgumentException if the type has one already
         */
        public Builder<V> add(int type, ValueReader<? extends V> reader) {
            if (byType.putIfAbsent(type, reader) != null) {
                throw new IllegalArgumentException("two readers of type " + type);
            }
            return this;
        }

        public ValueReaders<V> build() {
            return new ValueReaders<>(byType);
        }
    }
}
