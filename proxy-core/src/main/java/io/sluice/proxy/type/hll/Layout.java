package io.sluice.proxy.type.hll;

/**
 * The header that both encodings share: the magic word, the encoding, three unused bytes, and the cardinality as it was
 * last computed, little-endian, whose highest bit says that it is out of date.
 */
final class Layout {
    static final int REGISTERS = 1 << 14;
    static final int HEADER = 16;
    static final int ENCODING_AT = 4;
    static final byte DENSE = 0;
    static final byte SPARSE = 1;
    static final int DENSE_SIZE = HEADER + REGISTERS * 6 / 8;

    private static final int CARDINALITY_AT = 8;
    private static final byte[] MAGIC = {'H', 'Y', 'L', 'L'};

    private Layout() {}

    static void writeMagic(byte[] string, byte encoding) {
        System.arraycopy(MAGIC, 0, string, 0, MAGIC.length);
        string[ENCODING_AT] = encoding;
    }

    static boolean isValid(byte[] string) {
        if (string.length < HEADER) {
            return false;
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (string[i] != MAGIC[i]) {
                return false;
            }
        }
        return string[ENCODING_AT] == SPARSE || (string[ENCODING_AT] == DENSE && string.length == DENSE_SIZE);
    }

    static boolean hasCardinality(byte[] string) {
        return string[HEADER - 1] >= 0;
    }

    static void dropCardinality(byte[] string) {
        string[HEADER - 1] |= (byte) 0x80;
    }

    static long cardinality(byte[] string) {
        long value = 0;
        for (int i = HEADER - 1; i >= CARDINALITY_AT; i--) {
            value = (value << 8) | (string[i] & 0xff);
        }
        return value;
    }

    static void setCardinality(byte[] string, long value) {
        for (int i = 0; i < 8; i++) {
            string[CARDINALITY_AT + i] = (byte) (value >>> (8 * i));
        }
    }
}
