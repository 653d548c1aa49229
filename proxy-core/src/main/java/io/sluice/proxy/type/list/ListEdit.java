package io.sluice.proxy.type.list;

import io.sluice.encoding.Header;
import io.sluice.encoding.ListChunkValue;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.RowKeys;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.rdb.ListpackSize;
import io.sluice.proxy.type.collection.LargeValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A spread list while it is changed: its ends, its tree, and the totals. Rows of chunks are written as they come, nodes and
 * the header by {@link #save}.
 *
 * <p>An end that is full becomes a chunk; an end that is empty takes one in. So a chunk is written and deleted once for all
 * the elements that pass through it, and a row that is gone is never looked for.
 */
final class ListEdit {
    /** An end becomes a chunk before it is larger than this. */
    static final int CHUNK_BYTES = 1024;
    /** A chunk is cut when a change in its middle makes it larger than this. */
    private static final int MAX_CHUNK_BYTES = 2 * CHUNK_BYTES;
    /** A chunk that lost elements is joined to its neighbour when it is smaller than this. */
    private static final int FEW_BYTES = CHUNK_BYTES / 4;

    private final CommandContext context;
    private final Key key;
    private final long expireAtMs;
    private final ListRef.Builder ref;
    private final long id;
    private final LargeValues large;
    private final EndStack head;
    private final EndStack tail;
    private final ChunkTree tree;
    /** Whether the nodes stay with the header. */
    private final boolean keepsNodes;

    private byte form;
    private long count;
    private long bytes;
    private boolean shrinks;

    private ListEdit(CommandContext context, Key key, long expireAtMs, OpenList open, boolean keepsNodes) {
        ListRef from = open.ref();
        this.context = context;
        this.key = key;
        this.expireAtMs = expireAtMs;
        this.id = from.id();
        this.ref = from.change();
        this.large = new LargeValues(context, key.slot(), id);
        this.head = new EndStack(ListEnd.LEFT, from.head());
        this.tail = new EndStack(ListEnd.RIGHT, from.tail());
        this.tree = new ChunkTree(context, key.slot(), open);
        this.keepsNodes = keepsNodes;
        this.form = from.form();
        this.count = from.count();
        this.bytes = from.bytes();
    }

    /** @param stored what the header says */
    static ListEdit of(CommandContext context, Key key, Header header, OpenList stored) {
        // A list that changes for the first time in a while may not do so again: its nodes are not kept.
        return new ListEdit(context, key, header.expireAtMs(), stored, header.open() != null);
    }

    /** A list without elements under a new id; there is none below the key until it is saved. */
    static ListEdit ofNew(CommandContext context, Key key, long expireAtMs, byte form) {
        ListRef empty =
                new ListRef.Builder(context.newId(key.slot())).form(form).build();
        return new ListEdit(context, key, expireAtMs, new OpenList(empty, Map.of()), false);
    }

    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    void form(byte newForm) {
        form = newForm;
    }

    // ---- the ends ----

    private EndStack stack(ListEnd end) {
        return end == ListEnd.LEFT ? head : tail;
    }

    void push(ListEnd end, byte[] element) {
        push(end, element, 0, element.length);
    }

    void push(ListEnd end, byte[] source, int offset, int length) {
        EndStack stack = stack(end);
        int size = ListEntries.sizeOf(length);
        if (stack.bytes() + size > CHUNK_BYTES) {
            flush(end);
        }
        int listpackBytes = ListpackSize.of(source, offset, length);
        if (size > CHUNK_BYTES) {
            tree.add(end, alone(source, offset, length), 1, listpackBytes);
        } else {
            stack.push(source, offset, length);
        }
        count++;
        bytes += listpackBytes;
    }

    /** The chunk of an element that shares it with no other. */
    private byte[] alone(byte[] source, int offset, int length) {
        if (large.isLarge(length)) {
            return ListChunkValue.ofLarge(large.store(Arrays.copyOfRange(source, offset, offset + length)));
        }
        byte[] entry = new byte[ListEntries.sizeOf(length)];
        ListEntries.put(entry, 0, source, offset, length);
        return ListChunkValue.ofElements(entry, 0, entry.length);
    }

    /** Makes a chunk of an end. */
    private void flush(ListEnd end) {
        EndStack stack = stack(end);
        if (stack.count() > 0) {
            byte[] entries = stack.inListOrder();
            long listpackBytes = ListForm.bytes(entries, 0, entries.length);
            tree.add(end, ListChunkValue.ofElements(entries, 0, entries.length), stack.count(), listpackBytes);
            stack.clear();
        }
    }

    /** Takes so many elements away from an end. */
    void drop(ListEnd end, long elements) {
        shrinks = true;
        EndStack stack = stack(end);
        long rest = dropFrom(stack, elements);
        if (rest > 0 && !tree.isEmpty()) {
            rest -= dropChunks(end, rest);
            if (rest > 0 && !tree.isEmpty()) {
                fill(end);
                rest = dropFrom(stack, rest);
            }
        }
        while (rest > 0) {
            share(end);
            rest = dropFrom(stack, rest);
        }
    }

    /** Answers how many of the elements are still to be dropped. */
    private long dropFrom(EndStack stack, long elements) {
        int dropped = (int) Math.min(elements, stack.count());
        bytes -= stack.drop(dropped);
        count -= dropped;
        return elements - dropped;
    }

    private long dropChunks(ListEnd end, long elements) {
        long before = tree.bytes();
        ChunkTree.Dropped dropped = tree.dropWhole(end, elements);
        for (byte[] row : tree.chunks(dropped.perhapsLarge)) {
            freeIfLarge(row);
        }
        for (long number : dropped.numbers) {
            context.deleteRow(key.slot(), RowKeys.listChunk(id, number));
        }
        count -= dropped.elements;
        bytes -= before - tree.bytes();
        return dropped.elements;
    }

    private void freeIfLarge(byte[] row) {
        if (ListChunkValue.isLarge(row)) {
            large.drop(ListChunkValue.reference(row));
        }
    }

    /** Takes the outermost chunk, which has several elements, into an end that is empty. */
    private void fill(ListEnd end) {
        ChunkTree.Path path = tree.edge(end);
        byte[] row = tree.chunk(path.number());
        stack(end).setInListOrder(row, ListChunkValue.ELEMENTS_AT, row.length, path.elements());
        tree.remove(path);
    }

    /** Gives an empty end the nearer half of the other one, when there is nothing in between. */
    private void share(ListEnd end) {
        EndStack other = stack(end.other());
        byte[] entries = other.inListOrder();
        int all = other.count();
        int half = (all + 1) / 2;
        boolean left = end == ListEnd.LEFT;
        int first = left ? half : all - half;
        int cut = ListEntries.skip(entries, 0, first);
        head.setInListOrder(entries, 0, cut, first);
        tail.setInListOrder(entries, cut, entries.length, all - first);
    }

    // ---- anywhere ----

    /** Replaces the element at an index. */
    void set(long index, byte[] element) {
        shrinks = true;
        if (index < head.count()) {
            splice(ListEnd.LEFT, (int) index, 1, element);
        } else if (index >= count - tail.count()) {
            splice(ListEnd.RIGHT, (int) (index - (count - tail.count())), 1, element);
        } else {
            splice(index - head.count(), 1, element);
        }
    }

    /** Adds an element that has the index then. */
    void insert(long index, byte[] element) {
        long inner = count - tail.count();
        if (index == 0) {
            push(ListEnd.LEFT, element);
        } else if (index == count) {
            push(ListEnd.RIGHT, element);
        } else if (index <= head.count() && head.count() > 0) {
            splice(ListEnd.LEFT, (int) index, 0, element);
        } else if (index >= inner && tail.count() > 0) {
            splice(ListEnd.RIGHT, (int) (index - inner), 0, element);
        } else {
            splice(index - head.count(), 0, element);
        }
    }

    /** Replaces, or adds, an element of an end. */
    private void splice(ListEnd end, int index, int replaced, byte[] element) {
        EndStack stack = stack(end);
        byte[] entries = stack.inListOrder();
        byte[] changed = spliced(entries, 0, index, replaced, element);
        int elements = stack.count() + 1 - replaced;
        count += 1 - replaced;
        bytes += ListForm.bytes(changed, 0, changed.length) - ListForm.bytes(entries, 0, entries.length);
        if (changed.length <= MAX_CHUNK_BYTES) {
            stack.setInListOrder(changed, 0, changed.length, elements);
            return;
        }
        stack.clear();
        List<Piece> pieces = cut(changed);
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(end == ListEnd.LEFT ? pieces.size() - 1 - i : i);
            tree.add(end, piece.row, piece.elements, piece.listpackBytes);
        }
    }

    /** Replaces, or adds, an element of a chunk; the index is the tree's. */
    private void splice(long index, int replaced, byte[] element) {
        ChunkTree.Path path = tree.find(index);
        byte[] row = tree.chunk(path.number());
        long before = tree.bytes();
        if (ListChunkValue.isLarge(row)) {
            Piece piece = piece(entry(element), 0, ListEntries.sizeOf(element.length), 1);
            if (replaced == 0) {
                tree.insertBeside(path, false, piece.row, 1, piece.listpackBytes);
            } else {
                freeIfLarge(row);
                tree.replace(path, piece.row, 1, piece.listpackBytes);
            }
        } else {
            byte[] changed = spliced(row, ListChunkValue.ELEMENTS_AT, path.offset, replaced, element);
            List<Piece> pieces = changed.length <= MAX_CHUNK_BYTES
                    ? List.of(piece(changed, 0, changed.length, path.elements() + 1 - replaced))
                    : cut(changed);
            long start = index - path.offset;
            tree.replace(path, pieces.get(0).row, pieces.get(0).elements, pieces.get(0).listpackBytes);
            for (int i = pieces.size() - 1; i > 0; i--) {
                Piece piece = pieces.get(i);
                tree.insertBeside(tree.find(start), true, piece.row, piece.elements, piece.listpackBytes);
            }
        }
        count += 1 - replaced;
        bytes += tree.bytes() - before;
    }

    /** Removes the elements at these indexes, which rise. */
    void remove(long[] indexes, int number) {
        shrinks = true;
        long inner = count - tail.count();
        prefetch(indexes, number, inner);
        int last = number; // behind the indexes that are still to be removed
        while (last > 0) {
            long index = indexes[last - 1];
            long start = index >= inner ? inner : 0;
            ChunkTree.Path path = null;
            if (index < inner && index >= head.count()) {
                path = tree.find(index - head.count());
                start = index - path.offset;
            }
            int first = last;
            while (first > 0 && indexes[first - 1] >= start) {
                first--;
            }
            int[] gone = new int[last - first];
            for (int i = first; i < last; i++) {
                gone[i - first] = (int) (indexes[i] - start);
            }
            if (path == null) {
                remove(start == 0 && index < head.count() ? head : tail, gone);
            } else {
                remove(path, start - head.count(), gone);
            }
            last = first;
        }
    }

    /** Asks for the chunks that lose elements, all at once. */
    private void prefetch(long[] indexes, int number, long inner) {
        List<Long> chunks = new ArrayList<>();
        long end = 0;
        for (int i = 0; i < number; i++) {
            if (indexes[i] >= Math.max(end, head.count()) && indexes[i] < inner) {
                ChunkTree.Path path = tree.find(indexes[i] - head.count());
                chunks.add(path.number());
                end = indexes[i] - path.offset + path.elements();
            }
        }
        tree.prefetch(chunks);
    }

    private void remove(EndStack stack, int[] gone) {
        byte[] entries = stack.inListOrder();
        byte[] kept = without(entries, 0, gone);
        bytes -= ListForm.bytes(entries, 0, entries.length) - ListForm.bytes(kept, 0, kept.length);
        count -= gone.length;
        stack.setInListOrder(kept, 0, kept.length, stack.count() - gone.length);
    }

    /** @param start the index in the tree of the chunk's first element */
    private void remove(ChunkTree.Path path, long start, int[] gone) {
        long before = tree.bytes();
        byte[] row = tree.chunk(path.number());
        int elements = path.elements() - gone.length;
        count -= gone.length;
        if (elements == 0) {
            freeIfLarge(row);
            tree.remove(path);
        } else {
            byte[] kept = without(row, ListChunkValue.ELEMENTS_AT, gone);
            if (kept.length < FEW_BYTES && hasRoomBefore(path, kept.length)) {
                tree.remove(path);
                append(tree.find(start - 1), kept, elements);
            } else {
                Piece piece = piece(kept, 0, kept.length, elements);
                tree.replace(path, piece.row, piece.elements, piece.listpackBytes);
            }
        }
        bytes += tree.bytes() - before;
    }

    private static boolean hasRoomBefore(ChunkTree.Path path, int length) {
        int child = path.child[0];
        // What the neighbour takes in a listpack is a little more than what it takes here.
        return child > 0 && path.nodes[0].bytes(child - 1) + length <= CHUNK_BYTES;
    }

    /** Puts elements behind those of a chunk that has room for them. */
    private void append(ChunkTree.Path path, byte[] entries, int elements) {
        byte[] row = tree.chunk(path.number());
        byte[] joined = Arrays.copyOf(row, row.length + entries.length);
        System.arraycopy(entries, 0, joined, row.length, entries.length);
        tree.replace(
                path, joined, path.elements() + elements, path.bytes() + ListForm.bytes(entries, 0, entries.length));
    }

    // ---- runs of elements ----

    private record Piece(byte[] row, int elements, long listpackBytes) {}

    private static byte[] entry(byte[] element) {
        byte[] entry = new byte[ListEntries.sizeOf(element.length)];
        ListEntries.put(entry, 0, element, 0, element.length);
        return entry;
    }

    /** The elements of a run that ends with its array, one of them replaced or one more before it. */
    private static byte[] spliced(byte[] run, int from, int index, int replaced, byte[] element) {
        int at = ListEntries.skip(run, from, index);
        int next = replaced == 0 ? at : ListEntries.next(run, at);
        int size = ListEntries.sizeOf(element.length);
        byte[] changed = new byte[at - from + size + run.length - next];
        System.arraycopy(run, from, changed, 0, at - from);
        int behind = ListEntries.put(changed, at - from, element, 0, element.length);
        System.arraycopy(run, next, changed, behind, run.length - next);
        return changed;
    }

    /** The elements of a run that ends with its array, but for those at these indexes, which rise. */
    private static byte[] without(byte[] run, int from, int[] gone) {
        byte[] kept = new byte[run.length - from];
        int length = 0;
        int at = from;
        int index = 0;
        for (int without : gone) {
            int end = ListEntries.skip(run, at, without - index);
            System.arraycopy(run, at, kept, length, end - at);
            length += end - at;
            at = ListEntries.next(run, end);
            index = without + 1;
        }
        System.arraycopy(run, at, kept, length, run.length - at);
        return Arrays.copyOf(kept, length + run.length - at);
    }

    /** Chunks of about the usual size; what is larger than that alone is alone. */
    private List<Piece> cut(byte[] entries) {
        int target = entries.length / Math.max(2, entries.length / CHUNK_BYTES);
        List<Piece> pieces = new ArrayList<>();
        int from = 0;
        int elements = 0;
        int at = 0;
        while (at < entries.length) {
            int next = ListEntries.next(entries, at);
            boolean alone = next - at > CHUNK_BYTES;
            if (elements > 0 && (alone || at - from >= target)) {
                pieces.add(piece(entries, from, at, elements));
                from = at;
                elements = 0;
            }
            elements++;
            at = next;
            if (alone) {
                pieces.add(piece(entries, from, at, elements));
                from = at;
                elements = 0;
            }
        }
        if (elements > 0) {
            pieces.add(piece(entries, from, at, elements));
        }
        return pieces;
    }

    private Piece piece(byte[] entries, int from, int to, int elements) {
        long listpackBytes = ListForm.bytes(entries, from, to);
        if (elements > 1 || to - from <= CHUNK_BYTES) {
            return new Piece(ListChunkValue.ofElements(entries, from, to), elements, listpackBytes);
        }
        int length = ListEntries.length(entries, from);
        return new Piece(alone(entries, ListEntries.start(from, length), length), 1, listpackBytes);
    }

    // ---- the end ----

    /** Writes what was changed; the key goes with the last element. */
    void save() {
        if (count == 0) {
            context.remove(key);
        } else {
            context.put(key, header());
        }
    }

    /** Writes the rows below the header that are not written yet, and answers the header, for the caller to write. */
    Header header() {
        if (shrinks) {
            form = ListForm.shrunk(
                    form, bytes, count, context.settings().forms().listSize());
        }
        tree.writeNodes();
        tree.putInto(ref);
        ref.form(form).total(count, bytes).head(head.run()).tail(tail.run());
        return new OpenList(ref.build(), keepsNodes ? tree.kept() : Map.of()).header(expireAtMs);
    }
}
