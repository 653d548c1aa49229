package io.sluice.proxy.type.list;

import io.sluice.encoding.ListEntries;

/**
 * The elements of one end of a spread list while it is changed, the outermost first. Grows towards the start of its buffer,
 * so that a push costs no more than the element.
 */
final class EndStack {
    private static final int ROOM = 256;

    private final boolean reversed;
    private byte[] buffer;
    private int from;
    private int to;
    private int count;
    /** Whether the bytes before {@link #from} are free to be written. */
    private boolean owned;

    /**
     * Takes a part of an array, which is not changed.
     *
     * @param end which end of the list: the tail's elements stand in the reverse of the list's order
     */
    EndStack(ListEnd end, byte[] source, int from, int to, int count) {
        this.reversed = end == ListEnd.RIGHT;
        this.buffer = source;
        this.from = from;
        this.to = to;
        this.count = count;
    }

    byte[] buffer() {
        return buffer;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int count() {
        return count;
    }

    int bytes() {
        return to - from;
    }

    void clear() {
        from = to;
        count = 0;
    }

    /** Puts an element outside all others. */
    void push(byte[] source, int offset, int length) {
        int size = ListEntries.sizeOf(length);
        if (!owned || size > from) {
            byte[] larger = new byte[ROOM + size + 2 * bytes()];
            int newFrom = larger.length - bytes();
            System.arraycopy(buffer, from, larger, newFrom, bytes());
            buffer = larger;
            from = newFrom;
            to = larger.length;
            owned = true;
        }
        from -= size;
        ListEntries.put(buffer, from, source, offset, length);
        count++;
    }

    /** Takes the outermost elements away; answers what they took in a listpack. */
    long drop(int elements) {
        int newFrom = ListEntries.skip(buffer, from, elements);
        long dropped = ListForm.bytes(buffer, from, newFrom);
        from = newFrom;
        count -= elements;
        return dropped;
    }

    /** Holds these elements, given in the list's order, and no others. */
    void setInListOrder(byte[] entries, int newFrom, int newTo, int newCount) {
        buffer = entries;
        from = newFrom;
        to = newTo;
        count = newCount;
        owned = false;
        if (reversed) {
            buffer = inListOrder();
            from = 0;
            to = buffer.length;
        }
    }

    /** The elements in the list's order, in an array of the caller's own. */
    byte[] inListOrder() {
        byte[] ordered = new byte[bytes()];
        if (!reversed) {
            System.arraycopy(buffer, from, ordered, 0, ordered.length);
            return ordered;
        }
        int at = from;
        int end = ordered.length;
        while (end > 0) {
            int next = ListEntries.next(buffer, at);
            end -= next - at;
            System.arraycopy(buffer, at, ordered, end, next - at);
            at = next;
        }
        return ordered;
    }
}
