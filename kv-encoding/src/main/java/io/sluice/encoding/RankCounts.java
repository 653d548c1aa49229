package io.sluice.encoding;

/**
 * How many members the children of a {@link RankNode} have, in their order. A member that comes or goes changes one of them:
 * so there are questions and changes that do not take the row's value apart, and look at no more of it than they must.
 */
public final class RankCounts {
    private static final String WHAT = "rank counts";

    private RankCounts() {}

    /**
     * The row's value: number of children, then each child's members, as varints.
     *
     * @throws IllegalArgumentException if one is negative
     */
    public static byte[] encode(long... counts) {
        byte[] value = new byte[sizeOf(counts)];
        int at = OrderedCodec.putVarint(value, 0, counts.length);
        for (long count : counts) {
            at = OrderedCodec.putVarint(value, at, count);
        }
        return value;
    }

    /** @throws EncodingException if this is not such a row's value */
    public static long[] decode(byte[] rowValue) {
        ByteReader in = new ByteReader(rowValue, WHAT);
        long[] counts = new long[in.readVarint(in.remaining())];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = readCount(in);
        }
        in.finish();
        return counts;
    }

    /** The number of children. */
    public static int size(byte[] rowValue) {
        return new ByteReader(rowValue, WHAT).readVarint(rowValue.length);
    }

    /** How many members the children of {@code [from, to)} have together. */
    public static long sum(byte[] rowValue, int from, int to) {
        ByteReader in = at(rowValue, from);
        long sum = 0;
        for (int child = from; child < to; child++) {
            sum += readCount(in);
        }
        return sum;
    }

    /**
     * The row's value when a child has so many members more, or less.
     *
     * @throws IllegalArgumentException if it has less than none then
     */
    public static byte[] plus(byte[] rowValue, int child, long members) {
        ByteReader in = at(rowValue, child);
        int from = in.position();
        long count = readCount(in) + members;
        if (count < 0) {
            throw new IllegalArgumentException("a count of " + count);
        }
        int end = from + OrderedCodec.varintSize(count);
        byte[] changed = new byte[end + in.remaining()];
        System.arraycopy(rowValue, 0, changed, 0, from);
        OrderedCodec.putVarint(changed, from, count);
        System.arraycopy(rowValue, in.position(), changed, end, in.remaining());
        return changed;
    }

    private static ByteReader at(byte[] rowValue, int child) {
        ByteReader in = new ByteReader(rowValue, WHAT);
        in.skipVarints(1 + child);
        return in;
    }

    private static long readCount(ByteReader in) {
        long count = in.readVarint();
        if (count < 0) {
            throw in.error("a count of " + Long.toUnsignedString(count));
        }
        return count;
    }

    private static int sizeOf(long... counts) {
        int size = OrderedCodec.varintSize(counts.length);
        for (long count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException("a count of " + count);
            }
            size += OrderedCodec.varintSize(count);
        }
        return size;
    }

    /** Reads over a row's value, and answers the number of children. */
    static int skip(ByteReader in) {
        int size = in.readVarint(in.remaining());
        for (int i = 0; i < size; i++) {
            readCount(in);
        }
        return size;
    }
}
