package io.sluice.proxy.rdb;

import io.sluice.proxy.rdb.RdbValue.HashValue;
import io.sluice.proxy.rdb.RdbValue.ListValue;
import io.sluice.proxy.rdb.RdbValue.Scored;
import io.sluice.proxy.rdb.RdbValue.SetShape;
import io.sluice.proxy.rdb.RdbValue.SetValue;
import io.sluice.proxy.rdb.RdbValue.SortedSetValue;
import io.sluice.proxy.rdb.RdbValue.StringValue;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.text.Doubles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All types that DUMP and RESTORE know here, whole.
 *
 * <p>Redis writes small collections as one packed string and large ones element by element. Both are read. Written are
 * the forms of Redis 7.0, which every later server restores, but for hashes whose fields expire, which came with 7.4.
 */
public final class RdbValues {
    private static final ValueReaders<RdbValue> READERS = withHashes(ValueReaders.<RdbValue>builder()
            .add(RdbTypes.STRING, in -> new StringValue(in.readString()))
            .add(RdbTypes.LIST, in -> list(List.of(strings(in, in.readCount(1)))))
            .add(RdbTypes.LIST_ZIPLIST, in -> list(List.of(Ziplist.read(in.readPacked()))))
            .add(RdbTypes.LIST_QUICKLIST, in -> list(Quicklist.readZiplists(in)))
            .add(RdbTypes.LIST_QUICKLIST_2, in -> list(Quicklist.read(in)))
            .add(RdbTypes.SET, in -> set(strings(in, in.readCount(1)), SetShape.MEMBERS))
            .add(RdbTypes.SET_INTSET, in -> set(Intset.read(in.readPacked()), SetShape.INTSET))
            .add(RdbTypes.SET_LISTPACK, in -> set(Listpack.read(in.readPacked()), SetShape.LISTPACK))
            .add(RdbTypes.ZSET, in -> sortedSet(scored(in, false), false))
            .add(RdbTypes.ZSET_2, in -> sortedSet(scored(in, true), false))
            .add(RdbTypes.ZSET_ZIPLIST, in -> sortedSet(pairs(Ziplist.read(in.readPacked())), true))
            .add(RdbTypes.ZSET_LISTPACK, in -> sortedSet(pairs(Listpack.read(in.readPacked())), true)));

    private RdbValues() {}

    private static ValueReaders<RdbValue> withHashes(ValueReaders.Builder<RdbValue> others) {
        RdbHashes.addTo(others);
        return others.build();
    }

    /**
     * The value in a payload of DUMP.
     *
     * @param mostBytes how much memory the value may take, about
     * @throws RdbException if the payload is damaged, its type is not known here, or the value is too large
     */
    public static RdbValue restore(byte[] payload, long mostBytes) {
        return READERS.restore(payload, mostBytes);
    }

    /** The payload of DUMP for {@code value}. */
    public static byte[] dump(RdbValue value) {
        RdbWriter out = new RdbWriter();
        if (value instanceof StringValue string) {
            out.writeByte(RdbTypes.STRING).writeString(string.bytes());
        } else if (value instanceof ListValue list) {
            Quicklist.write(out.writeByte(RdbTypes.LIST_QUICKLIST_2), list.nodes());
        } else if (value instanceof SetValue set) {
            writeSet(out, set);
        } else if (value instanceof HashValue hash) {
            return DumpPayload.seal(out, RdbHashes.write(out, hash));
        } else if (value instanceof SortedSetValue sortedSet) {
            writeSortedSet(out, sortedSet);
        }
        return DumpPayload.seal(out);
    }

    private static void writeSet(RdbWriter out, SetValue set) {
        if (set.shape() == SetShape.INTSET) {
            out.writeByte(RdbTypes.SET_INTSET).writeString(Intset.write(set.members()));
        } else {
            writeAll(out.writeByte(RdbTypes.SET), set.members());
        }
    }

    /** A skiplist is written from its end, so that the server that reads it adds every member at the head. */
    private static void writeSortedSet(RdbWriter out, SortedSetValue sortedSet) {
        List<Scored> members = sortedSet.members();
        if (sortedSet.packed()) {
            List<byte[]> parts = new ArrayList<>(2 * members.size());
            for (Scored scored : members) {
                parts.add(scored.member());
                parts.add(Doubles.format17(scored.score()));
            }
            out.writeByte(RdbTypes.ZSET_LISTPACK).writeString(Listpack.write(parts));
            return;
        }
        out.writeByte(RdbTypes.ZSET_2).writeLength(members.size());
        for (int i = members.size() - 1; i >= 0; i--) {
            out.writeString(members.get(i).member()).writeDouble(members.get(i).score());
        }
    }

    private static void writeAll(RdbWriter out, List<byte[]> strings) {
        out.writeLength(strings.size());
        for (byte[] string : strings) {
            out.writeString(string);
        }
    }

    private static List<byte[]> strings(RdbReader in, int count) {
        List<byte[]> strings = new ArrayList<>(RdbReader.roomFor(count));
        for (int i = 0; i < count; i++) {
            strings.add(in.readString());
        }
        return strings;
    }

    private static List<Scored> scored(RdbReader in, boolean binary) {
        int count = in.readCount(2);
        List<Scored> members = new ArrayList<>(RdbReader.roomFor(count));
        for (int i = 0; i < count; i++) {
            byte[] member = in.readString();
            members.add(new Scored(member, binary ? in.readDouble() : in.readOldDouble()));
        }
        Collections.reverse(members);
        return members;
    }

    private static List<Scored> pairs(List<byte[]> strings) {
        requireEven(strings);
        List<Scored> members = new ArrayList<>(strings.size() / 2);
        for (int i = 0; i < strings.size(); i += 2) {
            members.add(new Scored(strings.get(i), Doubles.parse(strings.get(i + 1))));
        }
        return members;
    }

    private static ListValue list(List<List<byte[]>> nodes) {
        List<List<byte[]>> filled =
                nodes.stream().filter(node -> !node.isEmpty()).toList();
        requireSome(filled);
        return new ListValue(filled);
    }

    private static SetValue set(List<byte[]> members, SetShape shape) {
        requireSome(members);
        requireDistinct(members);
        return new SetValue(members, shape);
    }

    private static SortedSetValue sortedSet(List<Scored> members, boolean packed) {
        requireSome(members);
        requireDistinct(members.stream().map(Scored::member).toList());
        if (members.stream().anyMatch(scored -> Double.isNaN(scored.score()))) {
            throw RdbException.format("a score that is not a number");
        }
        return new SortedSetValue(members, packed);
    }

    private static void requireSome(List<?> parts) {
        if (parts.isEmpty()) {
            throw RdbException.format("an empty collection");
        }
    }

    private static void requireEven(List<?> parts) {
        if (parts.size() % 2 != 0) {
            throw RdbException.format("a part without its counterpart");
        }
    }

    private static void requireDistinct(List<byte[]> parts) {
        Set<BinaryKey> seen = new HashSet<>(parts.size() * 2);
        for (byte[] part : parts) {
            if (!seen.add(BinaryKey.of(part))) {
                throw RdbException.format("an element twice");
            }
        }
    }
}
