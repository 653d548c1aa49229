package io.sluice.proxy.rdb;

import java.util.ArrayList;
import java.util.List;

/**
 * The packed form of small collections before version 10: sizes, a count, the entries, and an end mark. Each entry begins
 * with the length of the one before it; here that is only skipped.
 */
final class Ziplist {
    private static final int END = 0xff;
    private static final int LONG_PREVIOUS = 0xfe;
    private static final int COUNT_UNKNOWN = 0xffff;

    private Ziplist() {}

    /** @param in of the ziplist alone */
    static List<byte[]> read(RdbReader in) {
        int bytes = in.remaining();
        long size = in.readUnsigned(4);
        in.readUnsigned(4);
        long count = in.readUnsigned(2);
        if (size != bytes) {
            throw RdbException.format("ziplist: the size is wrong");
        }
        List<byte[]> entries = new ArrayList<>();
        for (int previous = in.readByte(); previous != END; previous = in.readByte()) {
            if (previous == LONG_PREVIOUS) {
                in.readUnsigned(4);
            }
            entries.add(entry(in, in.readByte()));
        }
        if (in.remaining() != 0 || (count != COUNT_UNKNOWN && count != entries.size())) {
            throw RdbException.format("ziplist: the count is wrong");
        }
        return entries;
    }

    private static byte[] entry(RdbReader in, int code) {
        switch (code >> 6) {
            case 0:
                return in.readRaw(code);
            case 1:
                return in.readRaw((code & 0x3f) << 8 | in.readByte());
            case 2:
                return in.readRaw(in.readBigEndian(4));
            default:
                break;
        }
        return switch (code) {
            case 0xc0 -> in.text(in.readSigned(2));
            case 0xd0 -> in.text(in.readSigned(4));
            case 0xe0 -> in.text(in.readSigned(8));
            case 0xf0 -> in.text(in.readSigned(3));
            case 0xfe -> in.text(in.readSigned(1));
            default -> {
                if (code < 0xf1 || code > 0xfd) {
                    throw RdbException.format("ziplist: unknown entry");
                }
                yield in.text((code & 0xf) - 1);
            }
        };
    }
}
