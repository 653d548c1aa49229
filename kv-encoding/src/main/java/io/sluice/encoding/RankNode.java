package io.sluice.encoding;

import java.util.Arrays;
import java.util.List;

/**
 * How a node of a sorted set's rank tree cuts its part of the order into children. A <em>place</em> in the order is what
 * stands behind the id in the key of a score row: score and member. Every child but the first begins at a place that the
 * node holds, and ends where the next one begins.
 *
 * <p>The children of a node of level 1 are stretches of members, which have no row of their own; those of a higher level
 * are nodes, named by number. How many members each child has is in a row of its own ({@link RankCounts}), because that
 * changes with every member, and this does not.
 *
 * <p>A view over the row's value: a search makes no objects. Immutable: a change answers a new node.
 */
public final class RankNode {
    private static final int MAX_LEVEL = 32;

    private final byte[] bytes;
    private final int level;
    /** Where each child's start stands in the bytes; of no meaning for the first. */
    private final int[] offsets;

    private final int[] lengths;
    /** The number of each child; all 0 at level 1. */
    private final int[] numbers;

    private RankNode(byte[] bytes, int level, int size) {
        this.bytes = bytes;
        this.level = level;
        this.offsets = new int[size];
        this.lengths = new int[size];
        this.numbers = new int[size];
    }

    /**
     * A node.
     *
     * @param level 1 for a node whose children are stretches of members
     * @param starts the place where each child but the first begins, ascending
     * @param numbers the numbers of the children, unsigned, for a node above level 1; else none
     */
    public static RankNode of(int level, List<byte[]> starts, int... numbers) {
        int size = starts.size() + 1;
        if (level < 1 || level > MAX_LEVEL || numbers.length != (level == 1 ? 0 : size)) {
            throw new IllegalArgumentException(
                    "no node of level " + level + " has " + size + " children and " + numbers.length + " numbers");
        }
        int length = 1 + OrderedCodec.varintSize(size);
        for (byte[] start : starts) {
            length += OrderedCodec.varintSize(start.length) + start.length;
        }
        for (int number : numbers) {
            length += OrderedCodec.varintSize(Integer.toUnsignedLong(number));
        }
        RankNode node = new RankNode(new byte[length], level, size);
        node.bytes[0] = (byte) level;
        int at = OrderedCodec.putVarint(node.bytes, 1, size);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                byte[] start = starts.get(i - 1);
                at = OrderedCodec.putVarint(node.bytes, at, start.length);
                System.arraycopy(start, 0, node.bytes, at, start.length);
                node.offsets[i] = at;
                node.lengths[i] = start.length;
                at += start.length;
            }
            if (level > 1) {
                node.numbers[i] = numbers[i];
                at = OrderedCodec.putVarint(node.bytes, at, Integer.toUnsignedLong(numbers[i]));
            }
        }
        return node;
    }

    /** @throws EncodingException if this is not such a row's value */
    public static RankNode decode(byte[] rowValue) {
        ByteReader in = new ByteReader(rowValue, "rank node");
        int level = in.readByte();
        int size = in.readVarint(rowValue.length);
        if (level < 1 || level > MAX_LEVEL || size == 0) {
            throw in.error("level " + level + " with " + size + " children");
        }
        RankNode node = new RankNode(rowValue, level, size);
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                node.lengths[i] = in.readVarint(Integer.MAX_VALUE);
                node.offsets[i] = rowValue.length - in.remaining();
                in.skip(node.lengths[i]);
            }
            if (level > 1) {
                node.numbers[i] = readNumber(in);
            }
        }
        in.finish();
        return node;
    }

    private static int readNumber(ByteReader in) {
        long number = in.readVarint();
        if (number >>> 32 != 0) {
            throw in.error("a node numbered " + Long.toUnsignedString(number));
        }
        return (int) number;
    }

    /** The row's value: level (1 byte), number of children, then of each its start, unless it is the first, and its number. */
    public byte[] encode() {
        return bytes;
    }

    /** 1 where the children are stretches of members. */
    public int level() {
        return level;
    }

    /** The number of children. */
    public int size() {
        return offsets.length;
    }

    /** A copy of the place where a child begins; not of the first child. */
    public byte[] start(int child) {
        if (child < 1) {
            throw new IllegalArgumentException("the first child begins where its node does");
        }
        return Arrays.copyOfRange(bytes, offsets[child], offsets[child] + lengths[child]);
    }

    /** The number, unsigned, of a child that is a node. */
    public int number(int child) {
        return numbers[child];
    }

    /** The child that a place belongs to. */
    public int childAt(byte[] place) {
        int low = 1;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int start = offsets[middle];
            if (Arrays.compareUnsigned(bytes, start, start + lengths[middle], place, 0, place.length) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankNode that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "RankNode[level=" + level + ", " + size() + " children]";
    }
}
