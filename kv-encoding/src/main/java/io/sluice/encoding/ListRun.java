package io.sluice.encoding;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Elements of one end of a spread list, the outermost one first, as {@link ListEntries}. What a run holds does not change; a
 * push answers a longer one.
 *
 * <h2>What a push costs</h2>
 *
 * The first push to a run only notes the element: most lists of many are pushed to once before they are written. The next one
 * puts all into an array with room in front, and those after it write their element there and nothing else.
 *
 * <h2>Sharing</h2>
 *
 * Runs that were made of each other share such an array: a push writes where no run before it looks. The array knows how far
 * it is written, and only the longest run of all may push in place; any other one, as that of a command whose changes were
 * dropped or that has lost an element since, is copied first. Pushes to one array must exclude each other, and so must who
 * asks for {@link #bytes} of one run: the lane of the list's slot sees to that. {@link #put} and the sizes may be asked by
 * any thread that was handed the run.
 */
public final class ListRun {
    /** More than what the next pushes are likely to need would only be cleared for nothing. */
    private static final int ROOM = 128;

    private static final byte[] NOTHING = {};

    /** An array and from where on it is written. */
    private static final class Room {
        final byte[] bytes;
        int lowest;

        Room(int size) {
            bytes = new byte[size];
            lowest = size;
        }
    }

    public static final ListRun EMPTY = new ListRun(NOTHING, 0, 0, 0);

    private final byte[] bytes;
    private final int from;
    private final int to;
    private final int count;
    /** What {@link #bytes} belong to; null when nobody may push there. */
    private final @Nullable Room room;

    /** The outermost element, when it stands before the others and not among the bytes. */
    private final byte @Nullable [] noted;

    private final int notedFrom;
    private final int notedLength;
    /** The same run with all elements together, once that was needed. */
    private @Nullable ListRun together;

    /** Elements in a part of an array, which is not copied and must not change. */
    public ListRun(byte[] bytes, int from, int to, int count) {
        this(null, bytes, from, to, count);
    }

    private ListRun(@Nullable Room room, byte[] bytes, int from, int to, int count) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.count = count;
        this.room = room;
        this.noted = null;
        this.notedFrom = 0;
        this.notedLength = 0;
    }

    private ListRun(ListRun rest, byte[] noted, int notedFrom, int notedLength) {
        this.bytes = rest.bytes;
        this.from = rest.from;
        this.to = rest.to;
        this.count = rest.count + 1;
        this.room = null;
        this.noted = noted;
        this.notedFrom = notedFrom;
        this.notedLength = notedLength;
    }

    /** The array that the elements stand in; not to be changed. */
    public byte[] bytes() {
        return together().bytes;
    }

    /** Where the outermost element begins. */
    public int from() {
        return together().from;
    }

    public int to() {
        return together().to;
    }

    /** How many bytes the elements take. */
    public int length() {
        return to - from + (noted == null ? 0 : ListEntries.sizeOf(notedLength));
    }

    /** The number of elements. */
    public int count() {
        return count;
    }

    /** Writes the elements into an array; answers the offset behind them. */
    int put(byte[] target, int offset) {
        int at = noted == null ? offset : ListEntries.put(target, offset, noted, notedFrom, notedLength);
        System.arraycopy(bytes, from, target, at, to - from);
        return at + to - from;
    }

    /** With an element outside all others: a part of an array that must not change. */
    public ListRun push(byte[] source, int offset, int length) {
        if (room == null && noted == null) {
            return new ListRun(this, source, offset, length);
        }
        ListRun run = together == null ? this : together;
        int size = ListEntries.sizeOf(length);
        Room there = run.room;
        if (there == null || there.lowest != run.from || size > run.from) {
            run = run.withRoomFor(size);
            there = run.room;
        }
        return run.pushInto(Objects.requireNonNull(there), source, offset, length);
    }

    private ListRun pushInto(Room there, byte[] source, int offset, int length) {
        int at = from - ListEntries.sizeOf(length);
        there.lowest = at;
        ListEntries.put(there.bytes, at, source, offset, length);
        return new ListRun(there, there.bytes, at, to, count + 1);
    }

    private ListRun withRoomFor(int size) {
        int written = length();
        Room made = new Room(written + size + Math.max(ROOM, written / 2));
        int end = made.bytes.length;
        made.lowest = end - written;
        put(made.bytes, made.lowest);
        return new ListRun(made, made.bytes, made.lowest, end, count);
    }

    /**
     * Without so many of the outermost elements.
     *
     * @throws EncodingException if the bytes hold fewer, which is not known before
     */
    public ListRun without(int elements) {
        ListRun run = together();
        int rest = ListEntries.skip(run.bytes, run.from, elements);
        if (rest > run.to) {
            throw new EncodingException("a list's end has fewer elements than it says");
        }
        return new ListRun(run.room, run.bytes, rest, run.to, count - elements);
    }

    private ListRun together() {
        if (noted == null) {
            return this;
        }
        ListRun made = together;
        if (made == null) {
            made = withRoomFor(0);
            together = made;
        }
        return made;
    }
}
