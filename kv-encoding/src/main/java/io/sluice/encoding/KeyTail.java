package io.sluice.encoding;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The last part of a row key: a Redis key or an element, or what stands for it when it is long.
 *
 * <p>Up to {@value #MAX_WHOLE} bytes the name stands as it is. Of a longer name the first {@value #MAX_WHOLE} bytes
 * stand, followed by the first {@value #DIGEST_BYTES} bytes of the SHA-256 of the whole name, which is then in the
 * row's value. The length is the marker: a tail above {@value #MAX_WHOLE} bytes is always {@value #MAX_LENGTH} bytes,
 * and no name stands whole at that length, so the two forms never meet. Names that differ within the first
 * {@value #MAX_WHOLE} bytes sort as bytes in both forms, and a name sorts before the long names that it begins: so
 * score rows keep the order of members; only long members that share all of the prefix are in no particular order.
 */
public final class KeyTail {
    /** The longest name, in bytes, that stands whole in a row key. */
    public static final int MAX_WHOLE = 1024;
    /** The length of the digest. */
    public static final int DIGEST_BYTES = 16;
    /** The longest tail: prefix and digest. */
    public static final int MAX_LENGTH = MAX_WHOLE + DIGEST_BYTES;

    private static final byte[] EMPTY = {};

    private final byte[] bytes;

    private KeyTail(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The tail of a name of any length. */
    public static KeyTail of(byte[] name) {
        byte[] bytes = new byte[lengthOf(name)];
        put(bytes, 0, name);
        return new KeyTail(bytes);
    }

    /** Whether a name stands whole in row keys; if not, the row's value must hold it. */
    public static boolean standsWhole(byte[] name) {
        return name.length <= MAX_WHOLE;
    }

    /** The value of a row that has no other value: nothing, or the whole name when it is long. Not copied. */
    public static byte[] valueFor(byte[] name) {
        return standsWhole(name) ? EMPTY : name;
    }

    /** Whether this is the name itself. */
    public boolean isWhole() {
        return bytes.length <= MAX_WHOLE;
    }

    /**
     * The name.
     *
     * @throws IllegalStateException if it is not {@linkplain #isWhole() whole}: it is in the row's value then
     */
    public byte[] name() {
        if (!isWhole()) {
            throw new IllegalStateException("the row key holds a digest; the name is in the row's value");
        }
        return bytes;
    }

    /**
     * The name, from the row key or, when it is long, from the value of a row that has no other value.
     *
     * @throws EncodingException if a value holds another name than the row key stands for
     */
    public byte[] nameOr(byte[] value) {
        if (isWhole()) {
            return bytes;
        }
        if (!standsFor(value)) {
            throw new EncodingException(
                    "a row's value of " + value.length + " bytes is not the name that its key stands for");
        }
        return value;
    }

    /** Whether this is the tail of the name. */
    public boolean standsFor(byte[] name) {
        if (isWhole() || standsWhole(name)) {
            return Arrays.equals(bytes, name);
        }
        return Arrays.equals(bytes, 0, MAX_WHOLE, name, 0, MAX_WHOLE)
                && Arrays.equals(bytes, MAX_WHOLE, MAX_LENGTH, sha256(name), 0, DIGEST_BYTES);
    }

    static int lengthOf(byte[] name) {
        return name.length <= MAX_WHOLE ? name.length : MAX_LENGTH;
    }

    static void put(byte[] target, int offset, byte[] name) {
        if (name.length <= MAX_WHOLE) {
            System.arraycopy(name, 0, target, offset, name.length);
        } else {
            System.arraycopy(name, 0, target, offset, MAX_WHOLE);
            System.arraycopy(sha256(name), 0, target, offset + MAX_WHOLE, DIGEST_BYTES);
        }
    }

    static KeyTail read(ByteReader in) {
        int length = in.remaining();
        if (length > MAX_WHOLE && length != MAX_LENGTH) {
            throw in.error("a tail of " + length + " bytes, which is neither a name nor a digest");
        }
        return new KeyTail(in.readRest());
    }

    private static byte[] sha256(byte[] name) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(name);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyTail that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return (isWhole() ? "name of " : "prefix and digest of ") + bytes.length + " bytes";
    }
}
