package io.sluice.proxy.engine;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.OpenPayload;
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
        OpenPayload open = header.open();
        return open != null ? open.id() : OrderedCodec.getLong(header.payload(), 0);
    }

    static ReclaimEntry reclaimEntry(Header header) {
        if (header.encoding() == ValueEncoding.STRING_CHUNKED) {
            ChunkedString string = ChunkedString.decode(header.payload());
            return ReclaimEntry.ofString(string.id(), string.chunkCount());
        }
        return ReclaimEntry.ofId(idOf(header), kindsOf(header.encoding()), 0);
    }

    private static List<Byte> kindsOf(byte encoding) {
        return switch (encoding) {
            case ValueEncoding.HASH_SPREAD, ValueEncoding.HASH_SPREAD_EXPIRING ->
                List.of(RowKind.ELEMENT, RowKind.FIELD_EXPIRY, RowKind.VALUE_CHUNK);
            case ValueEncoding.SET_SPREAD -> List.of(RowKind.ELEMENT);
            case ValueEncoding.ZSET_SPREAD -> List.of(RowKind.ELEMENT, RowKind.SCORE, RowKind.RANK_COUNT);
            case ValueEncoding.LIST_SPREAD -> List.of(RowKind.LIST_CHUNK, RowKind.LIST_NODE, RowKind.VALUE_CHUNK);
            default -> throw new IllegalArgumentException("encoding " + encoding + " is not spread over rows of an id");
        };
    }
}
