package io.sluice.encoding;

/** How many members the children of a {@link RankNode} have, in their order. */
public final class RankCounts {
    private RankCounts() {}

    /**
     * The row's value: number of children, then each child's members, as varints.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public static byte[] encode(long... counts) {
        byte[] value = new byte[sizeOf(counts)];
        put(value, 0, counts);
        return value;
    }

    /** @throws EncodingException if this is not such a row's value */
    public static long[] decode(byte[] rowValue) {
        ByteReader in = new ByteReader(rowValue, "rank counts");
        long[] counts = read(in);
        in.finish();
        return counts;
    }

    static int sizeOf(long... counts) {
        int size = OrderedCodec.varintSize(counts.length);
        for (long count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException("a count of " + count);
            }
            size += OrderedCodec.varintSize(count);
        }
        return size;
    }

    static int put(byte[] target, int offset, long... counts) {
        int at = OrderedCodec.putVarint(target, offset, counts.length);
        for (long count : counts) {
            at = OrderedCodec.putVarint(target, at, count);
        }
        return at;
    }

    static long[] read(ByteReader in) {
        long[] counts = new long[in.readVarint(in.remaining())];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = in.readVarint();
            if (counts[i] < 0) {
                throw in.error("a count of " + Long.toUnsignedString(counts[i]));
            }
        }
        return counts;
    }
}
