package io.sluice.proxy.rdb;

import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * The packed form of small collections since version 10: a size, a count, the entries, and an end mark. Each entry is
 * followed by its own length, so that it can be read backwards; here it is only skipped.
 */
final class Listpack {
    private static final int END = 0xff;
    private static final int COUNT_UNKNOWN = 0xffff;

    private Listpack() {}

    static List<byte[]> read(byte[] packed) {
        RdbReader in = new RdbReader(packed);
        long size = in.readUnsigned(4);
        long count = in.readUnsigned(2);
        if (size != packed.length) {
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
            return Numbers.toBytes(code);
        }
        if (code < 0xc0) {
            return in.readRaw(code & 0x3f);
        }
        if (code < 0xe0) {
            int thirteenBits = (code & 0x1f) << 8 | in.readByte();
            return Numbers.toBytes(thirteenBits << 19 >> 19);
        }
        if (code < 0xf0) {
            return in.readRaw((code & 0xf) << 8 | in.readByte());
        }
        return switch (code) {
            case 0xf0 -> in.readRaw(in.readUnsigned(4));
            case 0xf1 -> Numbers.toBytes(in.readSigned(2));
            case 0xf2 -> Numbers.toBytes(in.readSigned(3));
            case 0xf3 -> Numbers.toBytes(in.readSigned(4));
            case 0xf4 -> Numbers.toBytes(in.readSigned(8));
            default -> throw RdbException.format("listpack: unknown entry");
        };
    }

    /** How many bytes the length of an entry takes behind it. The limits are Redis's, uneven as they are. */
    private static int lengthOfLength(long length) {
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
