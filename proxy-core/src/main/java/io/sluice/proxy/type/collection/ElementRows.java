package io.sluice.proxy.type.collection;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import io.sluice.kv.SlotKey;
import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The element rows of a spread hash, set or sorted set: one row for each field or member, found by its name, walked in
 * the order of the elements' hashes.
 *
 * <p>Knows nothing of counts: who adds or removes a row writes the header's count in the same run.
 */
public final class ElementRows implements HashOrder {
    /** Behind the kind and the id. */
    private static final int HASH_OFFSET = 1 + Long.BYTES;

    private static final int NAME_OFFSET = HASH_OFFSET + Integer.BYTES;

    private static final byte[] NONE = {};

    /** What a store that is embedded answers at once. */
    private static final int ROWS_AT_ONCE = 256;

    /**
     * An element and what its row says of it.
     *
     * @param hash what orders it
     * @param value nothing when only names were asked for
     */
    public record Element(byte[] name, int hash, ElementValue value) {}

    /**
     * Elements in the order of their hashes.
     *
     * @param nextHash where the next page begins; meaningless when {@code end}
     */
    public record Page(List<Element> elements, int nextHash, boolean end) {}

    private final CommandContext context;
    private final int slot;
    private final long id;
    private final LargeValues large;
    private byte[] lastElement = NONE;
    private byte[] lastRowKey = NONE;

    /** @param id of the collection */
    public ElementRows(CommandContext context, int slot, long id) {
        this.context = context;
        this.slot = slot;
        this.id = id;
        this.large = new LargeValues(context, slot, id);
    }

    /** The element's row; null when there is none. */
    public @Nullable ElementValue find(byte[] element) {
        byte[] row = context.row(slot, rowKey(element));
        return row == null ? null : ElementValue.decode(row);
    }

    /** The row that {@link #find} reads. */
    public SlotKey rowOf(byte[] element) {
        return new SlotKey(slot, rowKey(element));
    }

    /** The elements' rows in the order asked for, null where there is none; a cold store is asked once. */
    public List<@Nullable ElementValue> findAll(List<byte[]> elements) {
        if (elements.size() == 1) {
            List<@Nullable ElementValue> one = new ArrayList<>(1);
            one.add(find(elements.get(0)));
            return one;
        }
        List<byte[]> rowKeys = new ArrayList<>(elements.size());
        for (byte[] element : elements) {
            rowKeys.add(rowKey(element));
        }
        List<@Nullable ElementValue> found = new ArrayList<>(elements.size());
        for (byte[] row : context.rows(slot, rowKeys)) {
            found.add(row == null ? null : ElementValue.decode(row));
        }
        return found;
    }

    /** The bytes of a value, wherever they are. */
    public byte[] bytes(ElementValue value) {
        return value.isChunked() ? large.load(value.chunks()) : value.payload();
    }

    /** The bytes of these values, null where a value is; a cold store is asked once for all chunks. */
    public List<byte @Nullable []> bytesOfAll(List<@Nullable ElementValue> values) {
        List<byte @Nullable []> bytes = new ArrayList<>(values.size());
        boolean anyLarge = false;
        for (ElementValue value : values) {
            anyLarge |= value != null && value.isChunked();
            bytes.add(value == null || value.isChunked() ? null : value.payload());
        }
        if (anyLarge) {
            List<@Nullable ChunkedString> references = new ArrayList<>(values.size());
            for (ElementValue value : values) {
                references.add(value != null && value.isChunked() ? value.chunks() : null);
            }
            List<byte @Nullable []> loaded = large.loadAll(references);
            for (int i = 0; i < bytes.size(); i++) {
                byte[] chunked = loaded.get(i);
                if (chunked != null) {
                    bytes.set(i, chunked);
                }
            }
        }
        return bytes;
    }

    /**
     * Writes the element's row.
     *
     * @param value its value; in chunks if it is large
     * @param old what its row said until now, null when it is new: its chunks are deleted
     */
    public void put(byte[] element, byte[] value, @Nullable ElementValue old) {
        put(element, value, Header.NO_EXPIRY, old);
    }

    /** As {@link #put(byte[], byte[], ElementValue)}, of an element that expires unless the time is NO_EXPIRY. */
    public void put(byte[] element, byte[] value, long expireAtMs, @Nullable ElementValue old) {
        dropChunks(old);
        ElementValue stored =
                large.isLarge(value.length) ? ElementValue.ofChunks(large.store(value)) : ElementValue.of(value);
        put(element, stored.withExpireAt(expireAtMs));
    }

    /** Writes the element's row with a value that is not in chunks, or whose chunks are written. */
    public void put(byte[] element, ElementValue value) {
        context.putRow(slot, rowKey(element), value.encode(element));
    }

    /** Deletes the element's row, and its value's chunks. */
    public void delete(byte[] element, ElementValue old) {
        dropChunks(old);
        context.deleteRow(slot, rowKey(element));
    }

    private void dropChunks(@Nullable ElementValue old) {
        if (old != null && old.isChunked()) {
            large.drop(old.chunks());
        }
    }

    @Override
    public Page page(int fromHash, int limit, boolean namesOnly) {
        byte[] from = RowKeys.elementHashStart(id, fromHash);
        byte[] to = RowKeys.rangeOf(RowKind.ELEMENT, id).to();
        // One more than wanted tells where the last hash that is complete ends, so that one range is enough.
        int asked = Math.max(1, Math.min(limit, Integer.MAX_VALUE / 4)) + 1;
        while (true) {
            List<Row> rows = context.range(slot, from, to, false, asked, namesOnly);
            if (rows.size() < asked) {
                return new Page(elements(rows, namesOnly), 0, true);
            }
            int last = rows.size() - 1;
            int hash = hashOf(rows.get(last));
            while (last > 0 && hashOf(rows.get(last - 1)) == hash) {
                last--;
            }
            if (last > 0) {
                return new Page(elements(rows.subList(0, last), namesOnly), hash, false);
            }
            asked = Math.multiplyExact(asked, 2);
        }
    }

    @Override
    public List<Row> rowsBetween(long fromHash, long toHash, boolean namesOnly) {
        byte[] from = RowKeys.elementHashStart(id, (int) fromHash);
        byte[] to = end(toHash);
        List<Row> rows = fromHash < toHash ? range(from, to, namesOnly) : List.of();
        if (rows.size() < ROWS_AT_ONCE) {
            return rows;
        }
        List<Row> all = new ArrayList<>(rows);
        while (rows.size() == ROWS_AT_ONCE) {
            byte[] last = rows.get(rows.size() - 1).key();
            rows = range(Arrays.copyOf(last, last.length + 1), to, namesOnly);
            all.addAll(rows);
        }
        return all;
    }

    @Override
    public @Nullable Row rowAt(long fromHash, long toHash, int index, boolean namesOnly) {
        byte[] from = RowKeys.elementHashStart(id, (int) fromHash);
        return fromHash < toHash ? context.rowAt(slot, from, end(toHash), index, namesOnly) : null;
    }

    private byte[] end(long toHash) {
        return toHash >= HASHES
                ? RowKeys.rangeOf(RowKind.ELEMENT, id).to()
                : RowKeys.elementHashStart(id, (int) toHash);
    }

    private List<Row> range(byte[] from, byte[] to, boolean namesOnly) {
        return context.range(slot, from, to, false, ROWS_AT_ONCE, namesOnly);
    }

    private static int hashOf(Row row) {
        return OrderedCodec.getInt(row.key(), HASH_OFFSET);
    }

    /** What rows say that a range gave, with or without their values; a cold store is asked once. */
    public List<Element> elements(List<Row> rows, boolean namesOnly) {
        if (namesOnly) {
            prefetchLongNames(rows);
        }
        List<Element> elements = new ArrayList<>(rows.size());
        for (Row row : rows) {
            elements.add(element(row, namesOnly));
        }
        return elements;
    }

    /** Long names stand in the rows' values, which a range of names leaves out. */
    private void prefetchLongNames(List<Row> rows) {
        List<SlotKey> lacking = new ArrayList<>();
        for (Row row : rows) {
            if (row.key().length > NAME_OFFSET + KeyTail.MAX_WHOLE) {
                lacking.add(new SlotKey(slot, row.key()));
            }
        }
        if (lacking.size() > 1) {
            context.prefetchRows(lacking);
        }
    }

    @Override
    public Element element(Row row, boolean namesOnly) {
        var name = RowKeys.decodeElement(row.key());
        if (name.element().isWhole()) {
            ElementValue value = namesOnly ? ElementValue.nothing() : ElementValue.decode(row.value());
            return new Element(name.element().name(), name.hash(), value);
        }
        byte[] stored = namesOnly ? stored(row.key()) : row.value();
        return new Element(ElementValue.elementOf(row.key(), stored), name.hash(), ElementValue.decode(stored));
    }

    /** The row that a range named without its value: nobody else writes in this run, so it is there. */
    private byte[] stored(byte[] rowKey) {
        byte[] row = context.row(slot, rowKey);
        if (row == null) {
            throw new IllegalStateException("a row of a range is gone in the same run");
        }
        return row;
    }

    /** A command looks for an element, and then writes its row: the same array, which nobody changes. */
    private byte[] rowKey(byte[] element) {
        if (element != lastElement) {
            lastRowKey = RowKeys.element(id, context.elementHash(element), element);
            lastElement = element;
        }
        return lastRowKey;
    }
}
