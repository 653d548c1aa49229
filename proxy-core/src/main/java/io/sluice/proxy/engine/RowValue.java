package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.KeyTail;
import org.jspecify.annotations.Nullable;

/**
 * The value of a row in memory is a {@link Header}, a {@code byte[]}, or {@link #ABSENT}; all are immutable by
 * convention. Not an interface of their own: a wrapper per value would cost more than this class.
 */
final class RowValue {
    /** There is no such row: what a deletion leaves in memory, and what a load that found nothing brings. */
    static final Object ABSENT = new Object();

    private static final int MAX_VARINT = 5;

    private RowValue() {}

    static Object decode(RowId id, byte @Nullable [] stored) {
        if (stored == null) {
            return ABSENT;
        }
        return id.isHeader() ? Header.decode(stored) : stored;
    }

    /** What the store keeps for a value that is not {@link #ABSENT}. */
    static byte[] encode(RowId id, Object value) {
        return value instanceof Header header ? header.encode(id.key()) : (byte[]) value;
    }

    /** How many bytes {@link #encode} makes, or a few more; 0 for {@link #ABSENT}. */
    static int storedBytes(RowId id, Object value) {
        int size = size(value);
        boolean keyInValue = value instanceof Header && !KeyTail.standsWhole(id.key());
        return keyInValue ? size + MAX_VARINT + id.key().length : size;
    }

    /** The bytes of the value itself; 0 for {@link #ABSENT}. */
    static int payloadBytes(Object value) {
        if (value instanceof Header header) {
            return header.payloadLength();
        }
        return value instanceof byte[] bytes ? bytes.length : 0;
    }

    /** About how many bytes the value takes in memory; of a header, at least what it takes in the store without a key. */
    static int size(Object value) {
        return payloadBytes(value) + (value instanceof Header ? 16 : 0);
    }
}
