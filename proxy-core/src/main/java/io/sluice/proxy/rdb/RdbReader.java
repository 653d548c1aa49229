package io.sluice.proxy.rdb;

import io.sluice.proxy.text.Doubles;
import io.sluice.proxy.text.Numbers;
import java.util.Arrays;

/**
 * Reads the parts that serialised values are made of. Not safe for use by several threads.
 *
 * <p>The input comes from clients and may be anything. Every read is checked against what is left, and every array against
 * what the value may take in memory; what is wrong shows as {@link RdbException} and as nothing else.
 */
public final class RdbReader {
    private static final int OLD_DOUBLE_NAN = 253;
    private static final int OLD_DOUBLE_INFINITY = 254;
    private static final int OLD_DOUBLE_MINUS_INFINITY = 255;

    /** So many elements are made room for on the word of the input alone. */
    private static final int BLIND_COUNT = 1024;

    private final byte[] bytes;
    private final int end;
    private final Allowance allowance;
    private int at;

    /** Reads a part of {@code bytes}, which must not be changed meanwhile. */
    RdbReader(byte[] bytes, int from, int end, Allowance allowance) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.allowance = allowance;
    }

    /** The number of bytes that have not been read. */
    public int remaining() {
        return end - at;
    }

    /** The next byte, as an unsigned number. */
    public int readByte() {
        require(1);
        return bytes[at++] & 0xff;
    }

    /** The next {@code length} bytes as they are. */
    public byte[] readRaw(long length) {
        require(length);
        allowance.takeArray(length);
        int from = at;
        at += (int) length;
        return Arrays.copyOfRange(bytes, from, at);
    }

    /** A length or another number that is not negative. */
    public long readLength() {
        int first = readByte();
        switch (first >> 6) {
            case StringCode.LENGTH_6:
                return first;
            case StringCode.LENGTH_14:
                return (first & 0x3f) << 8 | readByte();
            default:
                break;
        }
        if (first == StringCode.LENGTH_32) {
            return readBigEndian(4);
        }
        if (first != StringCode.LENGTH_64) {
            throw RdbException.format("not a length");
        }
        long length = readBigEndian(8);
        if (length < 0) {
            throw RdbException.format("a length above 2^63");
        }
        return length;
    }

    /**
     * The number of parts that follow, each of at least one byte. For the room to make for them see {@link #roomFor}.
     *
     * @param bytesPerPart the fewest bytes that a part can have
     */
    public int readCount(int bytesPerPart) {
        long count = readLength();
        if (count > remaining() / bytesPerPart) {
            throw RdbException.format("more parts are announced than can follow");
        }
        return (int) count;
    }

    /** How large a list is best made that so many parts are announced for. */
    static int roomFor(int count) {
        return Math.min(count, BLIND_COUNT);
    }

    /** A reader of the string that follows, which has parts of its own. */
    RdbReader readPacked() {
        byte[] packed = readString();
        return new RdbReader(packed, 0, packed.length, allowance);
    }

    /** The decimal text of a number. */
    byte[] text(long number) {
        byte[] text = Numbers.toBytes(number);
        allowance.takeArray(text.length);
        return text;
    }

    /** A string in any of its forms. */
    public byte[] readString() {
        require(1);
        switch (bytes[at] & 0xff) {
            case StringCode.INT_8:
                at++;
                return text((byte) readByte());
            case StringCode.INT_16:
                at++;
                return text((short) readLittleEndian(2));
            case StringCode.INT_32:
                at++;
                return text((int) readLittleEndian(4));
            case StringCode.LZF:
                at++;
                return readCompressed();
            default:
                return readRaw(readLength());
        }
    }

    /** A double of eight bytes. It may be NaN. */
    public double readDouble() {
        return Double.longBitsToDouble(readLittleEndian(8));
    }

    /** A double as text, as scores were written before version 8. It may be NaN. */
    public double readOldDouble() {
        int length = readByte();
        switch (length) {
            case OLD_DOUBLE_NAN:
                return Double.NaN;
            case OLD_DOUBLE_INFINITY:
                return Double.POSITIVE_INFINITY;
            case OLD_DOUBLE_MINUS_INFINITY:
                return Double.NEGATIVE_INFINITY;
            default:
                double value = Doubles.parse(readRaw(length));
                if (Double.isNaN(value)) {
                    throw RdbException.format("not a number");
                }
                return value;
        }
    }

    /** Eight bytes, the lowest first. */
    public long readLong() {
        return readLittleEndian(8);
    }

    private byte[] readCompressed() {
        long compressed = readLength();
        long size = readLength();
        require(compressed);
        Lzf.requirePossible((int) compressed, size);
        allowance.takeArray(size);
        int from = at;
        at += (int) compressed;
        return Lzf.decompress(bytes, from, (int) compressed, (int) size);
    }

    /** A number of {@code count} bytes, the highest first. */
    long readBigEndian(int count) {
        require(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | (bytes[at++] & 0xff);
        }
        return value;
    }

    /** A number of at most 7 bytes, the lowest first, never negative. */
    long readUnsigned(int count) {
        return readLittleEndian(count);
    }

    /** A number of at most 8 bytes, the lowest first, whose highest bit is the sign. */
    long readSigned(int count) {
        int unused = 64 - 8 * count;
        return readLittleEndian(count) << unused >> unused;
    }

    private long readLittleEndian(int count) {
        require(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[at++] & 0xffL) << (8 * i);
        }
        return value;
    }

    private void require(long count) {
        if (count > end - at) {
            throw RdbException.format("the data ends too early");
        }
    }
}
