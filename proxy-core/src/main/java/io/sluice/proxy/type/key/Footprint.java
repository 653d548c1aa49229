package io.sluice.proxy.type.key;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;

/**
 * The bytes a key takes in the store, before the store compresses or copies them: its header row, its row in the expiry
 * index, and the rows of its value.
 */
public final class Footprint {
    private static final int SLOT_BYTES = 2;

    private Footprint() {}

    public static long of(CommandContext context, Key key, Header header) {
        long bytes = SLOT_BYTES
                + RowKeys.header(0, key.hash(), key.bytes()).length
                + (long) header.encode(key.bytes()).length;
        if (header.expires()) {
            bytes += SLOT_BYTES + RowKeys.expiry(0, header.expireAtMs(), key.hash(), key.bytes()).length;
        }
        if (header.encoding() == ValueEncoding.STRING_CHUNKED) {
            bytes += chunks(context, key.slot(), ChunkedString.decode(header.payload()));
        }
        return bytes;
    }

    /** Chunks of zeroes may have no row, so the rows there are are counted, each as full. */
    private static long chunks(CommandContext context, int slot, ChunkedString string) {
        long rows = StringChunks.rows(context, slot, string, true).size();
        long keys = rows * (SLOT_BYTES + RowKeys.stringChunk(0, 0).length);
        return keys + Math.min(string.length(), rows * string.chunkBytes());
    }
}
