package io.sluice.proxy.type.list;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListChunkValue;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.ListRun;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.rdb.ListpackSize;
import io.sluice.proxy.type.collection.LargeValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list in its header, which has the two ends, and in chunk rows between them. */
final class SpreadList extends ListValue {
    /** About so many bytes are read ahead by a search, and twice as many each time that it goes on. */
    private static final long SEARCH_BYTES = 16 * 1024;

    private static final byte[] NOT_LOADED = {};
    /** The key of a chunk, and the slot that stands before it. */
    private static final int CHUNK_KEY_BYTES = 2 + 17;
    /** What a node knows of a chunk. */
    private static final int CHILD_BYTES = 8;

    private final OpenList stored;
    private final ListRef ref;
    private @Nullable ChunkTree tree;

    SpreadList(CommandContext context, Key key, Header header) {
        super(context, key, header);
        this.stored = OpenList.of(header);
        this.ref = stored.ref();
    }

    @Override
    public long size() {
        return ref.count();
    }

    @Override
    byte form() {
        return ref.form();
    }

    @Override
    public long bytesBelow() {
        long inTree = ref.count() - ref.head().count() - ref.tail().count();
        int chunks = inTree == 0 ? 0 : tree().find(0, inTree).numbers.size();
        return tree().bytes() + (long) chunks * (CHUNK_KEY_BYTES + CHILD_BYTES);
    }

    private ChunkTree tree() {
        ChunkTree there = tree;
        if (there == null) {
            there = new ChunkTree(context, key.slot(), stored);
            tree = there;
        }
        return there;
    }

    // ---- reading ----

    @Override
    public byte[] at(long index) {
        long inTree = index - ref.head().count();
        if (inTree < 0 || index >= ref.count() - ref.tail().count()) {
            return super.at(index);
        }
        ChunkTree.Path path = tree().find(inTree);
        byte[] row = tree().chunk(path.number());
        if (ListChunkValue.isLarge(row)) {
            return new LargeValues(context, key.slot(), ref.id()).load(ListChunkValue.reference(row));
        }
        int at = ListEntries.skip(row, ListChunkValue.ELEMENTS_AT, path.offset);
        int length = ListEntries.length(row, at);
        int start = ListEntries.start(at, length);
        return Arrays.copyOfRange(row, start, start + length);
    }

    @Override
    public void walk(long from, long to, boolean backward, ElementVisitor visitor) {
        walk(from, to, backward, -1, visitor);
    }

    /** @param onlyLength if it is not negative, large elements of other lengths are told without their bytes */
    private boolean walk(long from, long to, boolean backward, long onlyLength, ElementVisitor visitor) {
        long inner = ref.head().count();
        long outer = ref.count() - ref.tail().count();
        for (int part = 0; part < 3; part++) {
            boolean goOn =
                    switch (backward ? 2 - part : part) {
                        case 0 -> walkHead(from, Math.min(to, inner), backward, visitor);
                        case 1 ->
                            walkTree(
                                    Math.max(from, inner) - inner,
                                    Math.min(to, outer) - inner,
                                    backward,
                                    onlyLength,
                                    visitor);
                        default -> walkTail(Math.max(from, outer) - outer, to - outer, backward, visitor);
                    };
            if (!goOn) {
                return false;
            }
        }
        return true;
    }

    private boolean walkHead(long from, long to, boolean backward, ElementVisitor visitor) {
        return from >= to || walkRun(ref.head(), (int) from, (int) (to - from), backward, visitor);
    }

    /** The tail's elements stand in the reverse order. */
    private boolean walkTail(long from, long to, boolean backward, ElementVisitor visitor) {
        int skipped = (int) (ref.tail().count() - to);
        return from >= to || walkRun(ref.tail(), skipped, (int) (to - from), !backward, visitor);
    }

    private boolean walkTree(long from, long to, boolean backward, long onlyLength, ElementVisitor visitor) {
        if (from >= to) {
            return true;
        }
        ChunkTree.Run run = tree().find(from, to);
        List<byte[]> rows = tree().chunks(run.numbers);
        List<byte @Nullable []> large = large(rows, onlyLength);
        long first = from - run.skip;
        long last = first;
        for (long elements : run.elements) {
            last += elements;
        }
        for (int i = 0; i < rows.size(); i++) {
            int chunk = backward ? rows.size() - 1 - i : i;
            int elements = (int) (long) run.elements.get(chunk);
            int skip = chunk == 0 ? run.skip : 0;
            int behind = chunk == rows.size() - 1 ? (int) (last - to) : 0;
            byte[] row = rows.get(chunk);
            boolean goOn;
            if (ListChunkValue.isLarge(row)) {
                byte[] bytes = large.get(chunk);
                goOn = bytes != null
                        ? visitor.visit(bytes, 0, bytes.length)
                        : visitor.visit(NOT_LOADED, 0, (int)
                                ListChunkValue.reference(row).length());
            } else {
                int count = elements - skip - behind;
                goOn = walkRun(row, ListChunkValue.ELEMENTS_AT, skip, count, backward, visitor);
            }
            if (!goOn) {
                return false;
            }
        }
        return true;
    }

    /** The values of those chunks that are large elements, and are wanted; null for all others. */
    private List<byte @Nullable []> large(List<byte[]> rows, long onlyLength) {
        List<@Nullable ChunkedString> references = new ArrayList<>(rows.size());
        boolean any = false;
        for (byte[] row : rows) {
            ChunkedString reference = ListChunkValue.isLarge(row) ? ListChunkValue.reference(row) : null;
            boolean wanted = reference != null && (onlyLength < 0 || reference.length() == onlyLength);
            references.add(wanted ? reference : null);
            any |= wanted;
        }
        if (any) {
            return new LargeValues(context, key.slot(), ref.id()).loadAll(references);
        }
        return new ArrayList<>(Collections.nCopies(rows.size(), null));
    }

    private static boolean walkRun(ListRun run, int skip, int count, boolean backward, ElementVisitor visitor) {
        return walkRun(run.bytes(), run.from(), skip, count, backward, visitor);
    }

    /** Visits {@code count} elements of a run, after {@code skip} of them. */
    private static boolean walkRun(
            byte[] run, int from, int skip, int count, boolean backward, ElementVisitor visitor) {
        int at = ListEntries.skip(run, from, skip);
        if (backward) {
            int[] offsets = ListEntries.offsets(run, at, count);
            for (int i = count - 1; i >= 0; i--) {
                int length = ListEntries.length(run, offsets[i]);
                if (!visitor.visit(run, ListEntries.start(offsets[i], length), length)) {
                    return false;
                }
            }
            return true;
        }
        for (int i = 0; i < count; i++) {
            int length = ListEntries.length(run, at);
            int start = ListEntries.start(at, length);
            if (!visitor.visit(run, start, length)) {
                return false;
            }
            at = start + length;
        }
        return true;
    }

    @Override
    public void search(byte[] wanted, boolean backward, IndexVisitor visitor) {
        long size = size();
        long[] index = {backward ? size : -1};
        ElementVisitor compare = (bytes, offset, length) -> {
            index[0] += backward ? -1 : 1;
            return visitor.visit(
                    index[0],
                    length == wanted.length && Arrays.equals(bytes, offset, offset + length, wanted, 0, length));
        };
        long window = Math.max(16, SEARCH_BYTES / (1 + ref.bytes() / size));
        long done = 0;
        while (done < size) {
            long end = Math.min(size, done + window);
            boolean goOn = backward
                    ? walk(size - end, size - done, true, wanted.length, compare)
                    : walk(done, end, false, wanted.length, compare);
            if (!goOn) {
                return;
            }
            done = end;
            window *= 2;
        }
    }

    // ---- changing ----

    @Override
    public long push(ListEnd end, byte[][] elements, int from) {
        int added = elements.length - from;
        long plain = 0;
        for (int i = from; i < elements.length; i++) {
            plain += elements[i].length;
        }
        int limit = context.settings().forms().listSize();
        byte form = ListForm.grown(ref.form(), ref.bytes(), ref.count(), plain, added, limit);
        if (added == 1 && pushesIntoHeader(end, elements[from], form)) {
            return ref.count() + 1;
        }
        ListEdit edit = edit();
        edit.form(form);
        for (int i = from; i < elements.length; i++) {
            edit.push(end, elements[i]);
        }
        edit.save();
        return edit.count();
    }

    /** What nearly every push is: one more element in the header, and nothing else. */
    private boolean pushesIntoHeader(ListEnd end, byte[] element, byte form) {
        ListRun outer = outermost(end);
        if (outer.length() + ListEntries.sizeOf(element.length) > ListEdit.CHUNK_BYTES) {
            return false;
        }
        long bytes = ref.bytes() + ListpackSize.of(element, 0, element.length);
        store(end, outer.push(element, 0, element.length), form, ref.count() + 1, bytes);
        return true;
    }

    @Override
    public byte[] pop(ListEnd end) {
        boolean left = end == ListEnd.LEFT;
        ListRun outer = outermost(end);
        if (outer.count() == 0 || ref.count() == 1) {
            byte[] element = at(left ? 0 : size() - 1);
            trim(left ? 1 : 0, left ? size() : size() - 1);
            return element;
        }
        ListRun rest = outer.without(1);
        int length = ListEntries.length(outer.bytes(), outer.from());
        int start = ListEntries.start(outer.from(), length);
        long count = ref.count() - 1;
        long bytes = ref.bytes() - ListpackSize.of(outer.bytes(), start, length);
        int limit = context.settings().forms().listSize();
        store(end, rest, ListForm.shrunk(ref.form(), bytes, count, limit), count, bytes);
        return Arrays.copyOfRange(outer.bytes(), start, rest.from());
    }

    private ListRun outermost(ListEnd end) {
        return end == ListEnd.LEFT ? ref.head() : ref.tail();
    }

    /** Writes the header with another end, and nothing else. */
    private void store(ListEnd end, ListRun run, byte form, long count, long bytes) {
        ListRef.Builder changed = ref.change().form(form).total(count, bytes);
        ListRef.Builder whole = end == ListEnd.LEFT ? changed.head(run) : changed.tail(run);
        context.put(key, new OpenList(whole.build(), stored.nodes()).header(header.expireAtMs()));
    }

    @Override
    public void set(long index, byte[] element) {
        ListEdit edit = growing(element);
        edit.set(index, element);
        edit.save();
    }

    @Override
    public void insert(long index, byte[] element) {
        ListEdit edit = growing(element);
        edit.insert(index, element);
        edit.save();
    }

    @Override
    public void remove(long[] indexes, int count) {
        if (count == size()) {
            context.remove(key);
            return;
        }
        ListEdit edit = edit();
        edit.remove(indexes, count);
        edit.save();
    }

    @Override
    public void trim(long from, long to) {
        if (from >= to) {
            context.remove(key);
            return;
        }
        ListEdit edit = edit();
        edit.drop(ListEnd.LEFT, from);
        edit.drop(ListEnd.RIGHT, size() - to);
        edit.save();
    }

    private ListEdit growing(byte[] element) {
        ListEdit edit = edit();
        int limit = context.settings().forms().listSize();
        edit.form(ListForm.grown(ref.form(), ref.bytes(), ref.count(), element.length, 1, limit));
        return edit;
    }

    private ListEdit edit() {
        return ListEdit.of(context, key, header, stored);
    }
}
