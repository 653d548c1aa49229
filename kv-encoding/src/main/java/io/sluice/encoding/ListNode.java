package io.sluice.encoding;

import java.util.Arrays;

/**
 * A node of the counted tree over the chunks of a spread list: its children in the order of the list, and how many
 * elements, of how many bytes, are below each. The children of a node of level 0 are chunks, those of a node of level n are
 * nodes of level n-1. Immutable.
 *
 * <p>Bytes: number of children (varint), then for each its number (varint, zigzag: the first as it is, the others less the
 * one before), its elements (varint) and their size (varint).
 */
public final class ListNode {
    public static final ListNode EMPTY = new ListNode(0, new long[0], new long[0], new long[0]);

    private final int size;
    private final long[] numbers;
    private final long[] elements;
    private final long[] bytes;

    private ListNode(int size, long[] numbers, long[] elements, long[] bytes) {
        this.size = size;
        this.numbers = numbers;
        this.elements = elements;
        this.bytes = bytes;
    }

    /** The number of children. */
    public int size() {
        return size;
    }

    /** What the child's row is named by. */
    public long number(int child) {
        return numbers[child];
    }

    /** How many elements are below the child. */
    public long elements(int child) {
        return elements[child];
    }

    /** The size of those elements: what they would take in Redis's listpack. */
    public long bytes(int child) {
        return bytes[child];
    }

    /** The number of elements below all children. */
    public long elements() {
        return sum(elements);
    }

    /** The size of all elements. */
    public long bytes() {
        return sum(bytes);
    }

    private long sum(long[] values) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** With a child more. */
    public ListNode with(int position, long number, long newElements, long newBytes) {
        return new ListNode(
                size + 1,
                inserted(numbers, position, number),
                inserted(elements, position, newElements),
                inserted(bytes, position, newBytes));
    }

    private long[] inserted(long[] values, int position, long value) {
        long[] changed = new long[size + 1];
        System.arraycopy(values, 0, changed, 0, position);
        changed[position] = value;
        System.arraycopy(values, position, changed, position + 1, size - position);
        return changed;
    }

    /** With the children from one position to another, exclusive, left out. */
    public ListNode without(int from, int to) {
        return new ListNode(
                size - (to - from), removed(numbers, from, to), removed(elements, from, to), removed(bytes, from, to));
    }

    private long[] removed(long[] values, int from, int to) {
        long[] changed = new long[size - (to - from)];
        System.arraycopy(values, 0, changed, 0, from);
        System.arraycopy(values, to, changed, from, size - to);
        return changed;
    }

    /** With more, or fewer, elements below a child. */
    public ListNode grown(int child, long moreElements, long moreBytes) {
        long[] newElements = elements.clone();
        long[] newBytes = bytes.clone();
        newElements[child] += moreElements;
        newBytes[child] += moreBytes;
        return new ListNode(size, numbers, newElements, newBytes);
    }

    /** The row's value. */
    public byte[] encode() {
        int length = OrderedCodec.varintSize(size);
        long before = 0;
        for (int i = 0; i < size; i++) {
            length += OrderedCodec.varintSize(zigzag(numbers[i] - before))
                    + OrderedCodec.varintSize(elements[i])
                    + OrderedCodec.varintSize(bytes[i]);
            before = numbers[i];
        }
        byte[] value = new byte[length];
        int at = OrderedCodec.putVarint(value, 0, size);
        before = 0;
        for (int i = 0; i < size; i++) {
            at = OrderedCodec.putVarint(value, at, zigzag(numbers[i] - before));
            at = OrderedCodec.putVarint(value, at, elements[i]);
            at = OrderedCodec.putVarint(value, at, bytes[i]);
            before = numbers[i];
        }
        return value;
    }

    /** @throws EncodingException if this is not what {@link #encode} makes */
    public static ListNode decode(byte[] value) {
        return decode(value, 0, value.length);
    }

    static ListNode decode(byte[] value, int from, int to) {
        VarintCursor in = new VarintCursor(value, from);
        int size = (int) in.next(Integer.MAX_VALUE);
        if (size > (to - in.at()) / 3) {
            throw new EncodingException("a list's node of " + size + " children in " + (to - from) + " bytes");
        }
        long[] numbers = new long[size];
        long[] elements = new long[size];
        long[] bytes = new long[size];
        long before = 0;
        for (int i = 0; i < size; i++) {
            before += unzigzag(in.next(Long.MAX_VALUE));
            numbers[i] = before;
            elements[i] = in.next(Long.MAX_VALUE);
            bytes[i] = in.next(Long.MAX_VALUE);
        }
        if (in.at() != to) {
            throw new EncodingException("a list's node does not end with its last child");
        }
        return size == 0 ? EMPTY : new ListNode(size, numbers, elements, bytes);
    }

    /** Small numbers of either sign as small unsigned ones: 0, -1, 1, -2, 2... */
    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    private static long unzigzag(long code) {
        return code >>> 1 ^ -(code & 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ListNode that
                && Arrays.equals(numbers, that.numbers)
                && Arrays.equals(elements, that.elements)
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers) * 31 + Arrays.hashCode(elements);
    }

    @Override
    public String toString() {
        return "ListNode[numbers=" + Arrays.toString(numbers) + ", elements=" + Arrays.toString(elements) + ", bytes="
                + Arrays.toString(bytes) + "]";
    }
}
