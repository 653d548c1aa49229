package io.sluice.proxy.type.key;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.ElementValue;
import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.SpreadRef;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.type.list.ListValue;
import java.util.List;

/**
 * The bytes a key takes in the store, before the store compresses or copies them: its header row, its row in the expiry
 * index, and the rows of its value; those of a large collection are estimated from some of them.
 */
public final class Footprint {
    private static final int SLOT_BYTES = 2;
    private static final byte[] NOTHING = {};
    /** Of how many elements the sizes are looked at. */
    private static final int SAMPLE = 64;

    private Footprint() {}

    public static long of(CommandContext context, Key key, Header header) {
        long bytes = SLOT_BYTES
                + RowKeys.header(0, key.hash(), key.bytes()).length
                + (long) header.encode(key.bytes()).length;
        if (header.expires()) {
            bytes += SLOT_BYTES + RowKeys.expiry(0, header.expireAtMs(), key.hash(), key.bytes()).length;
        }
        if (FieldTimes.nextOf(header) != Header.NO_EXPIRY) {
            bytes += SLOT_BYTES + RowKeys.fieldsDue(0, 0, key.hash(), key.bytes()).length;
        }
        if (header.encoding() == ValueEncoding.STRING_CHUNKED) {
            bytes += chunks(context, key.slot(), ChunkedString.decode(header.payload()));
        } else if (header.type() == ValueType.HASH && ValueEncoding.isSpread(header.encoding())
                || header.encoding() == ValueEncoding.SET_SPREAD) {
            bytes += elements(context, key.slot(), SpreadRef.decode(header.payload()));
        } else if (header.encoding() == ValueEncoding.LIST_SPREAD) {
            bytes += ListValue.of(context, key, header).bytesBelow();
        } else if (header.encoding() == ValueEncoding.ZSET_SPREAD) {
            bytes += scored(context, key.slot(), SpreadRef.decode(header.payload()));
        }
        return bytes;
    }

    /** Estimated from some elements: their hashes order them, so the first ones are as good a sample as any. */
    private static long elements(CommandContext context, int slot, SpreadRef reference) {
        KeyRange range = RowKeys.rangeOf(RowKind.ELEMENT, reference.id());
        List<Row> sample = context.range(slot, range.from(), range.to(), false, SAMPLE, false);
        long bytes = 0;
        for (Row row : sample) {
            bytes += SLOT_BYTES + row.key().length + row.value().length;
            ElementValue value = ElementValue.decode(row.value());
            if (value.expires()) {
                bytes += SLOT_BYTES + row.key().length + Long.BYTES;
            }
            if (value.isChunked()) {
                ChunkedString chunks = value.chunks();
                long keys = SLOT_BYTES + RowKeys.valueChunk(0, 0, 0).length;
                bytes += chunks.length() + chunks.chunkCount() * keys;
            }
        }
        return sample.isEmpty() ? 0 : Math.round((double) bytes / sample.size() * reference.count());
    }

    /** A score row for each element row, with the score before the member where that has its hash; ranks are as nothing. */
    private static long scored(CommandContext context, int slot, SpreadRef reference) {
        int scoreMore = RowKeys.score(0, 0, NOTHING).length - RowKeys.element(0, 0, NOTHING).length;
        int valueLess = ElementValue.ofScore(0).encode(NOTHING).length;
        return 2 * elements(context, slot, reference) + reference.count() * (scoreMore - valueLess);
    }

    /** Chunks of zeroes may have no row, so the rows there are are counted, each as full. */
    private static long chunks(CommandContext context, int slot, ChunkedString string) {
        long rows = StringChunks.rows(context, slot, string, true).size();
        long keys = rows * (SLOT_BYTES + RowKeys.stringChunk(0, 0).length);
        return keys + Math.min(string.length(), rows * string.chunkBytes());
    }
}
