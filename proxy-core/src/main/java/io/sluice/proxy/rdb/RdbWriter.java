package io.sluice.proxy.rdb;

import io.sluice.proxy.text.Numbers;
import java.util.Arrays;

/**
 * Writes the parts that serialised values are made of, into memory. Not safe for use by several threads.
 *
 * <p>Strings take the form that Redis gives them: integers of up to 32 bits in binary, strings above 20 bytes compressed
 * where that saves at least four, others as they are.
 *
 * <p>What does not fit into a payload shows as {@link RdbException}.
 */
public final class RdbWriter {
    private static final int LONGEST_INTEGER_TEXT = 11;
    private static final int LONGEST_UNCOMPRESSED = 20;
    private static final int LEAST_GAIN = 4;
    /** As many as a request, which a payload comes back in, can have. */
    private static final int MOST_BYTES = 1 << 30;

    private byte[] buffer = new byte[64];
    private int size;

    public RdbWriter writeByte(int value) {
        reserve(1);
        buffer[size++] = (byte) value;
        return this;
    }

    /** Bytes as they are, without a length. */
    public RdbWriter writeRaw(byte[] bytes) {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
        return this;
    }

    /** A length or another number that is not negative. */
    public RdbWriter writeLength(long length) {
        if (length < 0) {
            throw new IllegalArgumentException("negative length: " + length);
        }
        if (length < 1 << 6) {
            return writeByte((int) length);
        }
        if (length < 1 << 14) {
            return writeByte(StringCode.LENGTH_14 << 6 | (int) (length >> 8)).writeByte((int) length);
        }
        boolean wide = length > 0xffffffffL;
        writeByte(wide ? StringCode.LENGTH_64 : StringCode.LENGTH_32);
        for (int shift = wide ? 56 : 24; shift >= 0; shift -= 8) {
            writeByte((int) (length >> shift));
        }
        return this;
    }

    /** A string in its shortest form. */
    public RdbWriter writeString(byte[] string) {
        if (string.length <= LONGEST_INTEGER_TEXT && Numbers.isLong(string)) {
            long number = Numbers.parseLong(string);
            if (number == (int) number) {
                return writeInteger((int) number);
            }
        }
        if (string.length > LONGEST_UNCOMPRESSED) {
            byte[] compressed = Lzf.compress(string, string.length - LEAST_GAIN);
            if (compressed != null) {
                return writeByte(StringCode.LZF)
                        .writeLength(compressed.length)
                        .writeLength(string.length)
                        .writeRaw(compressed);
            }
        }
        return writeLength(string.length).writeRaw(string);
    }

    /** The eight bytes of a double, as scores are written since version 8. */
    public RdbWriter writeDouble(double value) {
        return writeLittleEndian(Double.doubleToRawLongBits(value), 8);
    }

    /** Eight bytes, the lowest first, as times are written. */
    public RdbWriter writeLong(long value) {
        return writeLittleEndian(value, 8);
    }

    /** The number of bytes that have been written. */
    int size() {
        return size;
    }

    /** What has been written, in a new array. */
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
    }

    /** The check of all that has been written. */
    long checksum() {
        return Crc64.update(0, buffer, 0, size);
    }

    RdbWriter writeLittleEndian(long value, int bytes) {
        reserve(bytes);
        for (int i = 0; i < bytes; i++) {
            buffer[size++] = (byte) (value >> (8 * i));
        }
        return this;
    }

    private RdbWriter writeInteger(int value) {
        if (value == (byte) value) {
            return writeByte(StringCode.INT_8).writeByte(value);
        }
        if (value == (short) value) {
            return writeByte(StringCode.INT_16).writeLittleEndian(value, 2);
        }
        return writeByte(StringCode.INT_32).writeLittleEndian(value, 4);
    }

    private void reserve(int bytes) {
        if (buffer.length - size < bytes) {
            long needed = (long) size + bytes;
            if (needed > MOST_BYTES) {
                throw RdbException.tooLarge("more than " + MOST_BYTES + " bytes");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(Math.max(needed, 2L * size), MOST_BYTES));
        }
    }
}
