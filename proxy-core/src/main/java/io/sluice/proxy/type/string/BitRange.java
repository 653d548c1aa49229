package io.sluice.proxy.type.string;

/**
 * A range of BITCOUNT or BITPOS, resolved against the length of the string.
 *
 * @param firstByte index of the first byte that belongs to it, even if not with all its bits
 * @param lastByte index of the last one; below {@code firstByte} if the range is empty
 * @param beforeFirst the bits of the first byte that do not belong to it
 * @param afterLast the bits of the last byte that do not belong to it
 */
record BitRange(int firstByte, int lastByte, int beforeFirst, int afterLast) {
    private static final BitRange EMPTY = new BitRange(0, -1, 0, 0);

    boolean isEmpty() {
        return lastByte < firstByte;
    }

    static BitRange resolve(int length, long start, long end, BitUnit unit) {
        long total = unit == BitUnit.BIT ? 8L * length : length;
        long first = fromStart(start, total);
        long last = Math.min(fromStart(end, total), total - 1);
        if (first > last) {
            return EMPTY;
        }
        if (unit == BitUnit.BYTE) {
            return new BitRange((int) first, (int) last, 0, 0);
        }
        int before = 0xff & ~(0xff >> (first & 7));
        int after = 0x7f >> (last & 7);
        return new BitRange((int) (first >> 3), (int) (last >> 3), before, after);
    }

    private static long fromStart(long end, long total) {
        // total is small, so the sum cannot wrap even for Long.MIN_VALUE.
        return end < 0 ? Math.max(0, total + end) : end;
    }
}
