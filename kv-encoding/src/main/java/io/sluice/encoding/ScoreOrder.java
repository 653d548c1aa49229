package io.sluice.encoding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a spread sorted set's reference says of the order of its members: the first and the last places that hold one, and
 * the top of the rank tree. A place is what stands behind the id in the key of a score row.
 *
 * <p>The ends are exact, so that who looks for them does not walk over what was deleted before them. The counts of the
 * tree's root are here, because the reference is written anyway when a member comes or goes.
 *
 * <p>A view over the bytes: most members come and go away from the ends, and then the ends are taken over as they stand.
 * Immutable.
 */
public final class ScoreOrder {
    private static final String WHAT = "order of scores";
    private static final int MAX_HEIGHT = 32;
    private static final int MAX_PLACES = 255;

    private final byte[] bytes;
    /** Where the innermost of the first places stands. */
    private final int firstFrom;

    private final int firstTo;
    /** Where the innermost of the last places stands; it ends where the tree begins. */
    private final int lastFrom;

    private final int lastTo;
    private final int height;
    private final int nextNode;
    /** Where the counts begin; where the bytes end without a tree. */
    private final int countsFrom;

    /** The order of few members, which need no tree. */
    public ScoreOrder(List<byte[]> first, List<byte[]> last) {
        this(first, last, 0, 0);
    }

    /**
     * An order.
     *
     * @param first the places of the first score rows, in order, at least one
     * @param last the places of the last score rows, the last one first, at least one
     * @param height how many levels of nodes the rank tree has; 0 when there is none
     * @param nextNode the number that the next node is given, unsigned; 0 without a tree. The root is node 0
     * @param counts the members of the root's children; none without a tree
     * @throws IllegalArgumentException if the height is out of bounds, or does not go with the rest
     */
    public ScoreOrder(List<byte[]> first, List<byte[]> last, int height, int nextNode, long... counts) {
        this(encode(ends(first, last), height, nextNode, RankCounts.encode(counts)));
    }

    private ScoreOrder(byte[] bytes) {
        ByteReader in = new ByteReader(bytes, WHAT);
        this.bytes = bytes;
        this.firstFrom = skipToLast(in);
        this.firstTo = in.position();
        this.lastFrom = skipToLast(in);
        this.lastTo = in.position();
        this.height = in.readByte();
        if (height == 0) {
            this.nextNode = 0;
            this.countsFrom = in.position();
        } else {
            long next = in.readVarint();
            this.countsFrom = in.position();
            int counts = RankCounts.skip(in);
            if (height < 0 || height > MAX_HEIGHT || next == 0 || next >>> 32 != 0 || counts == 0) {
                throw in.error(
                        "height " + height + ", next node " + Long.toUnsignedString(next) + ", " + counts + " counts");
            }
            this.nextNode = (int) next;
        }
        in.finish();
    }

    /** The order with this one's ends cut or its tree replaced, whose bytes need no second look. */
    private ScoreOrder(
            byte[] bytes, ScoreOrder from, int cutFirst, int cutLast, int height, int nextNode, int countsFrom) {
        int cut = cutFirst + cutLast;
        this.bytes = bytes;
        this.firstFrom = from.firstFrom - cutFirst;
        this.firstTo = from.firstTo - cutFirst;
        this.lastFrom = from.lastFrom - cut;
        this.lastTo = from.lastTo - cut;
        this.height = height;
        this.nextNode = nextNode;
        this.countsFrom = countsFrom;
    }

    /** Passes over the places of an end, and answers where the bytes of the last one begin. */
    private static int skipToLast(ByteReader in) {
        int count = in.readByte() & 0xFF;
        if (count == 0) {
            throw in.error("no place at an end");
        }
        int from = 0;
        for (int i = 0; i < count; i++) {
            int length = in.readVarint(Integer.MAX_VALUE);
            from = in.position();
            in.skip(length);
        }
        return from;
    }

    /** @throws EncodingException if {@link #encode} does not make such bytes */
    public static ScoreOrder decode(byte[] bytes) {
        return new ScoreOrder(bytes);
    }

    /**
     * The bytes, which must not be changed: the first places and the last ones (their number, 1 byte; of each varint length
     * and bytes), height (1 byte), then, with a tree, next node and counts.
     */
    public byte[] encode() {
        return bytes;
    }

    private static byte[] ends(List<byte[]> first, List<byte[]> last) {
        byte[] ends = new byte[sizeOf(first) + sizeOf(last)];
        put(ends, put(ends, 0, first), last);
        return ends;
    }

    private static int sizeOf(List<byte[]> places) {
        if (places.isEmpty() || places.size() > MAX_PLACES) {
            throw new IllegalArgumentException(places.size() + " places");
        }
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

    private static byte[] encode(byte[] ends, int height, int nextNode, byte[] counts) {
        return encode(ends, ends.length, height, nextNode, counts);
    }

    /** @param counts a row of {@link RankCounts}, of which there are none without a tree */
    private static byte[] encode(byte[] ends, int endsLength, int height, int nextNode, byte[] counts) {
        int children = RankCounts.size(counts);
        if (height < 0 || height > MAX_HEIGHT || (height == 0) != (nextNode == 0) || (height == 0) != (children == 0)) {
            throw new IllegalArgumentException(
                    "a tree of height " + height + " with " + children + " children and next node " + nextNode);
        }
        long next = Integer.toUnsignedLong(nextNode);
        int treeBytes = height == 0 ? 0 : OrderedCodec.varintSize(next) + counts.length;
        byte[] target = new byte[endsLength + 1 + treeBytes];
        System.arraycopy(ends, 0, target, 0, endsLength);
        target[endsLength] = (byte) height;
        if (height > 0) {
            int at = OrderedCodec.putVarint(target, endsLength + 1, next);
            System.arraycopy(counts, 0, target, at, counts.length);
        }
        return target;
    }

    /**
     * The order with the same ends above another tree.
     *
     * @param newCounts the row of {@link RankCounts} of the root
     * @throws IllegalArgumentException as the constructor
     */
    public ScoreOrder withTree(int newHeight, int newNextNode, byte[] newCounts) {
        byte[] changed = encode(bytes, lastTo, newHeight, newNextNode, newCounts);
        int newCountsFrom = newHeight == 0
                ? changed.length
                : lastTo + 1 + OrderedCodec.varintSize(Integer.toUnsignedLong(newNextNode));
        return new ScoreOrder(changed, this, 0, 0, newHeight, newNextNode, newCountsFrom);
    }

    // ---- the ends ----

    /** The places of the first score rows, in order. */
    public List<byte[]> first() {
        return places(0);
    }

    /** The places of the last score rows, the last one first. */
    public List<byte[]> last() {
        return places(firstTo);
    }

    private List<byte[]> places(int from) {
        ByteReader in = new ByteReader(bytes, from, WHAT);
        int count = in.readByte() & 0xFF;
        List<byte[]> places = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            places.add(in.readBytes(in.readVarint(Integer.MAX_VALUE)));
        }
        return places;
    }

    /** The place of the first score row. */
    public byte[] lowest() {
        return outermost(0);
    }

    /** The place of the last score row. */
    public byte[] highest() {
        return outermost(firstTo);
    }

    /**
     * The order once this place is free, where the bytes say who follows: it is the first of several first places or the
     * last of several last ones, and not among both. Null where they do not.
     */
    public @Nullable ScoreOrder withoutOutermost(byte[] place) {
        if (bytes[0] != 1 && isBeforeLast(place) && isOutermost(0, place)) {
            int cut = sizeOfOutermost(0);
            return new ScoreOrder(without(0, cut), this, cut, 0, height, nextNode, countsFrom - cut);
        }
        if (bytes[firstTo] != 1 && isBehindFirst(place) && isOutermost(firstTo, place)) {
            int cut = sizeOfOutermost(firstTo);
            return new ScoreOrder(without(firstTo, cut), this, 0, cut, height, nextNode, countsFrom - cut);
        }
        return null;
    }

    private boolean isOutermost(int from, byte[] place) {
        ByteReader in = new ByteReader(bytes, from + 1, WHAT);
        int length = in.readVarint(Integer.MAX_VALUE);
        return Arrays.equals(bytes, in.position(), in.position() + length, place, 0, place.length);
    }

    private int sizeOfOutermost(int from) {
        ByteReader in = new ByteReader(bytes, from + 1, WHAT);
        int length = in.readVarint(Integer.MAX_VALUE);
        return in.position() - from - 1 + length;
    }

    /** The bytes without what the outermost place of the end that begins here takes. */
    private byte[] without(int from, int cut) {
        byte[] changed = new byte[bytes.length - cut];
        System.arraycopy(bytes, 0, changed, 0, from + 1);
        changed[from]--;
        System.arraycopy(bytes, from + 1 + cut, changed, from + 1, changed.length - from - 1);
        return changed;
    }

    private byte[] outermost(int from) {
        ByteReader in = new ByteReader(bytes, from + 1, WHAT);
        return in.readBytes(in.readVarint(Integer.MAX_VALUE));
    }

    /** Whether a place lies between the first places and the last ones, and is none of them. */
    public boolean isInside(byte[] place) {
        return isBehindFirst(place) && isBeforeLast(place);
    }

    private boolean isBehindFirst(byte[] place) {
        return Arrays.compareUnsigned(bytes, firstFrom, firstTo, place, 0, place.length) < 0;
    }

    private boolean isBeforeLast(byte[] place) {
        return Arrays.compareUnsigned(bytes, lastFrom, lastTo, place, 0, place.length) > 0;
    }

    // ---- the tree ----

    /** How many levels of nodes the rank tree has; 0 when there is none. */
    public int height() {
        return height;
    }

    /** The number that the next node is given, unsigned; 0 without a tree. */
    public int nextNode() {
        return nextNode;
    }

    /** The members of the root's children; none without a tree. */
    public long[] counts() {
        return RankCounts.decode(countsRow());
    }

    /** The same, as a row of {@link RankCounts}. */
    public byte[] countsRow() {
        return height == 0 ? RankCounts.encode() : Arrays.copyOfRange(bytes, countsFrom, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScoreOrder that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "ScoreOrder[first=" + first().size() + " places, last=" + last().size() + " places, height=" + height
                + ", nextNode=" + Integer.toUnsignedString(nextNode) + ", counts=" + Arrays.toString(counts()) + "]";
    }
}
