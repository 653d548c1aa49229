package io.sluice.proxy.type.hll;

/** The dense encoding: 6 bits a register behind the header, the lowest bits of a byte first. */
final class DenseRegisters {
    private static final int WIDTH = 6;
    private static final int MAX = (1 << WIDTH) - 1;

    private DenseRegisters() {}

    static int get(byte[] string, int index) {
        int bit = index * WIDTH;
        int at = Layout.HEADER + (bit >> 3);
        int low = string[at] & 0xff;
        int high = at + 1 < string.length ? string[at + 1] & 0xff : 0;
        return ((high << 8 | low) >> (bit & 7)) & MAX;
    }

    static void put(byte[] string, int index, int value) {
        int bit = index * WIDTH;
        int at = Layout.HEADER + (bit >> 3);
        int shift = bit & 7;
        string[at] = (byte) ((string[at] & ~(MAX << shift)) | (value << shift));
        if (shift > 8 - WIDTH) {
            string[at + 1] = (byte) ((string[at + 1] & ~(MAX >> (8 - shift))) | (value >> (8 - shift)));
        }
    }

    /** Raises a register to {@code value}; returns whether it was lower. */
    static boolean raise(byte[] string, int index, int value) {
        if (get(string, index) >= value) {
            return false;
        }
        put(string, index, value);
        return true;
    }
}
