package io.sluice.proxy.type.list;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListEntries;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.rdb.ListpackSize;
import org.jspecify.annotations.Nullable;

/**
 * Makes a whole list of elements that come one by one, for a key that is about to hold it: packed, or spread once it is too
 * large for that. Rows below the header are written as they come; the header is the caller's to write.
 */
public final class ListBuilder implements ElementVisitor {
    /** More than the form and the number of elements take. */
    private static final int PACKED_PREFIX = 8;

    private final CommandContext context;
    private final Key key;
    private final long expireAtMs;
    private final PackedEntries.Builder packed = new PackedEntries.Builder(64);
    private long packedBytes;
    private long listpackBytes;
    private @Nullable ListEdit spread;

    /** @param expireAtMs milliseconds since 1970, or {@link Header#NO_EXPIRY} */
    public ListBuilder(CommandContext context, Key key, long expireAtMs) {
        this.context = context;
        this.key = key;
        this.expireAtMs = expireAtMs;
    }

    /** Adds an element behind those that came before; always goes on. */
    @Override
    public boolean visit(byte[] bytes, int offset, int length) {
        ListEdit edit = spread;
        if (edit == null
                && !PackedList.fits(
                        context, PACKED_PREFIX + packedBytes + ListEntries.sizeOf(length), packed.size() + 1)) {
            edit = spread();
        }
        if (edit != null) {
            edit.push(ListEnd.RIGHT, bytes, offset, length);
        } else {
            packed.add(bytes, offset, length);
            packedBytes += ListEntries.sizeOf(length);
            listpackBytes += ListpackSize.of(bytes, offset, length);
        }
        return true;
    }

    public void add(byte[] element) {
        visit(element, 0, element.length);
    }

    private ListEdit spread() {
        ListEdit edit = ListEdit.ofNew(context, key, expireAtMs, Forms.LISTPACK);
        PackedEntries entries = PackedEntries.over(packed.build(Forms.LISTPACK));
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            edit.push(ListEnd.RIGHT, entries.payload(), entries.start(at), entries.length(at));
        }
        spread = edit;
        return edit;
    }

    /** The number of elements so far. */
    public long size() {
        return spread == null ? packed.size() : spread.count();
    }

    /** The header of the list, in the form that Redis would give to a list that comes whole. */
    public Header header() {
        long bytes = spread == null ? listpackBytes : spread.bytes();
        return header(ListForm.whole(bytes, size(), context.settings().forms().listSize()));
    }

    /** The header of a list that comes whole and in several nodes, which Redis does not join. */
    public Header headerOfNodes() {
        return header(Forms.TABLE);
    }

    /** The header of the list in a form that is known. */
    Header header(byte form) {
        if (spread == null) {
            return Header.of(ValueEncoding.LIST_PACKED, expireAtMs, packed.build(form));
        }
        spread.form(form);
        return spread.header();
    }
}
