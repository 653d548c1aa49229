package io.sluice.bench.load;

/** The slot of a key in a cluster: CRC16 (XMODEM) of it, or of what is in its first braces. */
final class Slots {
    private static final int MASK = 16383;
    private static final int POLYNOMIAL = 0x1021;
    private static final int[] TABLE = new int[256];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            int crc = i << 8;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            TABLE[i] = crc & 0xffff;
        }
    }

    private Slots() {}

    static int of(byte[] key) {
        int from = 0;
        int to = key.length;
        int open = indexOf(key, '{', 0);
        if (open >= 0) {
            int close = indexOf(key, '}', open + 1);
            if (close > open + 1) {
                from = open + 1;
                to = close;
            }
        }
        int crc = 0;
        for (int i = from; i < to; i++) {
            crc = (crc << 8 ^ TABLE[(crc >> 8 ^ key[i]) & 0xff]) & 0xffff;
        }
        return crc & MASK;
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
