package io.sluice.proxy.check;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.RowKeys;
import java.util.HashMap;
import java.util.Map;

/** The values of one collection that are in chunks: each is referred to by one row, and has all its chunks. */
final class ChunkedValues {
    private final Map<Long, Value> values = new HashMap<>();

    private static final class Value {
        final ChunkedString string;
        final Subject referrer;
        int chunks;

        Value(ChunkedString string, Subject referrer) {
            this.string = string;
            this.referrer = referrer;
        }
    }

    /** A row refers to chunks; before they come. */
    void refer(ChunkedString string, Subject row) {
        row.violationUnless(
                values.put(string.id(), new Value(string, row)) == null, "another row refers to the same chunks");
    }

    void chunk(Subject row) {
        var key = RowKeys.decodeValueChunk(row.key());
        Value value = values.get(key.valueId());
        if (value == null) {
            row.violation("nothing refers to it");
            return;
        }
        value.chunks++;
        ChunkCheck.exactly(value.string, key.index(), row);
    }

    void end() {
        for (Value value : values.values()) {
            value.referrer.violationUnless(
                    value.chunks == value.string.chunkCount(),
                    "its value has " + value.string.chunkCount() + " chunks, of which " + value.chunks + " are there");
        }
    }
}
