package io.sluice.encoding;

import java.util.Arrays;

/**
 * The value of an element row: a hash field's value, a sorted set member's score, or nothing for a set member. Also
 * the element itself where it is too long for the row key, a reference where the value is too large for the row, and the
 * time at which a hash field expires, if it does.
 */
public final class ElementValue {
    private static final int FLAGS = 1;
    private static final int LONG_ELEMENT = 0x01;
    private static final int CHUNKED = 0x02;
    private static final int EXPIRES = 0x04;
    private static final int KNOWN_FLAGS = LONG_ELEMENT | CHUNKED | EXPIRES;
    private static final byte[] NOTHING = {};

    private final boolean chunked;
    private final long expireAtMs;
    private final byte[] payload;

    private ElementValue(boolean chunked, long expireAtMs, byte[] payload) {
        this.chunked = chunked;
        this.expireAtMs = expireAtMs;
        this.payload = payload;
    }

    /** A value that is kept in the row. Not copied. */
    public static ElementValue of(byte[] payload) {
        return new ElementValue(false, Header.NO_EXPIRY, payload);
    }

    /** No value: a set's member. */
    public static ElementValue nothing() {
        return of(NOTHING);
    }

    /**
     * A sorted set member's score.
     *
     * @throws IllegalArgumentException if it is NaN
     */
    public static ElementValue ofScore(double score) {
        byte[] payload = new byte[8];
        OrderedCodec.putDouble(payload, 0, score);
        return of(payload);
    }

    /** A value that is kept in value chunks; the reference's id is the chunks' {@code valueId}. */
    public static ElementValue ofChunks(ChunkedString reference) {
        return new ElementValue(true, Header.NO_EXPIRY, reference.encode());
    }

    /**
     * The same value with another expiry: milliseconds since 1970, or {@link Header#NO_EXPIRY}.
     *
     * @throws IllegalArgumentException if the time is negative and not that
     */
    public ElementValue withExpireAt(long timeMs) {
        if (timeMs < Header.NO_EXPIRY) {
            throw new IllegalArgumentException("a time before 1970: " + timeMs);
        }
        return timeMs == expireAtMs ? this : new ElementValue(chunked, timeMs, payload);
    }

    /** When the element expires, in milliseconds since 1970, or {@link Header#NO_EXPIRY}. Fields of hashes alone do. */
    public long expireAtMs() {
        return expireAtMs;
    }

    /** Whether the element expires at all. */
    public boolean expires() {
        return expireAtMs != Header.NO_EXPIRY;
    }

    /** Whether the payload is a reference to value chunks. */
    public boolean isChunked() {
        return chunked;
    }

    /** The value, or the reference to its chunks. Not copied: it must not be changed. */
    public byte[] payload() {
        return payload;
    }

    /**
     * The score.
     *
     * @throws EncodingException if the value is not a score
     */
    public double score() {
        if (chunked || payload.length != 8) {
            throw new EncodingException("not a score: " + this);
        }
        return OrderedCodec.getDouble(payload, 0);
    }

    /**
     * The reference to the value's chunks.
     *
     * @throws EncodingException if the value is not in chunks
     */
    public ChunkedString chunks() {
        if (!chunked) {
            throw new EncodingException("not in chunks: " + this);
        }
        return ChunkedString.decode(payload);
    }

    /**
     * The row's value. Flags, then the time (8 bytes) if it expires, then the element (varint length, bytes) if it is long,
     * then the payload to the end.
     */
    public byte[] encode(byte[] element) {
        boolean whole = KeyTail.standsWhole(element);
        int elementBytes = whole ? 0 : OrderedCodec.varintSize(element.length) + element.length;
        byte[] value = new byte[FLAGS + (expires() ? 8 : 0) + elementBytes + payload.length];
        value[0] = (byte) ((whole ? 0 : LONG_ELEMENT) | (chunked ? CHUNKED : 0) | (expires() ? EXPIRES : 0));
        int at = FLAGS;
        if (expires()) {
            OrderedCodec.putLong(value, at, expireAtMs);
            at += 8;
        }
        if (!whole) {
            at = OrderedCodec.putVarint(value, at, element.length);
            System.arraycopy(element, 0, value, at, element.length);
            at += element.length;
        }
        System.arraycopy(payload, 0, value, at, payload.length);
        return value;
    }

    /** @throws EncodingException if this is not an element row's value of this version */
    public static ElementValue decode(byte[] rowValue) {
        ByteReader in = new ByteReader(rowValue, "element value");
        int flags = readFlags(in);
        long expireAtMs = (flags & EXPIRES) != 0 ? in.readTime() : Header.NO_EXPIRY;
        if ((flags & LONG_ELEMENT) != 0) {
            in.skip(in.readLongNameLength());
        }
        return new ElementValue((flags & CHUNKED) != 0, expireAtMs, in.readRest());
    }

    /**
     * The element of a row.
     *
     * @param rowValue looked at only if the row key holds a digest
     * @throws EncodingException if these are not an element's row key and value, or do not belong together
     */
    public static byte[] elementOf(byte[] rowKey, byte[] rowValue) {
        KeyTail tail = RowKeys.decodeElement(rowKey).element();
        if (tail.isWhole()) {
            return tail.name();
        }
        ByteReader in = new ByteReader(rowValue, "element value");
        int flags = readFlags(in);
        if ((flags & LONG_ELEMENT) == 0) {
            throw in.error("lacks the element that its row key is a digest of");
        }
        if ((flags & EXPIRES) != 0) {
            in.readTime();
        }
        return tail.nameOr(in.readBytes(in.readLongNameLength()));
    }

    private static int readFlags(ByteReader in) {
        byte flags = in.readByte();
        if ((flags & ~KNOWN_FLAGS) != 0) {
            throw in.error(String.format("flags 0x%02X are not known", flags));
        }
        return flags;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ElementValue that
                && chunked == that.chunked
                && expireAtMs == that.expireAtMs
                && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Boolean.hashCode(chunked) + Long.hashCode(expireAtMs)) + Arrays.hashCode(payload);
    }

    @Override
    public String toString() {
        return "ElementValue[chunked=" + chunked + ", expireAtMs=" + expireAtMs + ", payload of " + payload.length
                + " bytes]";
    }
}
