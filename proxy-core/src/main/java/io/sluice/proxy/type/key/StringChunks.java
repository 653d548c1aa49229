package io.sluice.proxy.type.key;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.util.List;

/** The rows of a chunked string as they are, for what treats strings without looking into them. */
final class StringChunks {
    private StringChunks() {}

    /** The rows there are, in order; chunks of zeroes may have none. */
    static List<Row> rows(CommandContext context, int slot, ChunkedString string, boolean keysOnly) {
        int count = string.chunkCount();
        if (count == 0) {
            return List.of();
        }
        byte[] from = RowKeys.stringChunk(string.id(), 0);
        byte[] to = RowKeys.stringChunk(string.id(), count);
        return context.range(slot, from, to, false, count, keysOnly);
    }

    /** Writes the same chunks under a new id, perhaps in another slot. */
    static ChunkedString copy(CommandContext context, int fromSlot, ChunkedString string, int toSlot) {
        List<Row> rows = rows(context, fromSlot, string, false);
        long id = context.newId(toSlot);
        for (Row row : rows) {
            int index = RowKeys.decodeStringChunk(row.key()).index();
            context.putRow(toSlot, RowKeys.stringChunk(id, index), row.value());
        }
        return new ChunkedString(id, string.length(), string.chunkBytes());
    }
}
