package io.sluice.encoding;

import java.util.Arrays;

/**
 * The value of a LIST_CHUNK row: one byte that tells what follows, then either elements ({@link ListEntries}) up to the
 * end, or what refers to a single element that is too large for a row.
 */
public final class ListChunkValue {
    /** Where the elements of a chunk begin. */
    public static final int ELEMENTS_AT = 1;

    private static final byte ELEMENTS = 1;
    private static final byte LARGE = 2;

    private ListChunkValue() {}

    /** A chunk of these elements, at least one. */
    public static byte[] ofElements(byte[] entries, int from, int to) {
        byte[] value = new byte[ELEMENTS_AT + to - from];
        value[0] = ELEMENTS;
        System.arraycopy(entries, from, value, ELEMENTS_AT, to - from);
        return value;
    }

    /** A chunk of one element that is in value chunks. */
    public static byte[] ofLarge(ChunkedString reference) {
        byte[] encoded = reference.encode();
        byte[] value = new byte[1 + encoded.length];
        value[0] = LARGE;
        System.arraycopy(encoded, 0, value, 1, encoded.length);
        return value;
    }

    /**
     * Whether the chunk is one element in value chunks.
     *
     * @throws EncodingException if it is neither of the two
     */
    public static boolean isLarge(byte[] value) {
        if (value.length < 2 || (value[0] != ELEMENTS && value[0] != LARGE)) {
            throw new EncodingException("not a list chunk's value: " + value.length + " bytes");
        }
        return value[0] == LARGE;
    }

    /** What refers to the one large element. */
    public static ChunkedString reference(byte[] value) {
        return ChunkedString.decode(Arrays.copyOfRange(value, 1, value.length));
    }
}
