package io.sluice.proxy.type.collection;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
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
public final class ElementRows {
    private final CommandContext context;
    private final int slot;
    private final long id;
    private final LargeValues large;

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
        dropChunks(old);
        put(element, large.isLarge(value.length) ? ElementValue.ofChunks(large.store(value)) : ElementValue.of(value));
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

    /**
     * A page of the elements from a hash on (unsigned): at least {@code limit} unless they end first; the hash of the last
     * one is complete.
     *
     * @param namesOnly whether the values are of no interest; long names cost their values all the same
     */
    public Page page(int fromHash, int limit, boolean namesOnly) {
        byte[] end = RowKeys.rangeOf(RowKind.ELEMENT, id).to();
        List<Element> elements = new ArrayList<>();
        int wanted = Math.max(1, limit);
        List<Row> rows = context.range(slot, RowKeys.elementHashStart(id, fromHash), end, false, wanted, namesOnly);
        add(rows, namesOnly, elements);
        if (rows.size() < wanted) {
            return new Page(elements, 0, true);
        }
        int lastHash = elements.get(elements.size() - 1).hash();
        byte[] last = rows.get(rows.size() - 1).key();
        byte[] behind = Arrays.copyOf(last, last.length + 1);
        byte[] groupEnd = RowKeys.elementHashEnd(id, lastHash);
        add(context.range(slot, behind, groupEnd, false, Integer.MAX_VALUE, namesOnly), namesOnly, elements);
        return new Page(elements, lastHash + 1, lastHash == -1);
    }

    private void add(List<Row> rows, boolean namesOnly, List<Element> elements) {
        for (Row row : rows) {
            var name = RowKeys.decodeElement(row.key());
            if (name.element().isWhole()) {
                ElementValue value = namesOnly ? ElementValue.nothing() : ElementValue.decode(row.value());
                elements.add(new Element(name.element().name(), name.hash(), value));
            } else {
                byte[] stored = namesOnly ? stored(row.key()) : row.value();
                elements.add(new Element(
                        ElementValue.elementOf(row.key(), stored), name.hash(), ElementValue.decode(stored)));
            }
        }
    }

    /** The row that a range named without its value: nobody else writes in this run, so it is there. */
    private byte[] stored(byte[] rowKey) {
        byte[] row = context.row(slot, rowKey);
        if (row == null) {
            throw new IllegalStateException("a row of a range is gone in the same run");
        }
        return row;
    }

    private byte[] rowKey(byte[] element) {
        return RowKeys.element(id, context.elementHash(element), element);
    }
}
