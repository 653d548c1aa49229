package io.sluice.encoding;

/**
 * How the value of a key is stored, as its header says. The high half of the byte is the {@link ValueType}, so that
 * type and encoding cannot contradict each other unnoticed. The numbers are fixed for ever.
 *
 * <p>The inline forms of a string differ only in what OBJECT ENCODING answers: the payload is the string's bytes in
 * all three. Collections are packed (the payload holds all of them) or spread (the payload refers to rows).
 */
public final class ValueEncoding {
    /** The payload is the decimal form of a signed 64-bit number, as the client sent it. */
    public static final byte STRING_INT = 0x11;
    /** The payload is a short string that was set whole. */
    public static final byte STRING_EMBSTR = 0x12;
    /** The payload is a string that is long or was modified in place. */
    public static final byte STRING_RAW = 0x13;
    /** The payload is a {@link ChunkedString}; the bytes are in chunk rows. */
    public static final byte STRING_CHUNKED = 0x14;

    public static final byte LIST_PACKED = 0x21;
    public static final byte LIST_SPREAD = 0x22;
    public static final byte SET_PACKED = 0x31;
    public static final byte SET_SPREAD = 0x32;
    public static final byte ZSET_PACKED = 0x41;
    public static final byte ZSET_SPREAD = 0x42;
    public static final byte HASH_PACKED = 0x51;
    public static final byte HASH_SPREAD = 0x52;
    /** As {@link #HASH_PACKED}, of a hash whose fields may expire: see {@link FieldTimes}. */
    public static final byte HASH_PACKED_EXPIRING = 0x53;
    /** As {@link #HASH_SPREAD}, of a hash whose fields may expire: see {@link FieldTimes}. */
    public static final byte HASH_SPREAD_EXPIRING = 0x54;

    private ValueEncoding() {}

    /** Whether the number is one of the above. */
    public static boolean isKnown(byte encoding) {
        return switch (encoding) {
            case STRING_INT, STRING_EMBSTR, STRING_RAW, STRING_CHUNKED -> true;
            case LIST_PACKED, LIST_SPREAD, SET_PACKED, SET_SPREAD -> true;
            case ZSET_PACKED, ZSET_SPREAD, HASH_PACKED, HASH_SPREAD -> true;
            case HASH_PACKED_EXPIRING, HASH_SPREAD_EXPIRING -> true;
            default -> false;
        };
    }

    /** The {@link ValueType} that an encoding belongs to. */
    public static byte typeOf(byte encoding) {
        return (byte) ((encoding & 0xFF) >>> 4);
    }

    /** Whether the value lies in other rows, which must be reclaimed when the header is dropped. */
    public static boolean isSpread(byte encoding) {
        return switch (encoding) {
            case STRING_CHUNKED, LIST_SPREAD, SET_SPREAD, ZSET_SPREAD, HASH_SPREAD, HASH_SPREAD_EXPIRING -> true;
            default -> false;
        };
    }
}
