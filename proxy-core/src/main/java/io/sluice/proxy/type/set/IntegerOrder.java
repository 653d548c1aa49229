package io.sluice.proxy.type.set;

import io.sluice.encoding.PackedEntries;
import java.util.Comparator;

/** The order of integers in their canonical text, without parsing them: by sign, then length, then digits. */
final class IntegerOrder {
    static final Comparator<byte[]> ASCENDING = (a, b) -> compare(a, 0, a.length, b);

    private IntegerOrder() {}

    /** Compares an entry with an integer; both are canonical. */
    static int compare(PackedEntries entries, int at, byte[] integer) {
        return compare(entries.payload(), entries.start(at), entries.length(at), integer);
    }

    /** Compares a stretch of an array with an integer. */
    static int compare(byte[] array, int offset, int length, byte[] integer) {
        boolean negative = array[offset] == '-';
        if (negative != (integer[0] == '-')) {
            return negative ? -1 : 1;
        }
        int magnitude = Integer.compare(length, integer.length);
        for (int i = 0; magnitude == 0 && i < length; i++) {
            magnitude = Byte.compare(array[offset + i], integer[i]);
        }
        return negative ? -magnitude : magnitude;
    }
}
