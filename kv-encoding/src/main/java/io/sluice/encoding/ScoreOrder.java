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
 * <p>A view over bytes: most members come and go away from the ends, and then the ends are taken over where they stand.
 * Immutable.
 */
public final class ScoreOrder {
    private static final String WHAT = "order of scores";
    private static final int MAX_HEIGHT = 32;
    private static final int MAX_PLACES = 255;

    /** In which both ends stand. */
    private final byte[] places;

    private final End first;
    private final End last;
    private final int height;
    private final int nextNode;
    /** A row of {@link RankCounts}, in a part of an array; of no meaning without a tree. */
    private final byte[] counts;

    private final int countsFrom;
    private final int countsTo;

    /**
     * The places of one end, the outermost first, of each varint length and bytes.
     *
     * @param from where the outermost begins
     * @param innermost where the bytes of the last one begin
     * @param to where they end
     */
    private record End(int count, int from, int innermost, int to) {
        static End read(ByteReader in) {
            int count = in.readByte() & 0xFF;
            if (count == 0) {
                throw in.error("no place at an end");
            }
            int from = in.position();
            int innermost = 0;
            for (int i = 0; i < count; i++) {
                int length = in.readVarint(Integer.MAX_VALUE);
                innermost = in.position();
                in.skip(length);
            }
            return new End(count, from, innermost, in.position());
        }

        int length() {
            return 1 + to - from;
        }

        int put(byte[] source, byte[] target, int offset) {
            target[offset] = (byte) count;
            System.arraycopy(source, from, target, offset + 1, to - from);
            return offset + 1 + to - from;
        }
    }

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
        this.places = new byte[sizeOf(first) + sizeOf(last)];
        put(places, put(places, 0, first), last);
        ByteReader in = new ByteReader(places, WHAT);
        this.first = End.read(in);
        this.last = End.read(in);
        this.height = height;
        this.nextNode = nextNode;
        this.counts = RankCounts.encode(counts);
        this.countsFrom = 0;
        this.countsTo = this.counts.length;
        checkTree();
    }

    private ScoreOrder(byte[] bytes, int from) {
        ByteReader in = new ByteReader(bytes, from, WHAT);
        this.places = bytes;
        this.first = End.read(in);
        this.last = End.read(in);
        this.height = in.readByte();
        this.counts = bytes;
        if (height == 0) {
            this.nextNode = 0;
            this.countsFrom = in.position();
        } else {
            long next = in.readVarint();
            this.countsFrom = in.position();
            int children = RankCounts.skip(in);
            if (height < 0 || height > MAX_HEIGHT || next == 0 || next >>> 32 != 0 || children == 0) {
                throw in.error("height " + height + ", next node " + Long.toUnsignedString(next) + ", " + children
                        + " counts");
            }
            this.nextNode = (int) next;
        }
        this.countsTo = in.position();
        in.finish();
    }

    /** The places of another order, with ends of its own. */
    private ScoreOrder(ScoreOrder from, End first, End last) {
        this.places = from.places;
        this.first = first;
        this.last = last;
        this.height = from.height;
        this.nextNode = from.nextNode;
        this.counts = from.counts;
        this.countsFrom = from.countsFrom;
        this.countsTo = from.countsTo;
    }

    /** The ends of another order, with a tree of its own. */
    private ScoreOrder(ScoreOrder from, int height, int nextNode, byte[] counts) {
        this.places = from.places;
        this.first = from.first;
        this.last = from.last;
        this.height = height;
        this.nextNode = nextNode;
        this.counts = counts;
        this.countsFrom = 0;
        this.countsTo = counts.length;
        checkTree();
    }

    private void checkTree() {
        int children = RankCounts.size(counts);
        if (height < 0 || height > MAX_HEIGHT || (height == 0) != (nextNode == 0) || (height == 0) != (children == 0)) {
            throw new IllegalArgumentException(
                    "a tree of height " + height + " with " + children + " children and next node " + nextNode);
        }
    }

    /** @throws EncodingException if {@link #encode} does not make such bytes */
    public static ScoreOrder decode(byte[] bytes) {
        return decode(bytes, 0);
    }

    /** Reads an order that stands at the end of an array. */
    static ScoreOrder decode(byte[] bytes, int from) {
        return new ScoreOrder(bytes, from);
    }

    /**
     * The bytes: the first places and the last ones (their number, 1 byte; of each varint length and bytes), height (1 byte),
     * then, with a tree, next node and counts.
     */
    public byte[] encode() {
        byte[] bytes = new byte[length()];
        put(bytes, 0);
        return bytes;
    }

    /** The number of bytes. */
    int length() {
        int tree = height == 0 ? 0 : OrderedCodec.varintSize(Integer.toUnsignedLong(nextNode)) + countsTo - countsFrom;
        return first.length() + last.length() + 1 + tree;
    }

    /** Writes the bytes. */
    void put(byte[] target, int offset) {
        int at = last.put(places, target, first.put(places, target, offset));
        target[at++] = (byte) height;
        if (height > 0) {
            at = OrderedCodec.putVarint(target, at, Integer.toUnsignedLong(nextNode));
            System.arraycopy(counts, countsFrom, target, at, countsTo - countsFrom);
        }
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

    /**
     * The order with the same ends above another tree.
     *
     * @param newCounts the row of {@link RankCounts} of the root
     * @throws IllegalArgumentException as the constructor
     */
    public ScoreOrder withTree(int newHeight, int newNextNode, byte[] newCounts) {
        return new ScoreOrder(this, newHeight, newNextNode, newCounts);
    }

    // ---- the ends ----

    /** The places of the first score rows, in order. */
    public List<byte[]> first() {
        return places(first);
    }

    /** The places of the last score rows, the last one first. */
    public List<byte[]> last() {
        return places(last);
    }

    private List<byte[]> places(End end) {
        ByteReader in = new ByteReader(places, end.from, WHAT);
        List<byte[]> copies = new ArrayList<>(end.count);
        for (int i = 0; i < end.count; i++) {
            copies.add(in.readBytes(in.readVarint(Integer.MAX_VALUE)));
        }
        return copies;
    }

    /** The place of the first score row. */
    public byte[] lowest() {
        return outermost(first);
    }

    /** The place of the last score row. */
    public byte[] highest() {
        return outermost(last);
    }

    private byte[] outermost(End end) {
        ByteReader in = new ByteReader(places, end.from, WHAT);
        return in.readBytes(in.readVarint(Integer.MAX_VALUE));
    }

    /**
     * The order once this place is free, where the bytes say who follows: it is the first of several first places or the
     * last of several last ones, and not among both. Null where they do not.
     */
    public @Nullable ScoreOrder withoutOutermost(byte[] place) {
        if (first.count > 1 && isBeforeLast(place) && isOutermost(first, place)) {
            return new ScoreOrder(this, withoutOutermost(first), last);
        }
        if (last.count > 1 && isBehindFirst(place) && isOutermost(last, place)) {
            return new ScoreOrder(this, first, withoutOutermost(last));
        }
        return null;
    }

    private boolean isOutermost(End end, byte[] place) {
        ByteReader in = new ByteReader(places, end.from, WHAT);
        int length = in.readVarint(Integer.MAX_VALUE);
        return Arrays.equals(places, in.position(), in.position() + length, place, 0, place.length);
    }

    private End withoutOutermost(End end) {
        ByteReader in = new ByteReader(places, end.from, WHAT);
        in.skip(in.readVarint(Integer.MAX_VALUE));
        return new End(end.count - 1, in.position(), end.innermost, end.to);
    }

    /** Whether a place lies between the first places and the last ones, and is none of them. */
    public boolean isInside(byte[] place) {
        return isBehindFirst(place) && isBeforeLast(place);
    }

    private boolean isBehindFirst(byte[] place) {
        return Arrays.compareUnsigned(places, first.innermost, first.to, place, 0, place.length) < 0;
    }

    private boolean isBeforeLast(byte[] place) {
        return Arrays.compareUnsigned(places, last.innermost, last.to, place, 0, place.length) > 0;
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

    /** The same, as a row of {@link RankCounts}; not to be changed. */
    public byte[] countsRow() {
        if (height == 0) {
            return RankCounts.encode();
        }
        return countsTo - countsFrom == counts.length ? counts : Arrays.copyOfRange(counts, countsFrom, countsTo);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScoreOrder that
                && height == that.height
                && nextNode == that.nextNode
                && hasPlacesOf(that)
                && Arrays.equals(countsRow(), that.countsRow());
    }

    private boolean hasPlacesOf(ScoreOrder that) {
        return hasPlacesOf(that, first, that.first) && hasPlacesOf(that, last, that.last);
    }

    private boolean hasPlacesOf(ScoreOrder that, End own, End other) {
        return places == that.places && own == other
                || Arrays.equals(places, own.from, own.to, that.places, other.from, other.to);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(countsRow());
    }

    @Override
    public String toString() {
        return "ScoreOrder[first=" + first.count + " places, last=" + last.count + " places, height=" + height
                + ", nextNode=" + Integer.toUnsignedString(nextNode) + ", counts=" + Arrays.toString(counts()) + "]";
    }
}
