package io.sluice.proxy.check;

import io.sluice.encoding.ChunkedString;
import io.sluice.encoding.Header;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;

/** A chunked string. Chunks may be absent or short, but hold nothing beyond the string's end. */
final class StringCheck extends SpreadCheck {
    private final ChunkedString string;

    StringCheck(Header header) {
        this.string = ChunkedString.decode(header.payload());
    }

    @Override
    void row(byte kind, Subject row) {
        if (kind != RowKind.STRING_CHUNK) {
            unexpected(kind, row);
            return;
        }
        ChunkCheck.atMost(string, RowKeys.decodeStringChunk(row.key()).index(), row);
    }

    @Override
    void end() {
        // chunks may all be absent
    }
}
