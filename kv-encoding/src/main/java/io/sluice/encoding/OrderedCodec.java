package io.sluice.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers as bytes. The fixed-width codes are big endian, so that unsigned byte order is the order of the numbers:
 * signed longs with the sign bit flipped, doubles as IEEE 754 bits with the sign bit flipped when positive and all bits
 * flipped when negative. Varints are for values, not keys: they save room but do not sort.
 */
public final class OrderedCodec {
    /** The most bytes a varint takes. */
    public static final int MAX_VARINT_BYTES = 10;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The code of -0.0, which is never written: it is stored as 0.0. */
    private static final long NEGATIVE_ZERO_CODE = ~Double.doubleToRawLongBits(-0.0);

    private OrderedCodec() {}

    /**
     * The code of a double; codes compare as unsigned longs the way the doubles compare. -0.0 has the code of 0.0.
     *
     * @throws IllegalArgumentException for NaN, which has no place in an order
     */
    public static long codeOf(double value) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("NaN has no order");
        }
        long bits = Double.doubleToRawLongBits(value + 0.0);
        return bits ^ ((bits >> 63) | Long.MIN_VALUE);
    }

    /**
     * The double of a code.
     *
     * @throws EncodingException for a code that {@link #codeOf(double)} never answers: a NaN's, or that of -0.0
     */
    public static double doubleOf(long code) {
        double value = Double.longBitsToDouble(code < 0 ? code ^ Long.MIN_VALUE : ~code);
        if (Double.isNaN(value) || code == NEGATIVE_ZERO_CODE) {
            throw new EncodingException("not the code of a double: 0x" + Long.toHexString(code));
        }
        return value;
    }

    /** Writes 8 bytes that sort as the double does. Errors as {@link #codeOf(double)}. */
    public static void putDouble(byte[] target, int offset, double value) {
        putLong(target, offset, codeOf(value));
    }

    /** Reads what {@link #putDouble} wrote. Errors as {@link #doubleOf(long)}. */
    public static double getDouble(byte[] source, int offset) {
        return doubleOf(getLong(source, offset));
    }

    /** Writes 8 bytes that sort as the signed long does. */
    public static void putSigned(byte[] target, int offset, long value) {
        putLong(target, offset, value ^ Long.MIN_VALUE);
    }

    /** Reads what {@link #putSigned} wrote. */
    public static long getSigned(byte[] source, int offset) {
        return getLong(source, offset) ^ Long.MIN_VALUE;
    }

    /** Writes 8 bytes, big endian: they sort as the unsigned long does. */
    public static void putLong(byte[] target, int offset, long value) {
        LONG.set(target, offset, value);
    }

    /** Reads 8 bytes, big endian. */
    public static long getLong(byte[] source, int offset) {
        return (long) LONG.get(source, offset);
    }

    /**
     * The first 8 of the bytes from {@code from} to {@code to}, big endian, with zeros where there are fewer: of two strings
     * whose heads differ, the one with the lower unsigned head comes first. Equal heads decide nothing.
     */
    public static long head(byte[] source, int from, int to) {
        if (to - from >= Long.BYTES) {
            return getLong(source, from);
        }
        long head = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            head = head << Byte.SIZE | (i < to ? source[i] & 0xFF : 0);
        }
        return head;
    }

    /** Writes 4 bytes, big endian: they sort as the unsigned int does. */
    public static void putInt(byte[] target, int offset, int value) {
        INT.set(target, offset, value);
    }

    /** Reads 4 bytes, big endian. */
    public static int getInt(byte[] source, int offset) {
        return (int) INT.get(source, offset);
    }

    /** How many bytes the varint of an unsigned long takes: 1 to {@value #MAX_VARINT_BYTES}. */
    public static int varintSize(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    /** Writes an unsigned long, 7 bits a byte, least significant first; answers the offset after it. */
    public static int putVarint(byte[] target, int offset, long value) {
        int at = offset;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        return at;
    }
}
