package io.sluice.encoding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a spread sorted set's reference says of the order of its members: the first and the last places that hold one, and
 * the top of the rank tree. A place is what stands behind the id in the key of a score row.
 *
 * <p>The ends are exact, so that who looks for them does not walk over what was deleted before them. The counts of the
 * tree's root are here, because the reference is written anyway when a member comes or goes.
 *
 * @param first the places of the first score rows, in order, at least one
 * @param last the places of the last score rows, the last one first, at least one
 * @param height how many levels of nodes the rank tree has; 0 when there is none
 * @param nextNode the number that the next node is given, unsigned; 0 without a tree. The root is node 0
 * @param counts the members of the root's children; none without a tree
 */
public record ScoreOrder(List<byte[]> first, List<byte[]> last, int height, int nextNode, long[] counts) {
    private static final int MAX_HEIGHT = 32;
    private static final int MAX_PLACES = 255;
    private static final long[] NO_COUNTS = {};

    /** @throws IllegalArgumentException if the height is out of bounds, or does not go with the rest */
    public ScoreOrder {
        checkCount(first);
        checkCount(last);
        boolean none = nextNode == 0 && counts.length == 0;
        if (height < 0 || height > MAX_HEIGHT || (height == 0) != none) {
            throw new IllegalArgumentException(
                    "a tree of height " + height + " with " + counts.length + " children and next node " + nextNode);
        }
    }

    /** The order of few members, which need no tree. */
    public ScoreOrder(List<byte[]> first, List<byte[]> last) {
        this(first, last, 0, 0, NO_COUNTS);
    }

    private static void checkCount(List<byte[]> places) {
        if (places.isEmpty() || places.size() > MAX_PLACES) {
            throw new IllegalArgumentException(places.size() + " places");
        }
    }

    /** The place of the first score row; not copied. */
    public byte[] lowest() {
        return first.get(0);
    }

    /** The place of the last score row; not copied. */
    public byte[] highest() {
        return last.get(0);
    }

    /**
     * The bytes: the first places and the last ones (their number, 1 byte; of each varint length and bytes), height (1
     * byte), then, with a tree, next node and counts.
     */
    public byte[] encode() {
        int length = sizeOf(first) + sizeOf(last) + 1;
        if (height > 0) {
            length += OrderedCodec.varintSize(Integer.toUnsignedLong(nextNode)) + RankCounts.sizeOf(counts);
        }
        byte[] target = new byte[length];
        int at = put(target, put(target, 0, first), last);
        target[at++] = (byte) height;
        if (height > 0) {
            at = OrderedCodec.putVarint(target, at, Integer.toUnsignedLong(nextNode));
            RankCounts.put(target, at, counts);
        }
        return target;
    }

    private static int sizeOf(List<byte[]> places) {
        int length = 1;
        for (byte[] place : places) {
            length += OrderedCodec.varintSize(place.length) + place.length;
        }
        return length;
    }

    private static int put(byte[] target, int offset, List<byte[]> places) {
        int at = offset;
        target[at++] = (byte) places.size();
        for (byte[] place : places) {
            at = OrderedCodec.putVarint(target, at, place.length);
            System.arraycopy(place, 0, target, at, place.length);
            at += place.length;
        }
        return at;
    }

    private static List<byte[]> places(ByteReader in) {
        int count = in.readByte() & 0xFF;
        if (count == 0) {
            throw in.error("no place at an end");
        }
        List<byte[]> places = new ArrayList<>(Math.min(count, in.remaining()));
        for (int i = 0; i < count; i++) {
            places.add(in.readBytes(in.readVarint(Integer.MAX_VALUE)));
        }
        return places;
    }

    /** @throws EncodingException if {@link #encode} does not make such bytes */
    public static ScoreOrder decode(byte[] bytes) {
        ByteReader in = new ByteReader(bytes, "order of scores");
        List<byte[]> first = places(in);
        List<byte[]> last = places(in);
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
        return new ScoreOrder(first, last, height, nextNode, counts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScoreOrder that
                && Arrays.deepEquals(first.toArray(), that.first.toArray())
                && Arrays.deepEquals(last.toArray(), that.last.toArray())
                && height == that.height
                && nextNode == that.nextNode
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(lowest()) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "ScoreOrder[first=" + first.size() + " places, last=" + last.size() + " places, height=" + height
                + ", nextNode=" + Integer.toUnsignedString(nextNode) + ", counts=" + Arrays.toString(counts) + "]";
    }
}
