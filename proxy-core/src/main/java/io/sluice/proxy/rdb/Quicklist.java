package io.sluice.proxy.rdb;

import java.util.ArrayList;
import java.util.List;

/** Lists as Redis serialises them since 7.0: nodes, each a listpack, or a single element that is very large. */
public final class Quicklist {
    private static final int PLAIN_NODE = 1;
    private static final int PACKED_NODE = 2;

    private static final int[] NODE_BYTES = {4096, 8192, 16_384, 32_768, 65_536};
    /** The size of a node whose elements are limited by number. */
    private static final int SAFE_NODE_BYTES = 8192;
    /** What Redis takes an element to need beside its bytes. */
    private static final int ESTIMATED_OVERHEAD = 8;

    private Quicklist() {}

    /**
     * Divides elements into nodes as they would be if they had been appended one by one.
     *
     * @param limit {@code list-max-listpack-size}
     */
    public static List<List<byte[]>> divide(List<byte[]> elements, int limit) {
        List<List<byte[]>> nodes = new ArrayList<>();
        List<byte[]> node = new ArrayList<>();
        long bytes = ListpackSize.EMPTY;
        for (byte[] element : elements) {
            if (!node.isEmpty() && !takes(bytes + element.length + ESTIMATED_OVERHEAD, node.size(), limit)) {
                nodes.add(node);
                node = new ArrayList<>();
                bytes = ListpackSize.EMPTY;
            }
            node.add(element);
            bytes += ListpackSize.of(element, 0, element.length);
        }
        nodes.add(node);
        return nodes;
    }

    private static boolean takes(long newBytes, int count, int limit) {
        return limit < 0 ? newBytes <= nodeBytes(limit) : newBytes <= SAFE_NODE_BYTES && count < limit;
    }

    /** The most bytes of a node when {@code list-max-listpack-size} is negative: one below -5 counts as -5. */
    public static int nodeBytes(int limit) {
        return NODE_BYTES[-Math.max(limit, -NODE_BYTES.length) - 1];
    }

    static void write(RdbWriter out, List<List<byte[]>> nodes) {
        out.writeLength(nodes.size());
        for (List<byte[]> node : nodes) {
            out.writeLength(PACKED_NODE).writeString(Listpack.write(node));
        }
    }

    static List<List<byte[]>> read(RdbReader in) {
        List<List<byte[]>> nodes = new ArrayList<>();
        for (int left = in.readCount(2); left > 0; left--) {
            long container = in.readLength();
            if (container == PLAIN_NODE) {
                nodes.add(List.of(in.readString()));
            } else if (container == PACKED_NODE) {
                nodes.add(Listpack.read(in.readPacked()));
            } else {
                throw RdbException.format("unknown node of a list");
            }
        }
        return nodes;
    }

    /** The nodes of servers before 7.0. */
    static List<List<byte[]>> readZiplists(RdbReader in) {
        List<List<byte[]>> nodes = new ArrayList<>();
        for (int left = in.readCount(1); left > 0; left--) {
            nodes.add(Ziplist.read(in.readPacked()));
        }
        return nodes;
    }
}
