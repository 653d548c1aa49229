package io.sluice.proxy.rdb;

import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * The packed form of small collections since version 10: a size, a count, the entries, and an end mark. Each entry is
 * followed by its own length, so that it can be read backwards; reading forwards skips it.
 */
final class Listpack {
    private static final int HEADER_BYTES = 6;
    private static final int END = 0xff;
    private static final int COUNT_UNKNOWN = 0xffff;

    private Listpack() {}

    /** The listpack of these entries, as Redis makes it: texts of integers in binary. */
    static byte[] write(List<byte[]> entries) {
        RdbWriter body = new RdbWriter();
        for (byte[] entry : entries) {
            int before = body.size();
            writeEntry(body, entry);
            writeBackwardLength(body, body.size() - before);
        }
        int count = Math.min(entries.size(), COUNT_UNKNOWN);
        return new RdbWriter()
                .writeLittleEndian(HEADER_BYTES + body.size() + 1, 4)
                .writeLittleEndian(count, 2)
                .writeRaw(body.toBytes())
                .writeByte(END)
                .toBytes();
    }

    private static void writeEntry(RdbWriter out, byte[] entry) {
        if (Numbers.isLong(entry)) {
            writeInteger(out, Numbers.parseLong(entry));
        } else if (entry.length < 1 << 6) {
            out.writeByte(0x80 | entry.length).writeRaw(entry);
        } else if (entry.length < 1 << 12) {
            out.writeByte(0xe0 | entry.length >> 8).writeByte(entry.length).writeRaw(entry);
        } else {
            out.writeByte(0xf0).writeLittleEndian(entry.length, 4).writeRaw(entry);
        }
    }

    private static void writeInteger(RdbWriter out, long value) {
        if (value >= 0 && value < 1 << 7) {
            out.writeByte((int) value);
        } else if (value >= -(1 << 12) && value < 1 << 12) {
            out.writeByte(0xc0 | (int) (value >> 8) & 0x1f).writeByte((int) value);
        } else {
            int bytes = value == (short) value ? 2 : value << 40 >> 40 == value ? 3 : value == (int) value ? 4 : 8;
            out.writeByte(bytes == 8 ? 0xf4 : 0xef + bytes).writeLittleEndian(value, bytes);
        }
    }

    /** Seven bits a byte, the highest first, each but the first marked: it is read from behind. */
    private static void writeBackwardLength(RdbWriter out, int length) {
        int bytes = lengthOfLength(length);
        for (int i = bytes - 1; i >= 0; i--) {
            int part = (int) ((long) length >> (7 * i)) & 0x7f;
            out.writeByte(i == bytes - 1 ? part : part | 0x80);
        }
    }

    /** @param in of the listpack alone */
    static List<byte[]> read(RdbReader in) {
        int bytes = in.remaining();
        long size = in.readUnsigned(4);
        long count = in.readUnsigned(2);
        if (size != bytes) {
            throw RdbException.format("listpack: the size is wrong");
        }
        List<byte[]> entries = new ArrayList<>();
        for (int code = in.readByte(); code != END; code = in.readByte()) {
            int before = in.remaining();
            entries.add(entry(in, code));
            in.readRaw(lengthOfLength(1L + before - in.remaining()));
        }
        if (in.remaining() != 0 || (count != COUNT_UNKNOWN && count != entries.size())) {
            throw RdbException.format("listpack: the count is wrong");
        }
        return entries;
    }

    private static byte[] entry(RdbReader in, int code) {
        if (code < 0x80) {
            return in.text(code);
        }
        if (code < 0xc0) {
            return in.readRaw(code & 0x3f);
        }
        if (code < 0xe0) {
            int thirteenBits = (code & 0x1f) << 8 | in.readByte();
            return in.text(thirteenBits << 19 >> 19);
        }
        if (code < 0xf0) {
            return in.readRaw((code & 0xf) << 8 | in.readByte());
        }
        return switch (code) {
            case 0xf0 -> in.readRaw(in.readUnsigned(4));
            case 0xf1 -> in.text(in.readSigned(2));
            case 0xf2 -> in.text(in.readSigned(3));
            case 0xf3 -> in.text(in.readSigned(4));
            case 0xf4 -> in.text(in.readSigned(8));
            default -> throw RdbException.format("listpack: unknown entry");
        };
    }

    /** How many bytes the length of an entry takes behind it. The limits are Redis's, uneven as they are. */
    static int lengthOfLength(long length) {
        if (length <= 127) {
            return 1;
        }
        if (length < 16_383) {
            return 2;
        }
        if (length < 2_097_151) {
            return 3;
        }
        return length < 268_435_455 ? 4 : 5;
    }
}
