package io.sluice.proxy.type.list;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.Errors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The list that a key holds, or is about to hold, wherever its elements are.
 *
 * <p>Shows what the key held when it was found. A change is written through the context at once, with the count, and the key
 * removed with its last element; after that the value is found anew. Values belong to one run of a handler. Indexes count
 * from 0; ranges end before {@code to}.
 */
public abstract sealed class ListValue permits PackedList, SpreadList {
    private static final Header NOTHING_YET = Header.of(
            ValueEncoding.LIST_PACKED, PackedEntries.empty(Forms.LISTPACK).payload());

    final CommandContext context;
    final Key key;
    final Header header;

    ListValue(CommandContext context, Key key, Header header) {
        this.context = context;
        this.key = key;
        this.header = header;
    }

    /**
     * The list as a reading command finds it; counted as a hit or a miss.
     *
     * @throws CommandException WRONGTYPE if the key holds no list
     */
    public static @Nullable ListValue find(CommandContext context, Key key) {
        Header header = context.header(key);
        context.countLookup(header != null);
        return header == null ? null : of(context, key, header);
    }

    /**
     * The list as a writing command finds it; not counted, as in Redis.
     *
     * @throws CommandException WRONGTYPE if the key holds no list
     */
    public static @Nullable ListValue findToChange(CommandContext context, Key key) {
        Header header = context.header(key);
        return header == null ? null : of(context, key, header);
    }

    /** As {@link #findToChange}, with an empty list, not yet stored, where there is none. */
    public static ListValue findOrCreate(CommandContext context, Key key) {
        ListValue value = findToChange(context, key);
        return value != null ? value : of(context, key, NOTHING_YET);
    }

    /**
     * The list that a header, just read, stands for.
     *
     * @throws CommandException WRONGTYPE if that is no list
     */
    public static ListValue of(CommandContext context, Key key, Header header) {
        if (header.type() != ValueType.LIST) {
            throw new CommandException(Errors.WRONGTYPE);
        }
        return header.encoding() == ValueEncoding.LIST_SPREAD
                ? new SpreadList(context, key, header)
                : new PackedList(context, key, header);
    }

    /**
     * Takes an element from one end of a list and puts it to an end of a list, perhaps the same.
     *
     * @return the element; null if there is no list at {@code from}
     * @throws CommandException WRONGTYPE if one of the keys holds no list
     */
    public static byte @Nullable [] move(CommandContext context, Key from, ListEnd fromEnd, Key to, ListEnd toEnd) {
        boolean within = from.equals(to);
        if (!within) {
            context.prefetch(List.of(from, to));
        }
        ListValue source = findToChange(context, from);
        if (source == null) {
            return null;
        }
        if (within) {
            return source.rotate(fromEnd, toEnd);
        }
        ListValue target = findOrCreate(context, to);
        byte[] element = source.pop(fromEnd);
        target.push(toEnd, element);
        return element;
    }

    /** Moves an element within the list, which is never empty meanwhile and so keeps its expiry. */
    private byte[] rotate(ListEnd from, ListEnd to) {
        byte[] element = at(from == ListEnd.LEFT ? 0 : size() - 1);
        if (from == to || size() == 1) {
            context.modified(key);
            return element;
        }
        push(to, element);
        of(context, key, headerNow()).pop(from);
        return element;
    }

    private Header headerNow() {
        Header now = context.header(key);
        if (now == null) {
            throw new IllegalStateException("a list that was just written is not there");
        }
        return now;
    }

    public Key key() {
        return key;
    }

    /** The number of elements. */
    public abstract long size();

    /** The element at an index within the list, in an array of the caller's own. */
    public byte[] at(long index) {
        byte[][] found = new byte[1][];
        walk(index, index + 1, false, (bytes, offset, length) -> {
            found[0] = Arrays.copyOfRange(bytes, offset, offset + length);
            return false;
        });
        return found[0];
    }

    /**
     * Visits the elements from {@code from} to {@code to}, exclusive, in order or from the last to the first. All that it
     * takes is read at once.
     */
    public abstract void walk(long from, long to, boolean backward, ElementVisitor visitor);

    /** The elements from {@code from} to {@code to}, exclusive, each in an array of its own. */
    public List<byte[]> elements(long from, long to) {
        List<byte[]> elements = new ArrayList<>(Math.toIntExact(to - from));
        walk(from, to, false, (bytes, offset, length) -> {
            elements.add(Arrays.copyOfRange(bytes, offset, offset + length));
            return true;
        });
        return elements;
    }

    /**
     * Tells the indexes at which the wanted element is, from the first to the last or backward; reads no further than it is
     * asked for.
     */
    public abstract void search(byte[] wanted, boolean backward, IndexVisitor visitor);

    /** Takes the indexes of a search, at each of which the element is or is not the wanted one. */
    @FunctionalInterface
    public interface IndexVisitor {
        /** Whether to go on. */
        boolean visit(long index, boolean matches);
    }

    /** Adds an element. */
    public void push(ListEnd end, byte[] element) {
        push(end, new byte[][] {element}, 0);
    }

    /**
     * Adds the elements of an array from an index on, one after the other, so that the last one is outermost.
     *
     * @return the number of elements then
     */
    public abstract long push(ListEnd end, byte[][] elements, int from);

    /** Takes the outermost element. */
    public abstract byte[] pop(ListEnd end);

    /** Takes at most so many elements, the outermost first. */
    public void pop(ListEnd end, long count, ElementVisitor visitor) {
        long size = size();
        long taken = Math.min(count, size);
        if (end == ListEnd.LEFT) {
            walk(0, taken, false, visitor);
            trim(taken, size);
        } else {
            walk(size - taken, size, true, visitor);
            trim(0, size - taken);
        }
    }

    /**
     * The header of an independent copy for another key, with the same expiry; the caller writes it. Reads and writes all
     * elements of a spread list.
     */
    public Header copyTo(Key target) {
        ListBuilder copy = new ListBuilder(context, target, header.expireAtMs());
        walk(0, size(), false, copy);
        return copy.header(form());
    }

    abstract byte form();

    /** About how many bytes the rows below the header take, with their keys; reads none of the elements. */
    public abstract long bytesBelow();

    /** Replaces the element at an index within the list. */
    public abstract void set(long index, byte[] element);

    /** Keeps the elements from {@code from} to {@code to}, exclusive; the key goes with the last one. */
    public abstract void trim(long from, long to);

    /** Adds an element so that it has this index, from 0 to the number of elements. */
    public abstract void insert(long index, byte[] element);

    /** Removes the elements at these indexes, which rise. */
    public abstract void remove(long[] indexes, int count);
}
