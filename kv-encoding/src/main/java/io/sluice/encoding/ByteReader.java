package io.sluice.encoding;

import java.util.Arrays;

/** Reads stored bytes from front to back, and turns every way in which they can be short or wrong into one error. */
final class ByteReader {
    private static final long VARINT_ENDS = 0x8080808080808080L;

    private final byte[] bytes;
    private final String what;
    private int at;

    /** @param what names what is read, for the error */
    ByteReader(byte[] bytes, String what) {
        this(bytes, 0, what);
    }

    /** Begins somewhere within the bytes. */
    ByteReader(byte[] bytes, int from, String what) {
        this.bytes = bytes;
        this.what = what;
        this.at = from;
    }

    /** Where the next byte stands. */
    int position() {
        return at;
    }

    int remaining() {
        return bytes.length - at;
    }

    byte readByte() {
        need(1);
        return bytes[at++];
    }

    int readInt() {
        need(4);
        int value = OrderedCodec.getInt(bytes, at);
        at += 4;
        return value;
    }

    long readLong() {
        need(8);
        long value = OrderedCodec.getLong(bytes, at);
        at += 8;
        return value;
    }

    /** An int that must not be negative. */
    int readIndex() {
        int index = readInt();
        if (index < 0) {
            throw error("index " + Integer.toUnsignedString(index));
        }
        return index;
    }

    /** A time in milliseconds since 1970, which must not be negative. */
    long readTime() {
        long time = readLong();
        if (time < 0) {
            throw error("a time before 1970: " + time);
        }
        return time;
    }

    /** An unsigned long in the one form that the encoder writes: no needless bytes, no more than 64 bits. */
    long readVarint() {
        if (at < bytes.length && bytes[at] >= 0) {
            return bytes[at++];
        }
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = readByte();
            if ((shift == 63 && (next & 0xFE) != 0) || (next == 0 && shift > 0)) {
                throw error("a malformed varint");
            }
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    /** A varint that must fit an int from 0 to {@code max}. */
    int readVarint(int max) {
        long value = readVarint();
        if (value < 0 || value > max) {
            throw error(Long.toUnsignedString(value) + " where at most " + max + " is allowed");
        }
        return (int) value;
    }

    /** The length of a name that is kept in a value because it is too long for the row key. */
    int readLongNameLength() {
        int length = readVarint(Integer.MAX_VALUE);
        if (length <= KeyTail.MAX_WHOLE) {
            throw error("a name of " + length + " bytes, which belongs into the row key");
        }
        return length;
    }

    byte[] readBytes(int length) {
        need(length);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    void skip(int length) {
        need(length);
        at += length;
    }

    /** Passes over so many varints, without a look at how they are written. */
    void skipVarints(int count) {
        int left = count;
        // A varint ends with the byte whose highest bit is clear: eight bytes at once, as long as the last end lies
        // behind them.
        while (remaining() >= Long.BYTES) {
            int ends = Long.bitCount(~OrderedCodec.getLong(bytes, at) & VARINT_ENDS);
            if (ends >= left) {
                break;
            }
            left -= ends;
            at += Long.BYTES;
        }
        while (left > 0) {
            if (readByte() >= 0) {
                left--;
            }
        }
    }

    byte[] readRest() {
        return readBytes(remaining());
    }

    /** Reads a format byte and refuses all but the one that this version knows. */
    void readFormat(byte known) {
        byte format = readByte();
        if (format != known) {
            throw error("format " + (format & 0xFF) + ", and only " + known + " is known");
        }
    }

    /** Refuses bytes after the end. */
    void finish() {
        if (remaining() > 0) {
            throw error(remaining() + " bytes too many");
        }
    }

    EncodingException error(String problem) {
        return new EncodingException(what + " of " + bytes.length + " bytes: " + problem);
    }

    private void need(int length) {
        if (remaining() < length) {
            throw error("ends where " + length + " more bytes are needed at offset " + at);
        }
    }
}
