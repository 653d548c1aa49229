package io.sluice.encoding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a node of a sorted set's rank tree cuts its part of the order into children. A <em>place</em> in the order is what
 * stands behind the id in the key of a score row: score and member. Every child but the first begins at a place that the
 * node holds, and ends where the next one begins.
 *
 * <p>The children of a node of level 1 are stretches of members, which have no row of their own; those of a higher level
 * are nodes, named by number. How many members each child has is in a row of its own ({@link RankCounts}), because that
 * changes with every member, and this does not.
 *
 * <p>A view over the row's value, which is read from its front as far as a question needs: a node is asked for one child,
 * mostly, and let go. One that is kept and asked again makes an index. Immutable otherwise: a change answers a new node. Used
 * by one thread at a time.
 */
public final class RankNode {
    private static final String WHAT = "rank node";
    private static final int MAX_LEVEL = 32;
    /** So often a child is looked for before an index is made: a command may ask twice and let go of the node. */
    private static final int ASKED_BEFORE = 2;

    private final byte[] bytes;
    private final int level;
    private final int size;
    /** Where the first child stands in the bytes. */
    private final int first;

    private @Nullable Index index;
    private int asked;

    /**
     * Where the children's starts stand, but for the first child's, with the first eight bytes of each as a number.
     *
     * @param ends where the bytes of each start end
     */
    private record Index(long[] heads, int[] froms, int[] ends) {}

    private RankNode(byte[] bytes, int level, int size, int first) {
        this.bytes = bytes;
        this.level = level;
        this.size = size;
        this.first = first;
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
        byte[] bytes = new byte[length];
        bytes[0] = (byte) level;
        int first = OrderedCodec.putVarint(bytes, 1, size);
        int at = first;
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                byte[] start = starts.get(i - 1);
                at = OrderedCodec.putVarint(bytes, at, start.length);
                System.arraycopy(start, 0, bytes, at, start.length);
                at += start.length;
            }
            if (level > 1) {
                at = OrderedCodec.putVarint(bytes, at, Integer.toUnsignedLong(numbers[i]));
            }
        }
        return new RankNode(bytes, level, size, first);
    }

    /** @throws EncodingException if this is not such a row's value */
    public static RankNode decode(byte[] rowValue) {
        RankNode node = view(rowValue);
        Walk all = node.walkTo(node.size - 1);
        all.in.finish();
        return node;
    }

    /**
     * As {@link #decode}, but what is not asked for is not looked at: what is wrong with the value is met, and refused, by
     * the question that comes upon it, or by none.
     */
    public static RankNode view(byte[] rowValue) {
        ByteReader in = new ByteReader(rowValue, WHAT);
        int level = in.readByte();
        int size = in.readVarint(rowValue.length);
        if (level < 1 || level > MAX_LEVEL || size == 0) {
            throw in.error("level " + level + " with " + size + " children");
        }
        return new RankNode(rowValue, level, size, in.position());
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
        return size;
    }

    /** A copy of the place where a child begins; not of the first child. */
    public byte[] start(int child) {
        if (child < 1) {
            throw new IllegalArgumentException("the first child begins where its node does");
        }
        return walkTo(child).start();
    }

    /** The number, unsigned, of a child that is a node. */
    public int number(int child) {
        return walkTo(child).number;
    }

    /** Copies of the places where the children begin, but for the first one's. */
    public List<byte[]> starts() {
        List<byte[]> starts = new ArrayList<>(size);
        for (Walk walk = new Walk(); walk.hasNext(); ) {
            walk.next();
            starts.add(walk.start());
        }
        return starts;
    }

    /** The numbers, unsigned, of the children; none at level 1. */
    public List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>(size);
        if (level > 1) {
            Walk walk = new Walk();
            numbers.add(walk.number);
            while (walk.hasNext()) {
                walk.next();
                numbers.add(walk.number);
            }
        }
        return numbers;
    }

    /** The child that a place belongs to. */
    public int childAt(byte[] place) {
        long head = OrderedCodec.head(place, 0, place.length);
        if (asked == ASKED_BEFORE) {
            return childAt(index(), place, head);
        }
        asked++;
        Walk walk = new Walk();
        while (walk.hasNext()) {
            walk.next();
            if (walk.startsBehind(place, head)) {
                return walk.child - 1;
            }
        }
        return walk.child;
    }

    private int childAt(Index starts, byte[] place, long head) {
        int low = 0;
        int high = size - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = Long.compareUnsigned(starts.heads[middle], head);
            if (order == 0) {
                order = Arrays.compareUnsigned(
                        bytes, starts.froms[middle], starts.ends[middle], place, 0, place.length);
            }
            if (order <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Index index() {
        Index made = index;
        if (made == null) {
            made = new Index(new long[size - 1], new int[size - 1], new int[size - 1]);
            Walk walk = new Walk();
            while (walk.hasNext()) {
                walk.next();
                int at = walk.child - 1;
                made.froms[at] = walk.from;
                made.ends[at] = walk.from + walk.length;
                made.heads[at] = OrderedCodec.head(bytes, walk.from, made.ends[at]);
            }
            index = made;
        }
        return made;
    }

    private Walk walkTo(int child) {
        Walk walk = new Walk();
        while (walk.child < child) {
            walk.next();
        }
        return walk;
    }

    /** Stands at one child after the other. */
    private final class Walk {
        private final ByteReader in = new ByteReader(bytes, first, WHAT);
        private int child;
        /** Where the child's start stands; of no meaning for the first. */
        private int from;

        private int length;
        /** 0 at level 1. */
        private int number;

        Walk() {
            readNumber();
        }

        boolean hasNext() {
            return child + 1 < size;
        }

        void next() {
            child++;
            length = in.readVarint(Integer.MAX_VALUE);
            from = in.position();
            in.skip(length);
            readNumber();
        }

        private void readNumber() {
            if (level > 1) {
                long read = in.readVarint();
                if (read >>> 32 != 0) {
                    throw in.error("a node numbered " + Long.toUnsignedString(read));
                }
                number = (int) read;
            }
        }

        byte[] start() {
            return Arrays.copyOfRange(bytes, from, from + length);
        }

        /** Whether the child begins behind a place, whose head is given. */
        boolean startsBehind(byte[] place, long head) {
            if (length > 0) {
                int behind = Long.SIZE - Byte.SIZE * Math.min(length, Long.BYTES);
                int order =
                        Long.compareUnsigned(OrderedCodec.head(bytes, from, bytes.length) >>> behind, head >>> behind);
                if (order != 0) {
                    return order > 0;
                }
            }
            return Arrays.compareUnsigned(bytes, from, from + length, place, 0, place.length) > 0;
        }
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
        return "RankNode[level=" + level + ", " + size + " children]";
    }
}
