package io.sluice.encoding;

import org.jspecify.annotations.Nullable;

/**
 * Elements of one end of a spread list, the outermost one first, as {@link ListEntries}. What a run holds does not change; a
 * push answers a longer one.
 *
 * <h2>Sharing</h2>
 *
 * Runs that were made of each other share an array: a push writes its element in front of the others, where no run before it
 * looks. The array knows how far it is written, and only the longest run of all may push in place; any other one, as that of
 * a command whose changes were dropped or that has lost an element since, is copied first. So a list in memory takes a push
 * for the price of the element. Pushes to one array must exclude each other, which the lane of the list's slot sees to; the
 * bytes of a run may be read by any thread that was handed it.
 */
public final class ListRun {
    /** More than what the next pushes are likely to need would only be cleared for nothing. */
    private static final int ROOM = 128;

    /** An array and from where on it is written. */
    private static final class Room {
        final byte[] bytes;
        int lowest;

        Room(int size) {
            bytes = new byte[size];
            lowest = size;
        }
    }

    public static final ListRun EMPTY = new ListRun(new byte[0], 0, 0, 0);

    private final @Nullable Room room;
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int count;

    /** Elements in a part of an array, which is not copied and must not change. */
    public ListRun(byte[] bytes, int from, int to, int count) {
        this(null, bytes, from, to, count);
    }

    private ListRun(@Nullable Room room, byte[] bytes, int from, int to, int count) {
        this.room = room;
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.count = count;
    }

    /** The array that the elements stand in; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the outermost element begins. */
    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** How many bytes the elements take. */
    public int length() {
        return to - from;
    }

    /** The number of elements. */
    public int count() {
        return count;
    }

    /** With an element outside all others. */
    public ListRun push(byte[] source, int offset, int length) {
        int size = ListEntries.sizeOf(length);
        Room there = room;
        int end = to;
        int at = from - size;
        if (there == null || there.lowest != from || at < 0) {
            int written = length();
            there = new Room(written + size + Math.max(ROOM, written / 2));
            end = there.bytes.length;
            System.arraycopy(bytes, from, there.bytes, end - written, written);
            at = end - written - size;
        }
        there.lowest = at;
        ListEntries.put(there.bytes, at, source, offset, length);
        return new ListRun(there, there.bytes, at, end, count + 1);
    }

    /** Without so many of the outermost elements. */
    public ListRun without(int elements) {
        return new ListRun(room, bytes, ListEntries.skip(bytes, from, elements), to, count - elements);
    }
}
