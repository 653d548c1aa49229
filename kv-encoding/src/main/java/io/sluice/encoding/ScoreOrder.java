package io.sluice.encoding;

import java.util.Arrays;

/**
 * What a spread sorted set's reference says of the order of its members: the first and the last place that hold one, and
 * the top of the rank tree. A place is what stands behind the id in the key of a score row.
 *
 * <p>The ends are exact, so that who looks for them does not walk over what was deleted before them. The counts of the
 * tree's root are here, because the reference is written anyway when a member comes or goes.
 *
 * @param lowest the place of the first score row; not copied
 * @param highest the place of the last score row; not copied
 * @param height how many levels of nodes the rank tree has; 0 when there is none
 * @param nextNode the number that the next node is given, unsigned; 0 without a tree. The root is node 0
 * @param counts the members of the root's children; none without a tree
 */
public record ScoreOrder(byte[] lowest, byte[] highest, int height, int nextNode, long[] counts) {
    private static final int MAX_HEIGHT = 32;
    private static final long[] NO_COUNTS = {};

    /** @throws IllegalArgumentException if the height is out of bounds, or does not go with the rest */
    public ScoreOrder {
        boolean none = nextNode == 0 && counts.length == 0;
        if (height < 0 || height > MAX_HEIGHT || (height == 0) != none) {
            throw new IllegalArgumentException(
                    "a tree of height " + height + " with " + counts.length + " children and next node " + nextNode);
        }
    }

    /** The order of few members, which need no tree. */
    public ScoreOrder(byte[] lowest, byte[] highest) {
        this(lowest, highest, 0, 0, NO_COUNTS);
    }

    /** The bytes: both places (varint length, bytes), height (1 byte), then, with a tree, next node and counts. */
    public byte[] encode() {
        int length = sizeOf(lowest) + sizeOf(highest) + 1;
        if (height > 0) {
            length += OrderedCodec.varintSize(Integer.toUnsignedLong(nextNode)) + RankCounts.sizeOf(counts);
        }
        byte[] target = new byte[length];
        int at = put(target, put(target, 0, lowest), highest);
        target[at++] = (byte) height;
        if (height > 0) {
            at = OrderedCodec.putVarint(target, at, Integer.toUnsignedLong(nextNode));
            RankCounts.put(target, at, counts);
        }
        return target;
    }

    private static int sizeOf(byte[] place) {
        return OrderedCodec.varintSize(place.length) + place.length;
    }

    private static int put(byte[] target, int offset, byte[] place) {
        int at = OrderedCodec.putVarint(target, offset, place.length);
        System.arraycopy(place, 0, target, at, place.length);
        return at + place.length;
    }

    /** @throws EncodingException if {@link #encode} does not make such bytes */
    public static ScoreOrder decode(byte[] bytes) {
        ByteReader in = new ByteReader(bytes, "order of scores");
        byte[] lowest = in.readBytes(in.readVarint(Integer.MAX_VALUE));
        byte[] highest = in.readBytes(in.readVarint(Integer.MAX_VALUE));
        int height = in.readByte();
        int nextNode = 0;
        long[] counts = NO_COUNTS;
        if (height != 0) {
            long next = in.readVarint();
            counts = RankCounts.read(in);
            if (height < 0 || height > MAX_HEIGHT || next == 0 || next >>> 32 != 0 || counts.length == 0) {
                throw in.error("height " + height + ", next node " + Long.toUnsignedString(next) + ", " + counts.length
                        + " counts");
            }
            nextNode = (int) next;
        }
        in.finish();
        return new ScoreOrder(lowest, highest, height, nextNode, counts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScoreOrder that
                && Arrays.equals(lowest, that.lowest)
                && Arrays.equals(highest, that.highest)
                && height == that.height
                && nextNode == that.nextNode
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(lowest) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "ScoreOrder[height=" + height + ", nextNode=" + Integer.toUnsignedString(nextNode) + ", counts="
                + Arrays.toString(counts) + "]";
    }
}
