package io.sluice.proxy.type.collection;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of a spread collection that are too large for one row, in chunk rows of the collection's id. Reclaimed with
 * the collection; one that is dropped alone is deleted row by row, which is bounded by the largest string.
 */
public final class LargeValues {
    private final CommandContext context;
    private final int slot;
    private final long id;

    /** @param id of the collection */
    public LargeValues(CommandContext context, int slot, long id) {
        this.context = context;
        this.slot = slot;
        this.id = id;
    }

    /** Whether a value of this length is kept in chunks. */
    public boolean isLarge(int length) {
        return length > context.settings().stringChunkBytes();
    }

    /** Writes the value's chunks and answers what refers to them. */
    public ChunkedString store(byte[] value) {
        int size = context.settings().stringChunkBytes();
        ChunkedString reference = new ChunkedString(context.newId(slot), value.length, size);
        for (int index = 0; index < reference.chunkCount(); index++) {
            int from = index * size;
            byte[] chunk = Arrays.copyOfRange(value, from, Math.min(value.length, from + size));
            context.putRow(slot, RowKeys.valueChunk(id, reference.id(), index), chunk);
        }
        return reference;
    }

    /** The whole value. */
    public byte[] load(ChunkedString reference) {
        KeyRange range = RowKeys.valueChunkRange(id, reference.id());
        context.hold(reference.length());
        byte[] value = new byte[Math.toIntExact(reference.length())];
        for (Row row : context.range(slot, range.from(), range.to(), false, reference.chunkCount(), false)) {
            int from = RowKeys.decodeValueChunk(row.key()).index() * reference.chunkBytes();
            System.arraycopy(row.value(), 0, value, from, row.value().length);
        }
        return value;
    }

    /** All of these values, from a cold store at once; nulls are passed over, and what is asked for again is the same array. */
    public List<byte @Nullable []> loadAll(List<@Nullable ChunkedString> references) {
        Map<Long, ChunkedString> distinct = new LinkedHashMap<>();
        List<byte[]> rowKeys = new ArrayList<>();
        for (ChunkedString reference : references) {
            if (reference != null && distinct.put(reference.id(), reference) == null) {
                for (int index = 0; index < reference.chunkCount(); index++) {
                    rowKeys.add(RowKeys.valueChunk(id, reference.id(), index));
                }
            }
        }
        Iterator<byte @Nullable []> rows = rowKeys.isEmpty()
                ? Collections.emptyIterator()
                : context.rows(slot, rowKeys).iterator();
        Map<Long, byte[]> loaded = new HashMap<>();
        distinct.forEach((value, reference) -> loaded.put(value, joined(reference, rows)));
        List<byte @Nullable []> values = new ArrayList<>(references.size());
        for (ChunkedString reference : references) {
            values.add(reference == null ? null : loaded.get(reference.id()));
        }
        return values;
    }

    /** @param rows its chunks come next */
    private byte[] joined(ChunkedString reference, Iterator<byte @Nullable []> rows) {
        context.hold(reference.length());
        byte[] value = new byte[Math.toIntExact(reference.length())];
        for (int index = 0; index < reference.chunkCount(); index++) {
            byte[] chunk = rows.next();
            if (chunk != null) {
                System.arraycopy(chunk, 0, value, index * reference.chunkBytes(), chunk.length);
            }
        }
        return value;
    }

    /** Deletes the value's chunks. */
    public void drop(ChunkedString reference) {
        for (int index = 0; index < reference.chunkCount(); index++) {
            context.deleteRow(slot, RowKeys.valueChunk(id, reference.id(), index));
        }
    }
}
