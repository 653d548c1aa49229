package io.sluice.encoding;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
 * <p>Its parts stay where they are until the payload is asked for: in the bytes it was read from, or in what a change has put
 * together. Immutable.
 */
public final class ListRef implements OpenPayload {
    private static final int FORM_AT = 8;
    private static final int COUNT_AT = 9;
    /** More levels than any list can have. */
    private static final int MAX_LEVEL = 32;

    private final long id;
    private final byte form;
    private final long count;
    private final long bytes;
    private final long leftUsed;
    private final long rightUsed;
    private final Root root;
    private final ListRun head;
    private final ListRun tail;
    private final int length;

    /** The root as it is stored, and as a node if it was one already. */
    private record Root(int level, byte[] source, int from, int to, @Nullable ListNode known) {
        static final Root NONE = of(0, ListNode.EMPTY);

        static Root of(int level, ListNode node) {
            byte[] encoded = node.encode();
            return new Root(level, encoded, 0, encoded.length, node);
        }

        int length() {
            return to - from;
        }

        ListNode node() {
            return known != null ? known : ListNode.decode(source, from, to);
        }
    }

    private ListRef(Builder parts) {
        this.id = parts.id;
        this.form = parts.form;
        this.count = parts.count;
        this.bytes = parts.bytes;
        this.leftUsed = parts.leftUsed;
        this.rightUsed = parts.rightUsed;
        this.root = parts.root;
        this.head = parts.head;
        this.tail = parts.tail;
        this.length = COUNT_AT
                + OrderedCodec.varintSize(count)
                + OrderedCodec.varintSize(bytes)
                + OrderedCodec.varintSize(leftUsed)
                + OrderedCodec.varintSize(rightUsed)
                + 1
                + OrderedCodec.varintSize(root.length())
                + root.length()
                + OrderedCodec.varintSize(head.count())
                + OrderedCodec.varintSize(head.length())
                + head.length()
                + OrderedCodec.varintSize(tail.count())
                + tail.length();
    }

    /**
     * Looks at a payload without walking the root and the elements of the ends.
     *
     * @param payload not copied
     * @throws EncodingException if the payload is not laid out as one
     */
    public static ListRef over(byte[] payload) {
        if (payload.length < COUNT_AT || !Forms.isKnown(payload[FORM_AT])) {
            throw new EncodingException("not the payload of a spread list: " + payload.length + " bytes");
        }
        VarintCursor in = new VarintCursor(payload, COUNT_AT);
        Builder parts = new Builder(OrderedCodec.getLong(payload, 0)).form(payload[FORM_AT]);
        parts.total(in.next(Long.MAX_VALUE), in.next(Long.MAX_VALUE));
        parts.numbersUsed(in.next(Long.MAX_VALUE), in.next(Long.MAX_VALUE));
        int level = (int) in.next(MAX_LEVEL);
        int rootLength = (int) in.next(payload.length);
        int rootFrom = in.at();
        in.skip(rootLength);
        parts.root = new Root(level, payload, rootFrom, in.at(), null);
        int headCount = (int) in.next(payload.length);
        int headLength = (int) in.next(payload.length);
        int headFrom = in.at();
        in.skip(headLength);
        parts.head(new ListRun(payload, headFrom, in.at(), headCount));
        int tailCount = (int) in.next(payload.length);
        if (in.at() > payload.length || (long) headCount + tailCount > parts.count) {
            throw new EncodingException("the ends of a spread list do not fit it");
        }
        return parts.tail(new ListRun(payload, in.at(), payload.length, tailCount))
                .build();
    }

    /**
     * As {@link #over}, with all parts looked at.
     *
     * @throws EncodingException if this is not what {@link #encode} makes
     */
    public static ListRef decode(byte[] payload) {
        ListRef ref = over(payload);
        int inHead = count(ref.head);
        int inTail = count(ref.tail);
        long between = ref.root().elements();
        if (inHead != ref.head.count() || inTail != ref.tail.count() || inHead + between + inTail != ref.count) {
            throw new EncodingException("the elements of a spread list are not as many as it says");
        }
        return ref;
    }

    private static int count(ListRun run) {
        return ListEntries.count(run.bytes(), run.from(), run.to());
    }

    @Override
    public long id() {
        return id;
    }

    /** One of {@link Forms}. */
    public byte form() {
        return form;
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
        return root.level;
    }

    /** The root of the tree; without children if all elements are in the ends. */
    public ListNode root() {
        return root.node();
    }

    /** The first elements, in the list's order. */
    public ListRun head() {
        return head;
    }

    /** The last elements, the last one of the list first. */
    public ListRun tail() {
        return tail;
    }

    /** The same list, to be changed. */
    public Builder change() {
        return new Builder(this);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public void put(byte[] target, int offset) {
        OrderedCodec.putLong(target, offset, id);
        target[offset + FORM_AT] = form;
        int at = OrderedCodec.putVarint(target, offset + COUNT_AT, count);
        at = OrderedCodec.putVarint(target, at, bytes);
        at = OrderedCodec.putVarint(target, at, leftUsed);
        at = OrderedCodec.putVarint(target, at, rightUsed);
        target[at++] = (byte) root.level;
        at = OrderedCodec.putVarint(target, at, root.length());
        System.arraycopy(root.source, root.from, target, at, root.length());
        at = OrderedCodec.putVarint(target, at + root.length(), head.count());
        at = OrderedCodec.putVarint(target, at, head.length());
        at = OrderedCodec.putVarint(target, head.put(target, at), tail.count());
        tail.put(target, at);
    }

    /** The payload. */
    public byte[] encode() {
        byte[] payload = new byte[length];
        put(payload, 0);
        return payload;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ListRef that && Arrays.equals(encode(), that.encode());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(encode());
    }

    @Override
    public String toString() {
        return "ListRef[id=" + id + ", count=" + count + ", head of " + head.count() + ", level " + root.level
                + " with " + root() + ", tail of " + tail.count() + "]";
    }

    /** Puts a reference together, or changes parts of one. Answers itself from every method but the last. */
    public static final class Builder {
        private final long id;
        private byte form = Forms.LISTPACK;
        private long count;
        private long bytes;
        private long leftUsed;
        private long rightUsed;
        private Root root = Root.NONE;
        private ListRun head = ListRun.EMPTY;
        private ListRun tail = ListRun.EMPTY;

        /** A list without elements. */
        public Builder(long id) {
            this.id = id;
        }

        private Builder(ListRef ref) {
            this.id = ref.id;
            this.form = ref.form;
            this.count = ref.count;
            this.bytes = ref.bytes;
            this.leftUsed = ref.leftUsed;
            this.rightUsed = ref.rightUsed;
            this.root = ref.root;
            this.head = ref.head;
            this.tail = ref.tail;
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
            root = Root.of(newLevel, newRoot);
            return this;
        }

        /** The first elements, in the list's order. */
        public Builder head(ListRun elements) {
            head = elements;
            return this;
        }

        /** The last elements, the last one of the list first. */
        public Builder tail(ListRun elements) {
            tail = elements;
            return this;
        }

        /** The reference. */
        public ListRef build() {
            return new ListRef(this);
        }
    }
}
