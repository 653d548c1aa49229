package io.sluice.proxy.check;

import io.sluice.encoding.ChunkedString;

/** One chunk of a string or value. */
final class ChunkCheck {
    private ChunkCheck() {}

    /** Of a string, where what is absent reads as zeroes. */
    static void atMost(ChunkedString string, int index, Subject row) {
        check(string, index, row, room(string, index) >= row.value().length);
    }

    /** Of a value in a collection, which is there whole. */
    static void exactly(ChunkedString string, int index, Subject row) {
        check(string, index, row, room(string, index) == row.value().length);
    }

    private static long room(ChunkedString string, int index) {
        return Math.min(string.chunkBytes(), string.length() - (long) index * string.chunkBytes());
    }

    private static void check(ChunkedString string, int index, Subject row, boolean fits) {
        long room = room(string, index);
        row.violationUnless(room > 0, "it is behind the end of its string");
        row.violationUnless(
                room <= 0 || fits, "it holds " + row.value().length + " bytes where its string has " + room);
    }
}
