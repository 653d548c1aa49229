package io.sluice.encoding;

/**
 * Elements one after another, each as length (varint) and bytes: what list chunks and the ends of a spread list hold.
 * Elements are named by the offset of their length, so that a walk makes no objects. The bytes must be such a run; what is
 * wrong in them shows as {@link EncodingException} when it is met.
 */
public final class ListEntries {
    private ListEntries() {}

    /** How many bytes an element of this length takes. */
    public static int sizeOf(int length) {
        return OrderedCodec.varintSize(length) + length;
    }

    /** The number of bytes of the element. */
    public static int length(byte[] bytes, int at) {
        if (at < bytes.length && bytes[at] >= 0) {
            return bytes[at];
        }
        return (int) new VarintCursor(bytes, at).next(Integer.MAX_VALUE);
    }

    /** Where the bytes of an element of this length begin. */
    public static int start(int at, int length) {
        return length < 128 ? at + 1 : at + OrderedCodec.varintSize(length);
    }

    /** The offset behind the element. */
    public static int next(byte[] bytes, int at) {
        int length = length(bytes, at);
        int end = start(at, length) + length;
        if (end > bytes.length || end < 0) {
            throw new EncodingException("a list's element is cut short");
        }
        return end;
    }

    /** The offset of the element that comes this many behind. */
    public static int skip(byte[] bytes, int at, int elements) {
        int offset = at;
        for (int i = 0; i < elements; i++) {
            offset = next(bytes, offset);
        }
        return offset;
    }

    /**
     * How many elements there are.
     *
     * @throws EncodingException if the bytes are not a whole number of elements
     */
    public static int count(byte[] bytes, int from, int to) {
        int count = 0;
        int at = from;
        while (at < to) {
            at = next(bytes, at);
            count++;
        }
        if (at != to) {
            throw new EncodingException("a list's elements end in the middle of one");
        }
        return count;
    }

    /** The offsets of so many elements, in order. */
    public static int[] offsets(byte[] bytes, int from, int count) {
        int[] offsets = new int[count];
        int at = from;
        for (int i = 0; i < count; i++) {
            offsets[i] = at;
            at = next(bytes, at);
        }
        return offsets;
    }

    /** Writes an element; answers the offset behind it. */
    public static int put(byte[] target, int offset, byte[] source, int from, int length) {
        int at = OrderedCodec.putVarint(target, offset, length);
        System.arraycopy(source, from, target, at, length);
        return at + length;
    }
}
