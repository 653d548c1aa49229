package io.sluice.encoding;

/**
 * What a set adds to its reference: how many rows were deleted below its id, so that it can move to another id before a
 * store that keeps marks of what was deleted has more of them than of rows.
 */
public final class DeletedRows {
    private static final byte[] NONE = {};

    private DeletedRows() {}

    /** @throws IllegalArgumentException if the number is negative */
    public static byte[] encode(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(count + " deleted rows");
        }
        if (count == 0) {
            return NONE;
        }
        byte[] rest = new byte[OrderedCodec.varintSize(count)];
        OrderedCodec.putVarint(rest, 0, count);
        return rest;
    }

    /** @throws EncodingException if this is not what {@link #encode} makes */
    public static long decode(byte[] rest) {
        if (rest.length == 0) {
            return 0;
        }
        ByteReader in = new ByteReader(rest, "number of deleted rows");
        long count = in.readVarint();
        if (count <= 0 || in.remaining() > 0) {
            throw in.error(Long.toUnsignedString(count) + " and " + in.remaining() + " bytes more");
        }
        return count;
    }
}
