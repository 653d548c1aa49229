package io.sluice.encoding;

/**
 * When fields of a hash expire, as its payload says it.
 *
 * <p>Packed, each field has three entries: field, value, and its time (8 bytes) or nothing; those with a time come first,
 * in order of their times, so that the first one is the next to expire. Spread, the reference's own part is a time (8
 * bytes) before which no field expires, or nothing if none does; the fields' own times are in their rows.
 */
public final class FieldTimes {
    /** The entries of one field of a packed hash. */
    public static final int PACKED_STRIDE = 3;

    private static final byte[] NONE = {};

    private FieldTimes() {}

    /**
     * When the next field of the value expires, in milliseconds since 1970, and never later than it does; {@link
     * Header#NO_EXPIRY} if none does, also for other types.
     *
     * @throws EncodingException if the payload is not that of its encoding
     */
    public static long nextOf(Header header) {
        if (header.encoding() == ValueEncoding.HASH_PACKED_EXPIRING) {
            PackedEntries entries = PackedEntries.over(header.payload());
            return entries.size() == 0 ? Header.NO_EXPIRY : timeOf(entries, entries.first());
        }
        return header.encoding() == ValueEncoding.HASH_SPREAD_EXPIRING
                ? decode(SpreadRef.decode(header.payload()).rest())
                : Header.NO_EXPIRY;
    }

    /**
     * When a field of a packed hash expires.
     *
     * @param field its offset
     */
    public static long timeOf(PackedEntries entries, int field) {
        int at = entries.skip(field, 2);
        int length = entries.length(at);
        if (length != 0 && length != 8) {
            throw new EncodingException("a field's time of " + length + " bytes");
        }
        return length == 0 ? Header.NO_EXPIRY : checked(OrderedCodec.getLong(entries.payload(), entries.start(at)));
    }

    /** The bytes of a time; none for {@link Header#NO_EXPIRY}. */
    public static byte[] encode(long timeMs) {
        if (timeMs == Header.NO_EXPIRY) {
            return NONE;
        }
        byte[] bytes = new byte[8];
        OrderedCodec.putLong(bytes, 0, checked(timeMs));
        return bytes;
    }

    /** @throws EncodingException if these are not the bytes of {@link #encode} */
    public static long decode(byte[] bytes) {
        if (bytes.length != 0 && bytes.length != 8) {
            throw new EncodingException("a field's time of " + bytes.length + " bytes");
        }
        return bytes.length == 0 ? Header.NO_EXPIRY : checked(OrderedCodec.getLong(bytes, 0));
    }

    private static long checked(long timeMs) {
        if (timeMs < 0) {
            throw new EncodingException("a time before 1970: " + timeMs);
        }
        return timeMs;
    }
}
