package io.sluice.encoding;

import java.util.Arrays;

/**
 * The payload of a {@link ValueEncoding#LIST_SPREAD} header: a {@link SpreadRef} whose rest is the list's two ends, and the
 * root of the counted tree over what lies between them.
 *
 * <p>An <em>end</em> holds the first, or the last, elements of the list, the outermost one first: the head in the list's
 * order, the tail in the reverse order. So a push puts an element in front of the bytes of its end, and a pop takes the
 * first one away; neither touches another row.
 *
 * <p>Bytes: id (8), form, number of elements (varint), their size (varint), chunk numbers used to the left and to the right
 * (varints), level of the root (1 byte), length of the root (varint), the root ({@link ListNode}), number of elements of the
 * head (varint), length of the head (varint), the head ({@link ListEntries}), number of elements of the tail (varint), and
 * the tail up to the end.
 *
 * <p>A view over the bytes; immutable.
 */
public final class ListRef {
    private static final byte[] NOTHING = {};
    private static final int FORM_AT = 8;
    private static final int COUNT_AT = 9;
    /** More levels than any list can have. */
    private static final int MAX_LEVEL = 32;

    private final byte[] payload;
    private final long count;
    private final long bytes;
    private final long leftUsed;
    private final long rightUsed;
    private final int level;
    private final int rootFrom;
    private final int rootTo;
    private final int headCount;
    private final int headFrom;
    private final int headTo;
    private final int tailCount;
    private final int tailFrom;

    private ListRef(byte[] payload) {
        this.payload = payload;
        if (payload.length < COUNT_AT || !Forms.isKnown(payload[FORM_AT])) {
            throw new EncodingException("not the payload of a spread list: " + payload.length + " bytes");
        }
        VarintCursor in = new VarintCursor(payload, COUNT_AT);
        this.count = in.next(Long.MAX_VALUE);
        this.bytes = in.next(Long.MAX_VALUE);
        this.leftUsed = in.next(Long.MAX_VALUE);
        this.rightUsed = in.next(Long.MAX_VALUE);
        this.level = (int) in.next(MAX_LEVEL);
        int rootLength = (int) in.next(payload.length);
        this.rootFrom = in.at();
        in.skip(rootLength);
        this.rootTo = in.at();
        this.headCount = (int) in.next(payload.length);
        int headLength = (int) in.next(payload.length);
        this.headFrom = in.at();
        in.skip(headLength);
        this.headTo = in.at();
        this.tailCount = (int) in.next(payload.length);
        this.tailFrom = in.at();
        if (tailFrom > payload.length || (long) headCount + tailCount > count) {
            throw new EncodingException("the ends of a spread list do not fit it");
        }
    }

    /**
     * Looks at a payload without walking the root and the elements of the ends.
     *
     * @param payload not copied
     * @throws EncodingException if the payload is not laid out as one
     */
    public static ListRef over(byte[] payload) {
        return new ListRef(payload);
    }

    /**
     * As {@link #over}, with all parts looked at.
     *
     * @throws EncodingException if this is not what {@link Builder} makes
     */
    public static ListRef decode(byte[] payload) {
        ListRef ref = over(payload);
        int head = ListEntries.count(payload, ref.headFrom, ref.headTo);
        int tail = ListEntries.count(payload, ref.tailFrom, payload.length);
        long between = ref.root().elements();
        if (head != ref.headCount || tail != ref.tailCount || head + between + tail != ref.count) {
            throw new EncodingException("the elements of a spread list are not as many as it says");
        }
        return ref;
    }

    /** The payload. Not copied: it must not be changed. */
    public byte[] payload() {
        return payload;
    }

    /** What the rows are named by. */
    public long id() {
        return OrderedCodec.getLong(payload, 0);
    }

    /** One of {@link Forms}. */
    public byte form() {
        return payload[FORM_AT];
    }

    /** The number of elements, exact. */
    public long count() {
        return count;
    }

    /** The size of all elements: what they would take in Redis's listpack. */
    public long bytes() {
        return bytes;
    }

    /** Chunk numbers -1, -2... that were given so far, to chunks made at the left end. */
    public long leftUsed() {
        return leftUsed;
    }

    /** Numbers 0, 1... that were given so far, to all other chunks and to nodes. */
    public long rightUsed() {
        return rightUsed;
    }

    /** The level of the root: 0 if its children are chunks. */
    public int level() {
        return level;
    }

    /** The root of the tree; without children if all elements are in the ends. */
    public ListNode root() {
        return ListNode.decode(payload, rootFrom, rootTo);
    }

    public int headCount() {
        return headCount;
    }

    /** Where the head's elements begin in the payload. */
    public int headFrom() {
        return headFrom;
    }

    public int headTo() {
        return headTo;
    }

    public int tailCount() {
        return tailCount;
    }

    /** Where the tail's elements, the last one of the list first, begin in the payload; they end with it. */
    public int tailFrom() {
        return tailFrom;
    }

    /** The same list, to be changed. */
    public Builder change() {
        return new Builder(id()).from(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ListRef that && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(payload);
    }

    @Override
    public String toString() {
        return "ListRef[id=" + id() + ", count=" + count + ", head of " + headCount + ", level " + level + " with "
                + root() + ", tail of " + tailCount + "]";
    }

    /** Puts a payload together, from parts of another one where they stay. Answers itself from every method. */
    public static final class Builder {
        private final long id;
        private byte form = Forms.LISTPACK;
        private long count;
        private long bytes;
        private long leftUsed;
        private long rightUsed;
        private int level;
        private byte[] root = ListNode.EMPTY.encode();
        private int rootFrom;
        private int rootTo = root.length;
        private final EndPart head = new EndPart();
        private final EndPart tail = new EndPart();

        /** Elements of an end: perhaps one in front, and a part of an array. */
        private static final class EndPart {
            byte[] first = NOTHING;
            boolean hasFirst;
            byte[] source = NOTHING;
            int from;
            int to;
            int count;

            void set(byte[] newSource, int newFrom, int newTo, int newCount) {
                hasFirst = false;
                first = NOTHING;
                source = newSource;
                from = newFrom;
                to = newTo;
                count = newCount;
            }

            void push(byte[] element) {
                if (hasFirst) {
                    throw new IllegalStateException("one element is pushed at a time");
                }
                first = element;
                hasFirst = true;
                count++;
            }

            int length() {
                return to - from + (hasFirst ? ListEntries.sizeOf(first.length) : 0);
            }

            int put(byte[] target, int offset) {
                int at = hasFirst ? ListEntries.put(target, offset, first, 0, first.length) : offset;
                System.arraycopy(source, from, target, at, to - from);
                return at + to - from;
            }
        }

        /** A list without elements. */
        public Builder(long id) {
            this.id = id;
        }

        private Builder from(ListRef ref) {
            form = ref.form();
            count = ref.count;
            bytes = ref.bytes;
            leftUsed = ref.leftUsed;
            rightUsed = ref.rightUsed;
            level = ref.level;
            root = ref.payload;
            rootFrom = ref.rootFrom;
            rootTo = ref.rootTo;
            head.set(ref.payload, ref.headFrom, ref.headTo, ref.headCount);
            tail.set(ref.payload, ref.tailFrom, ref.payload.length, ref.tailCount);
            return this;
        }

        public Builder form(byte newForm) {
            form = newForm;
            return this;
        }

        /** All elements, and their size. */
        public Builder total(long newCount, long newBytes) {
            count = newCount;
            bytes = newBytes;
            return this;
        }

        public Builder numbersUsed(long left, long right) {
            leftUsed = left;
            rightUsed = right;
            return this;
        }

        public Builder root(int newLevel, ListNode newRoot) {
            level = newLevel;
            root = newRoot.encode();
            rootFrom = 0;
            rootTo = root.length;
            return this;
        }

        /** The head's elements, the first one of the list first. */
        public Builder head(byte[] source, int from, int to, int elements) {
            head.set(source, from, to, elements);
            return this;
        }

        /** The tail's elements, the last one of the list first. */
        public Builder tail(byte[] source, int from, int to, int elements) {
            tail.set(source, from, to, elements);
            return this;
        }

        /** Puts an element before the first one of the list; once. */
        public Builder pushHead(byte[] element) {
            head.push(element);
            return this;
        }

        /** Puts an element behind the last one of the list; once. */
        public Builder pushTail(byte[] element) {
            tail.push(element);
            return this;
        }

        /** The payload. */
        public byte[] build() {
            int rootLength = rootTo - rootFrom;
            int headLength = head.length();
            int length = COUNT_AT
                    + OrderedCodec.varintSize(count)
                    + OrderedCodec.varintSize(bytes)
                    + OrderedCodec.varintSize(leftUsed)
                    + OrderedCodec.varintSize(rightUsed)
                    + 1
                    + OrderedCodec.varintSize(rootLength)
                    + rootLength
                    + OrderedCodec.varintSize(head.count)
                    + OrderedCodec.varintSize(headLength)
                    + headLength
                    + OrderedCodec.varintSize(tail.count)
                    + tail.length();
            byte[] payload = new byte[length];
            OrderedCodec.putLong(payload, 0, id);
            payload[FORM_AT] = form;
            int at = OrderedCodec.putVarint(payload, COUNT_AT, count);
            at = OrderedCodec.putVarint(payload, at, bytes);
            at = OrderedCodec.putVarint(payload, at, leftUsed);
            at = OrderedCodec.putVarint(payload, at, rightUsed);
            payload[at++] = (byte) level;
            at = OrderedCodec.putVarint(payload, at, rootLength);
            System.arraycopy(root, rootFrom, payload, at, rootLength);
            at = OrderedCodec.putVarint(payload, at + rootLength, head.count);
            at = OrderedCodec.putVarint(payload, at, headLength);
            at = head.put(payload, at);
            at = OrderedCodec.putVarint(payload, at, tail.count);
            tail.put(payload, at);
            return payload;
        }
    }
}
