package io.sluice.proxy.check;

import io.sluice.encoding.ChunkedString;

/** One chunk of a string or value. */
final class ChunkCheck {
    private ChunkCheck() {}

    static void check(ChunkedString string, int index, Subject row) {
        long room = Math.min(string.chunkBytes(), string.length() - (long) index * string.chunkBytes());
        row.violationUnless(room > 0, "it is behind the end of its string");
        row.violationUnless(
                room <= 0 || row.value().length <= room,
                "it holds " + row.value().length + " bytes where its string has " + room);
    }
}
