package io.sluice.proxy.rdb;

import io.sluice.proxy.rdb.RdbValue.Entry;
import io.sluice.proxy.rdb.RdbValue.HashValue;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Hashes in all their serialised forms. Where fields expire, each has its time: as a third entry in a listpack, 0 for
 * none; else before the field, counted from one before the first of all times, which comes at the very beginning.
 */
final class RdbHashes {
    private static final long NONE = 0;

    private RdbHashes() {}

    static void addTo(ValueReaders.Builder<RdbValue> readers) {
        readers.add(RdbTypes.HASH, RdbHashes::readPlain)
                .add(RdbTypes.HASH_ZIPLIST, in -> packed(Ziplist.read(in.readPacked()), false))
                .add(RdbTypes.HASH_LISTPACK, in -> packed(Listpack.read(in.readPacked()), false))
                .add(RdbTypes.HASH_METADATA_OLD, in -> readTimed(in, 1))
                .add(RdbTypes.HASH_METADATA, in -> readTimed(in, in.readLong()))
                .add(RdbTypes.HASH_LISTPACK_EX_OLD, in -> packed(Listpack.read(in.readPacked()), true))
                .add(RdbTypes.HASH_LISTPACK_EX, RdbHashes::readTimedListpack);
    }

    private static HashValue readPlain(RdbReader in) {
        int count = in.readCount(2);
        List<Entry> entries = new ArrayList<>(RdbReader.roomFor(count));
        for (int i = 0; i < count; i++) {
            entries.add(new Entry(in.readString(), in.readString()));
        }
        return checked(entries, false);
    }

    /** @param first the first of all times: what is stored counts from one before it */
    private static HashValue readTimed(RdbReader in, long first) {
        int count = in.readCount(3);
        List<Entry> entries = new ArrayList<>(RdbReader.roomFor(count));
        for (int i = 0; i < count; i++) {
            long stored = in.readLength();
            long time = stored == NONE ? Entry.NO_EXPIRY : time(first + stored - 1);
            entries.add(new Entry(in.readString(), in.readString(), time));
        }
        return checked(entries, false);
    }

    private static HashValue readTimedListpack(RdbReader in) {
        in.readLong(); // the first of all times, which the listpack has too
        return packed(Listpack.read(in.readPacked()), true);
    }

    private static HashValue packed(List<byte[]> strings, boolean timed) {
        int stride = timed ? 3 : 2;
        if (strings.size() % stride != 0) {
            throw RdbException.format("a part without its counterpart");
        }
        List<Entry> entries = new ArrayList<>(strings.size() / stride);
        for (int i = 0; i < strings.size(); i += stride) {
            long time = timed ? timeOf(strings.get(i + 2)) : Entry.NO_EXPIRY;
            entries.add(new Entry(strings.get(i), strings.get(i + 1), time));
        }
        return checked(entries, true);
    }

    private static long timeOf(byte[] text) {
        if (!Numbers.isLong(text)) {
            throw RdbException.format("a time that is no number");
        }
        long time = Numbers.parseLong(text);
        return time == NONE ? Entry.NO_EXPIRY : time(time);
    }

    private static long time(long timeMs) {
        if (timeMs < 0) {
            throw RdbException.format("a time before 1970");
        }
        return timeMs;
    }

    private static HashValue checked(List<Entry> entries, boolean packed) {
        if (entries.isEmpty()) {
            throw RdbException.format("an empty collection");
        }
        Set<BinaryKey> seen = new HashSet<>(entries.size() * 2);
        for (Entry entry : entries) {
            if (!seen.add(BinaryKey.of(entry.field()))) {
                throw RdbException.format("an element twice");
            }
        }
        return new HashValue(entries, packed);
    }

    /** Writes the hash, and answers the version that its form came with. */
    static int write(RdbWriter out, HashValue hash) {
        long first = Long.MAX_VALUE;
        for (Entry entry : hash.entries()) {
            first = entry.expires() ? Math.min(first, entry.expireAtMs()) : first;
        }
        boolean timed = first != Long.MAX_VALUE;
        if (hash.packed()) {
            writePacked(out, hash, timed, first);
        } else {
            writeParts(out, hash, timed, first);
        }
        return timed ? DumpPayload.NEWEST_READABLE : DumpPayload.VERSION;
    }

    private static void writePacked(RdbWriter out, HashValue hash, boolean timed, long first) {
        List<byte[]> parts = new ArrayList<>(3 * hash.entries().size());
        List<Entry> entries = new ArrayList<>(hash.entries());
        // Redis takes them to be in the order of their times, and those that never expire to come last.
        entries.sort(Comparator.comparing(entry -> entry.expires() ? entry.expireAtMs() : Long.MAX_VALUE));
        for (Entry entry : entries) {
            parts.add(entry.field());
            parts.add(entry.value());
            if (timed) {
                parts.add(Numbers.toBytes(entry.expires() ? entry.expireAtMs() : NONE));
            }
        }
        if (timed) {
            out.writeByte(RdbTypes.HASH_LISTPACK_EX).writeLong(first);
        } else {
            out.writeByte(RdbTypes.HASH_LISTPACK);
        }
        out.writeString(Listpack.write(parts));
    }

    private static void writeParts(RdbWriter out, HashValue hash, boolean timed, long first) {
        if (timed) {
            out.writeByte(RdbTypes.HASH_METADATA).writeLong(first);
        } else {
            out.writeByte(RdbTypes.HASH);
        }
        out.writeLength(hash.entries().size());
        for (Entry entry : hash.entries()) {
            if (timed) {
                out.writeLength(entry.expires() ? entry.expireAtMs() - first + 1 : NONE);
            }
            out.writeString(entry.field()).writeString(entry.value());
        }
    }
}
