package io.sluice.encoding;

/**
 * The payload of a {@link ValueEncoding#STRING_CHUNKED} header: where the bytes of a large string are.
 *
 * <p>Chunk {@code i} holds the bytes from {@code i * chunkBytes} on. A chunk row that is absent or short reads as
 * zeroes up to its end, so that SETRANGE and SETBIT far beyond the end write one row, not all before it. Bytes beyond
 * {@code length} are never stored.
 *
 * @param id the id of the chunk rows
 * @param length of the string, in bytes
 * @param chunkBytes the size of every chunk but the last; fixed when the string was first chunked
 */
public record ChunkedString(long id, long length, int chunkBytes) {

    /** @throws IllegalArgumentException if the length is negative, or would take more chunks than an int counts */
    public ChunkedString {
        if (length < 0 || chunkBytes < 1 || !countable(length, chunkBytes)) {
            throw new IllegalArgumentException("no string has " + length + " bytes in chunks of " + chunkBytes);
        }
    }

    /** How many chunks the string has, absent ones included. */
    public int chunkCount() {
        return (int) ((length + chunkBytes - 1) / chunkBytes);
    }

    /** The index of the chunk that holds the byte at an offset. */
    public int chunkOf(long offset) {
        return Math.toIntExact(offset / chunkBytes);
    }

    /** The same string with another length. */
    public ChunkedString withLength(long newLength) {
        return new ChunkedString(id, newLength, chunkBytes);
    }

    /** The payload: id (8 bytes), length (varint), chunk size (varint). */
    public byte[] encode() {
        byte[] payload = new byte[8 + OrderedCodec.varintSize(length) + OrderedCodec.varintSize(chunkBytes)];
        OrderedCodec.putLong(payload, 0, id);
        OrderedCodec.putVarint(payload, OrderedCodec.putVarint(payload, 8, length), chunkBytes);
        return payload;
    }

    /** @throws EncodingException if this is not such a payload */
    public static ChunkedString decode(byte[] payload) {
        ByteReader in = new ByteReader(payload, "chunked string");
        long id = in.readLong();
        long length = in.readVarint();
        int chunkBytes = in.readVarint(Integer.MAX_VALUE);
        in.finish();
        if (length < 0 || chunkBytes < 1 || !countable(length, chunkBytes)) {
            throw in.error("length " + Long.toUnsignedString(length) + " in chunks of " + chunkBytes);
        }
        return new ChunkedString(id, length, chunkBytes);
    }

    private static boolean countable(long length, int chunkBytes) {
        return length <= (long) Integer.MAX_VALUE * chunkBytes;
    }
}
