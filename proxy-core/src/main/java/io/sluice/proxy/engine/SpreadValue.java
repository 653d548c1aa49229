package io.sluice.proxy.engine;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import java.util.List;

/** What the engine knows of a value that is spread over rows: its id, and what there is to reclaim when it is dropped. */
final class SpreadValue {
    private SpreadValue() {}

    static boolean is(Object value) {
        return value instanceof Header header && ValueEncoding.isSpread(header.encoding());
    }

    /** Every reference to a spread value begins with its id. */
    static long idOf(Header header) {
        return OrderedCodec.getLong(header.payload(), 0);
    }

    static ReclaimEntry reclaimEntry(Header header) {
        if (header.encoding() == ValueEncoding.STRING_CHUNKED) {
            ChunkedString string = ChunkedString.decode(header.payload());
            return ReclaimEntry.ofString(string.id(), string.chunkCount());
        }
        return ReclaimEntry.ofId(
                idOf(header), List.of(RowKind.ELEMENT, RowKind.SCORE, RowKind.LIST_CHUNK, RowKind.VALUE_CHUNK), 0);
    }
}
