package io.sluice.proxy.engine;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.OpenPayload;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import java.util.List;

/** What the engine knows of a value that is spread over rows: its id, and what there is to reclaim when it is dropped. */
final class SpreadValue {
    /** About what a chunk of a list holds that has many. */
    private static final int LIST_ROW_BYTES = 1024;

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
        return ReclaimEntry.ofId(idOf(header), kindsOf(header.encoding()), rowsOf(header));
    }

    /** About how many rows it has, those of large elements not counted. */
    private static long rowsOf(Header header) {
        return switch (header.encoding()) {
            case ValueEncoding.LIST_SPREAD -> {
                ListRef list = ListRef.decode(header.payload());
                yield Math.min(list.count(), 1 + list.bytes() / LIST_ROW_BYTES);
            }
            // Their places in the order of scores or of times.
            case ValueEncoding.ZSET_SPREAD, ValueEncoding.HASH_SPREAD_EXPIRING ->
                2 * SpreadRef.decode(header.payload()).count();
            default -> SpreadRef.decode(header.payload()).count();
        };
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
