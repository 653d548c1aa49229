package io.sluice.proxy.type.list;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import java.util.Arrays;

/**
 * A list in its header row: every change copies it, and writes it whole.
 *
 * <p>So a list of many elements is spread earlier than {@code packed-max-bytes} asks for: once it is as large as the two ends
 * that a spread list has in its header, a push or a pop copies less there, and a read of all of it costs little more. One of a
 * few large elements would gain nothing: a queue that is mostly empty does better with one row.
 */
final class PackedList extends ListValue {
    private static final int FEW_ELEMENTS = 8;
    private static final int MANY_ELEMENTS_BYTES = 2 * ListEdit.CHUNK_BYTES;

    private final PackedEntries entries;

    /** Whether a list of so many elements that takes so many bytes belongs into its header row. */
    static boolean fits(CommandContext context, long bytes, long elements) {
        int limit = context.settings().packedMaxBytes();
        return bytes <= (elements <= FEW_ELEMENTS ? limit : Math.min(limit, MANY_ELEMENTS_BYTES));
    }

    PackedList(CommandContext context, Key key, Header header) {
        super(context, key, header);
        this.entries = PackedEntries.over(header.payload());
    }

    @Override
    public long size() {
        return entries.size();
    }

    @Override
    byte form() {
        return entries.form();
    }

    @Override
    public long bytesBelow() {
        return 0;
    }

    @Override
    public void walk(long from, long to, boolean backward, ElementVisitor visitor) {
        int count = (int) (to - from);
        if (count <= 0) {
            return;
        }
        byte[] payload = entries.payload();
        int at = offsetOf((int) from);
        if (backward) {
            int[] offsets = ListEntries.offsets(payload, at, count);
            for (int i = count - 1; i >= 0; i--) {
                int length = ListEntries.length(payload, offsets[i]);
                if (!visitor.visit(payload, ListEntries.start(offsets[i], length), length)) {
                    return;
                }
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int length = ListEntries.length(payload, at);
            int start = ListEntries.start(at, length);
            if (!visitor.visit(payload, start, length)) {
                return;
            }
            at = start + length;
        }
    }

    @Override
    public void search(byte[] wanted, boolean backward, IndexVisitor visitor) {
        long[] index = {backward ? size() : -1};
        walk(0, size(), backward, (bytes, offset, length) -> {
            index[0] += backward ? -1 : 1;
            return visitor.visit(
                    index[0],
                    length == wanted.length && Arrays.equals(bytes, offset, offset + length, wanted, 0, length));
        });
    }

    private int offsetOf(int index) {
        return entries.skip(entries.first(), index);
    }

    @Override
    public long push(ListEnd end, byte[][] elements, int from) {
        int added = elements.length - from;
        long plain = 0;
        long size = 0;
        for (int i = from; i < elements.length; i++) {
            plain += elements[i].length;
            size += ListEntries.sizeOf(elements[i].length);
        }
        byte form = grown(plain, added);
        if (!fits(size, added)) {
            ListEdit edit = spread(form);
            for (int i = from; i < elements.length; i++) {
                edit.push(end, elements[i]);
            }
            edit.save();
            return edit.count();
        }
        boolean left = end == ListEnd.LEFT;
        byte[][] inOrder = new byte[added][];
        for (int i = 0; i < added; i++) {
            inOrder[left ? added - 1 - i : i] = elements[from + i];
        }
        int at = left ? entries.first() : entries.end();
        int newSize = entries.size() + added;
        store(entries.splice(form, newSize, at, at, inOrder));
        return newSize;
    }

    @Override
    public byte[] pop(ListEnd end) {
        int at = end == ListEnd.LEFT ? entries.first() : offsetOf(entries.size() - 1);
        byte[] element = entries.get(at);
        int newSize = entries.size() - 1;
        if (newSize == 0) {
            context.remove(key);
        } else {
            store(shrunk(entries.splice(entries.form(), newSize, at, entries.next(at))));
        }
        return element;
    }

    @Override
    public void set(long index, byte[] element) {
        int at = offsetOf((int) index);
        int next = entries.next(at);
        byte form = grown(element.length, 1);
        if (fits(ListEntries.sizeOf(element.length) - (next - at), 0)) {
            store(shrunk(entries.splice(form, entries.size(), at, next, element)));
        } else {
            ListEdit edit = spread(form);
            edit.set(index, element);
            edit.save();
        }
    }

    @Override
    public void insert(long index, byte[] element) {
        byte form = grown(element.length, 1);
        if (fits(ListEntries.sizeOf(element.length), 1)) {
            int at = offsetOf((int) index);
            store(entries.splice(form, entries.size() + 1, at, at, element));
        } else {
            ListEdit edit = spread(form);
            edit.insert(index, element);
            edit.save();
        }
    }

    @Override
    public void trim(long from, long to) {
        if (from >= to) {
            context.remove(key);
            return;
        }
        PackedEntries.Builder kept = new PackedEntries.Builder(entries.end());
        walk(from, to, false, (bytes, offset, length) -> {
            kept.add(bytes, offset, length);
            return true;
        });
        store(shrunk(kept.build(entries.form())));
    }

    @Override
    public void remove(long[] indexes, int count) {
        if (count == entries.size()) {
            context.remove(key);
            return;
        }
        byte[] payload = entries.payload();
        PackedEntries.Builder kept = new PackedEntries.Builder(payload.length);
        int at = entries.first();
        int next = 0;
        for (int i = 0; i < entries.size(); i++) {
            int length = ListEntries.length(payload, at);
            int start = ListEntries.start(at, length);
            if (next < count && indexes[next] == i) {
                next++;
            } else {
                kept.add(payload, start, length);
            }
            at = start + length;
        }
        store(shrunk(kept.build(entries.form())));
    }

    private byte grown(long plainBytes, int added) {
        int limit = context.settings().forms().listSize();
        int own = entries.end() - entries.first();
        byte form = entries.form();
        // Nearly always the bound is enough; else the elements are looked at.
        long bound = ListForm.atMost(entries.size(), own);
        if (ListForm.grown(form, bound, entries.size(), plainBytes, added, limit) == form) {
            return form;
        }
        long exact = ListForm.bytes(entries.payload(), entries.first(), entries.end());
        return ListForm.grown(form, exact, entries.size(), plainBytes, added, limit);
    }

    private byte[] shrunk(byte[] payload) {
        PackedEntries changed = PackedEntries.over(payload);
        if (changed.form() == Forms.LISTPACK) {
            return payload;
        }
        int limit = context.settings().forms().listSize();
        long bytes = ListForm.bytes(payload, changed.first(), changed.end());
        payload[0] = ListForm.shrunk(changed.form(), bytes, changed.size(), limit);
        return payload;
    }

    private boolean fits(long moreBytes, int moreElements) {
        // A varint's worth of slack for the number of elements.
        return fits(context, entries.end() + moreBytes + 1, entries.size() + moreElements);
    }

    private void store(byte[] payload) {
        context.put(key, Header.of(ValueEncoding.LIST_PACKED, header.expireAtMs(), payload));
    }

    /** The same elements about to be spread over rows; not yet saved. */
    private ListEdit spread(byte form) {
        ListEdit edit = ListEdit.ofNew(context, key, header.expireAtMs(), form);
        walk(0, size(), false, (bytes, offset, length) -> {
            edit.push(ListEnd.RIGHT, bytes, offset, length);
            return true;
        });
        return edit;
    }
}
