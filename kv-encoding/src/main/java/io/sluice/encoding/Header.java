package io.sluice.encoding;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The header of a key: what its value is, when it expires, and the value itself or where it lies. Immutable.
 *
 * <p>Bytes: format, type, encoding, flags, then the expiry (8 bytes) if any, then the key (varint length, bytes) if it
 * is too long for the row key, then the payload to the end.
 */
public final class Header {
    /** What {@link #expireAtMs()} answers for a key that does not expire. */
    public static final long NO_EXPIRY = -1;

    static final byte FORMAT = 1;

    private static final int FIXED = 4;
    private static final int EXPIRES = 0x01;
    private static final int LONG_KEY = 0x02;
    private static final int KNOWN_FLAGS = EXPIRES | LONG_KEY;

    private final byte encoding;
    private final long expireAtMs;
    /** Null while the payload is open. */
    private final byte @Nullable [] payload;

    private final @Nullable OpenPayload open;

    private Header(byte encoding, long expireAtMs, byte @Nullable [] payload, @Nullable OpenPayload open) {
        this.encoding = encoding;
        this.expireAtMs = expireAtMs;
        this.payload = payload;
        this.open = open;
    }

    /**
     * A header that does not expire.
     *
     * @param encoding one of {@link ValueEncoding}; it implies the type
     * @param payload the value, or the reference of what is spread; not copied
     * @throws IllegalArgumentException if the encoding is not known
     */
    public static Header of(byte encoding, byte[] payload) {
        return of(encoding, NO_EXPIRY, payload);
    }

    /**
     * A header.
     *
     * @param encoding one of {@link ValueEncoding}; it implies the type
     * @param expireAtMs milliseconds since 1970, or {@link #NO_EXPIRY}
     * @param payload the value, or the reference of what is spread; not copied
     * @throws IllegalArgumentException if the encoding is not known, or the time is negative and not NO_EXPIRY
     */
    public static Header of(byte encoding, long expireAtMs, byte[] payload) {
        if (!ValueEncoding.isKnown(encoding)) {
            throw new IllegalArgumentException(String.format("no such encoding: 0x%02X", encoding));
        }
        return new Header(encoding, checkedTime(expireAtMs), Objects.requireNonNull(payload), null);
    }

    /**
     * A header whose payload is not put together yet.
     *
     * @param encoding one of {@link ValueEncoding} whose values are spread
     * @param expireAtMs milliseconds since 1970, or {@link #NO_EXPIRY}
     * @throws IllegalArgumentException if the encoding is not such a one, or the time as in the others
     */
    public static Header of(byte encoding, long expireAtMs, OpenPayload payload) {
        if (!ValueEncoding.isSpread(encoding)) {
            throw new IllegalArgumentException(String.format("not an encoding of what is spread: 0x%02X", encoding));
        }
        return new Header(encoding, checkedTime(expireAtMs), null, Objects.requireNonNull(payload));
    }

    /** One of {@link ValueType}. */
    public byte type() {
        return ValueEncoding.typeOf(encoding);
    }

    /** One of {@link ValueEncoding}. */
    public byte encoding() {
        return encoding;
    }

    /** Milliseconds since 1970, or {@link #NO_EXPIRY}. */
    public long expireAtMs() {
        return expireAtMs;
    }

    /** Whether the key expires at all. */
    public boolean expires() {
        return expireAtMs != NO_EXPIRY;
    }

    /** Whether the key is gone at this time. As in Redis it is still there in the very millisecond of its time. */
    public boolean isExpiredAt(long nowMs) {
        return expires() && expireAtMs < nowMs;
    }

    /**
     * The value, or the encoded reference of what is spread. Not copied: it must not be changed. Put together each time while
     * the payload is open.
     */
    public byte[] payload() {
        byte[] there = payload;
        if (there == null) {
            there = new byte[payloadLength()];
            putPayload(there, 0);
        }
        return there;
    }

    /** How many bytes the payload has; of an open one too, without putting it together. */
    public int payloadLength() {
        return payload != null ? payload.length : Objects.requireNonNull(open).length();
    }

    /** Writes the payload into an array from an offset on. */
    public void putPayload(byte[] target, int offset) {
        if (payload != null) {
            System.arraycopy(payload, 0, target, offset, payload.length);
        } else {
            Objects.requireNonNull(open).put(target, offset);
        }
    }

    /** The payload as who changed the value last has left it; null where it is bytes. */
    public @Nullable OpenPayload open() {
        return open;
    }

    /** The same header with its payload as bytes: who keeps it for long would keep what an open one needs to grow, too. */
    public Header closed() {
        return payload != null ? this : new Header(encoding, expireAtMs, payload(), null);
    }

    /** The same value with another expiry: milliseconds since 1970, or {@link #NO_EXPIRY}. */
    public Header withExpireAt(long timeMs) {
        return timeMs == expireAtMs ? this : new Header(encoding, checkedTime(timeMs), payload, open);
    }

    /** The row's value, for a key of at most {@link KeyTail#MAX_WHOLE} bytes. */
    public byte[] encode() {
        byte[] row = new byte[FIXED + expiryBytes() + payloadLength()];
        putPayload(row, putFixed(row, 0, 0));
        return row;
    }

    /** The row's value for a key of any length: a key too long for the row key is kept in it. */
    public byte[] encode(byte[] key) {
        byte[] row = new byte[encodedLength(key)];
        put(key, row, 0);
        return row;
    }

    /** How many bytes {@link #encode(byte[])} makes. */
    public int encodedLength(byte[] key) {
        int keyBytes = KeyTail.standsWhole(key) ? 0 : OrderedCodec.varintSize(key.length) + key.length;
        return FIXED + expiryBytes() + keyBytes + payloadLength();
    }

    /** Writes what {@link #encode(byte[])} makes into an array, from an offset on. */
    public void put(byte[] key, byte[] target, int offset) {
        if (KeyTail.standsWhole(key)) {
            putPayload(target, putFixed(target, offset, 0));
            return;
        }
        int at = putFixed(target, offset, LONG_KEY);
        at = OrderedCodec.putVarint(target, at, key.length);
        System.arraycopy(key, 0, target, at, key.length);
        putPayload(target, at + key.length);
    }

    /**
     * Reads a header row's value.
     *
     * @throws EncodingException if it was not written by {@link #encode} of this version
     */
    public static Header decode(byte[] value) {
        ByteReader in = new ByteReader(value, "header");
        in.readFormat(FORMAT);
        byte encoding = readEncoding(in);
        int flags = readFlags(in);
        long expireAtMs = (flags & EXPIRES) != 0 ? in.readTime() : NO_EXPIRY;
        if ((flags & LONG_KEY) != 0) {
            in.skip(in.readLongNameLength());
        }
        return new Header(encoding, expireAtMs, in.readRest(), null);
    }

    /**
     * Whether the key must be taken from the row's value, as the row key holds a digest of it. A scan may ask for row
     * keys alone, and read values only where this says so.
     *
     * @throws EncodingException if this is not a header's row key
     */
    public static boolean needsValueForKey(byte[] rowKey) {
        return !RowKeys.decodeHeader(rowKey).key().isWhole();
    }

    /**
     * The Redis key of a header row.
     *
     * @param rowValue looked at only if {@link #needsValueForKey(byte[])}
     * @throws EncodingException if these are not a header's row key and value, or do not belong together
     */
    public static byte[] keyOf(byte[] rowKey, byte[] rowValue) {
        KeyTail tail = RowKeys.decodeHeader(rowKey).key();
        return tail.isWhole() ? tail.name() : tail.nameOr(longKeyOf(rowValue));
    }

    private static byte[] longKeyOf(byte[] value) {
        ByteReader in = new ByteReader(value, "header");
        in.readFormat(FORMAT);
        readEncoding(in);
        int flags = readFlags(in);
        if ((flags & LONG_KEY) == 0) {
            throw in.error("lacks the key that its row key is a digest of");
        }
        if ((flags & EXPIRES) != 0) {
            in.readTime();
        }
        return in.readBytes(in.readLongNameLength());
    }

    private static byte readEncoding(ByteReader in) {
        byte type = in.readByte();
        if (!ValueType.isKnown(type)) {
            throw in.error(String.format("type 0x%02X is not known", type));
        }
        byte encoding = in.readByte();
        if (!ValueEncoding.isKnown(encoding) || ValueEncoding.typeOf(encoding) != type) {
            throw in.error(String.format("encoding 0x%02X is not known for type 0x%02X", encoding, type));
        }
        return encoding;
    }

    private static int readFlags(ByteReader in) {
        byte flags = in.readByte();
        if ((flags & ~KNOWN_FLAGS) != 0) {
            throw in.error(String.format("flags 0x%02X are not known", flags));
        }
        return flags;
    }

    private int expiryBytes() {
        return expires() ? 8 : 0;
    }

    /** Returns where it ends. */
    private int putFixed(byte[] target, int offset, int flags) {
        target[offset] = FORMAT;
        target[offset + 1] = type();
        target[offset + 2] = encoding;
        if (!expires()) {
            target[offset + 3] = (byte) flags;
            return offset + FIXED;
        }
        target[offset + 3] = (byte) (flags | EXPIRES);
        OrderedCodec.putLong(target, offset + FIXED, expireAtMs);
        return offset + FIXED + 8;
    }

    private static long checkedTime(long timeMs) {
        if (timeMs < NO_EXPIRY) {
            throw new IllegalArgumentException("a time before 1970: " + timeMs);
        }
        return timeMs;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Header that
                && encoding == that.encoding
                && expireAtMs == that.expireAtMs
                && Arrays.equals(payload(), that.payload());
    }

    @Override
    public int hashCode() {
        return Objects.hash(encoding, expireAtMs, Arrays.hashCode(payload()));
    }

    @Override
    public String toString() {
        return String.format(
                "Header[encoding=0x%02X, expireAtMs=%d, payload of %d bytes]", encoding, expireAtMs, payloadLength());
    }
}
