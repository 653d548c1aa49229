package io.sluice.proxy.rdb;

import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The packed form of a small set of integers: their width in bytes, their count, and the integers in order. */
final class Intset {
    private Intset() {}

    static List<byte[]> read(byte[] packed) {
        RdbReader in = new RdbReader(packed);
        long width = in.readUnsigned(4);
        long count = in.readUnsigned(4);
        if ((width != 2 && width != 4 && width != 8) || count * width != in.remaining()) {
            throw RdbException.format("intset: the size is wrong");
        }
        List<byte[]> members = new ArrayList<>((int) count);
        for (int i = 0; i < count; i++) {
            members.add(Numbers.toBytes(in.readSigned((int) width)));
        }
        return members;
    }
}
