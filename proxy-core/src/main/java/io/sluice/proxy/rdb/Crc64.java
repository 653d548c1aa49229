package io.sluice.proxy.rdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit cyclic redundancy check that ends a DUMP: the polynomial of Jones, reflected, starting from zero. Eight
 * bytes are taken at a time, with one table for each of their positions.
 */
public final class Crc64 {
    private static final long REFLECTED_POLYNOMIAL = 0x95ac9329ac4bc9b5L;
    private static final int STRIDE = 8;
    private static final long[][] TABLES = new long[STRIDE][256];
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static {
        for (int i = 0; i < 256; i++) {
            long crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? (crc >>> 1) ^ REFLECTED_POLYNOMIAL : crc >>> 1;
            }
            TABLES[0][i] = crc;
        }
        for (int position = 1; position < STRIDE; position++) {
            for (int i = 0; i < 256; i++) {
                long before = TABLES[position - 1][i];
                TABLES[position][i] = (before >>> 8) ^ TABLES[0][(int) (before & 0xff)];
            }
        }
    }

    private Crc64() {}

    /** The check of {@code length} bytes from {@code from}, continuing {@code crc}, which is 0 at the beginning. */
    public static long update(long crc, byte[] bytes, int from, int length) {
        long value = crc;
        int at = from;
        int end = from + length;
        for (; at + STRIDE <= end; at += STRIDE) {
            long word = value ^ (long) WORD.get(bytes, at);
            value = 0;
            for (int i = 0; i < STRIDE; i++) {
                value ^= TABLES[STRIDE - 1 - i][(int) (word >>> (8 * i)) & 0xff];
            }
        }
        for (; at < end; at++) {
            value = (value >>> 8) ^ TABLES[0][(int) (value ^ bytes[at]) & 0xff];
        }
        return value;
    }
}
