package io.sluice.proxy.rdb;

import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The packed form of a small set of integers: their width in bytes, their count, and the integers in order. */
final class Intset {
    private Intset() {}

    /** @param in of the intset alone */
    static List<byte[]> read(RdbReader in) {
        long width = in.readUnsigned(4);
        long count = in.readUnsigned(4);
        if ((width != 2 && width != 4 && width != 8) || count * width != in.remaining()) {
            throw RdbException.format("intset: the size is wrong");
        }
        List<byte[]> members = new ArrayList<>(RdbReader.roomFor((int) count));
        for (int i = 0; i < count; i++) {
            members.add(in.text(in.readSigned((int) width)));
        }
        return members;
    }

    /** @param members integers, in ascending order */
    static byte[] write(List<byte[]> members) {
        long[] integers = new long[members.size()];
        for (int i = 0; i < integers.length; i++) {
            integers[i] = Numbers.parseLong(members.get(i));
        }
        int width = Math.max(width(integers[0]), width(integers[integers.length - 1]));
        RdbWriter out = new RdbWriter().writeLittleEndian(width, 4).writeLittleEndian(integers.length, 4);
        for (long integer : integers) {
            out.writeLittleEndian(integer, width);
        }
        return out.toBytes();
    }

    private static int width(long integer) {
        if (integer == (short) integer) {
            return 2;
        }
        return integer == (int) integer ? 4 : 8;
    }
}
