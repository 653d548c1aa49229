package io.sluice.encoding;

import java.util.Arrays;
import java.util.Objects;

/**
 * The payload of a packed collection: form, number of entries (varint), then each entry as length (varint) and bytes.
 * What the entries are (elements, members, fields with values, members with scores) is the type's business.
 *
 * <p>A view over the bytes: entries are named by the offset of their length in the payload, so that a lookup is one walk
 * that makes no objects. Offsets come from {@link #first}, {@link #next}, {@link #skip} and {@link #find}; {@link #end}
 * is where the entries end. Immutable: a change answers a new payload.
 */
public final class PackedEntries {
    private static final byte[] NOTHING = {};

    private final byte[] bytes;
    private final int size;
    private final int first;

    private PackedEntries(byte[] bytes, int size, int first) {
        this.bytes = bytes;
        this.size = size;
        this.first = first;
    }

    /**
     * Looks at a payload without walking its entries; what is wrong in them is found when they are asked for.
     *
     * @param payload not copied
     * @throws EncodingException if the payload does not begin as one
     */
    public static PackedEntries over(byte[] payload) {
        if (payload.length < 2) {
            throw new EncodingException("packed entries are cut short");
        }
        if (!Forms.isKnown(payload[0])) {
            throw new EncodingException(String.format("packed entries of the unknown form 0x%02X", payload[0]));
        }
        int size = varint(payload, 1);
        return new PackedEntries(payload, size, 1 + OrderedCodec.varintSize(size));
    }

    /**
     * As {@link #over}, with all entries looked at.
     *
     * @throws EncodingException if this is not what {@link Builder} or {@link #splice} makes
     */
    public static PackedEntries decode(byte[] payload) {
        PackedEntries entries = over(payload);
        int at = entries.first;
        for (int i = 0; i < entries.size; i++) {
            at = entries.next(at);
        }
        if (at != payload.length) {
            throw new EncodingException("packed entries have " + (payload.length - at) + " bytes too many");
        }
        return entries;
    }

    /** No entries. */
    public static PackedEntries empty(byte form) {
        return over(new byte[] {form, 0});
    }

    /** One of {@link Forms}. */
    public byte form() {
        return bytes[0];
    }

    /** The number of entries. */
    public int size() {
        return size;
    }

    /** The payload. Not copied: it must not be changed. */
    public byte[] payload() {
        return bytes;
    }

    /** The offset of the first entry; {@link #end} if there is none. */
    public int first() {
        return first;
    }

    /** The offset behind the last entry. */
    public int end() {
        return bytes.length;
    }

    /** The offset of the entry behind this one. */
    public int next(int at) {
        int length = length(at);
        return at + OrderedCodec.varintSize(length) + length;
    }

    /** The offset of the entry that comes this many behind. */
    public int skip(int at, int entries) {
        int offset = at;
        for (int i = 0; i < entries; i++) {
            offset = next(offset);
        }
        return offset;
    }

    /** The number of bytes of the entry. */
    public int length(int at) {
        int length = varint(bytes, at);
        if (length > bytes.length - at - OrderedCodec.varintSize(length)) {
            throw new EncodingException("a packed entry is cut short");
        }
        return length;
    }

    /** Where the bytes of the entry begin in the payload. */
    public int start(int at) {
        return at + OrderedCodec.varintSize(length(at));
    }

    /** A copy of the entry. */
    public byte[] get(int at) {
        int length = length(at);
        if (length == 0) {
            return NOTHING;
        }
        int start = at + OrderedCodec.varintSize(length);
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    /** Whether the entry is these bytes. */
    public boolean is(int at, byte[] entry) {
        int length = length(at);
        if (length != entry.length) {
            return false;
        }
        int start = at + OrderedCodec.varintSize(length);
        return Arrays.equals(bytes, start, start + length, entry, 0, length);
    }

    /**
     * The first entry that is these bytes.
     *
     * @param stride 1 to look at all entries, 2 at every other beginning with the first, and so on
     * @return its offset, or -1
     */
    public int find(byte[] entry, int stride) {
        int at = first;
        while (at < bytes.length) {
            if (is(at, entry)) {
                return at;
            }
            for (int i = 0; i < stride && at < bytes.length; i++) {
                at = next(at);
            }
        }
        return -1;
    }

    /**
     * A payload with the entries from one offset to another, exclusive, replaced by others.
     *
     * @param newForm the form of the result
     * @param newSize its number of entries
     */
    public byte[] splice(byte newForm, int newSize, int from, int to, byte[]... entries) {
        int added = sizeOf(entries);
        int newFirst = 1 + OrderedCodec.varintSize(newSize);
        byte[] changed = new byte[newFirst + (from - first) + added + (bytes.length - to)];
        changed[0] = newForm;
        OrderedCodec.putVarint(changed, 1, newSize);
        System.arraycopy(bytes, first, changed, newFirst, from - first);
        int at = newFirst + from - first;
        for (byte[] entry : entries) {
            at = put(changed, at, entry);
        }
        System.arraycopy(bytes, to, changed, at, bytes.length - to);
        return changed;
    }

    /** The same entries in another form. */
    public byte[] withForm(byte form) {
        byte[] changed = bytes.clone();
        changed[0] = form;
        return changed;
    }

    /** How many bytes these entries take in a payload. */
    public static int sizeOf(byte[]... entries) {
        int total = 0;
        for (byte[] entry : entries) {
            total += sizeOf(entry.length);
        }
        return total;
    }

    /** How many bytes an entry of this length takes in a payload. */
    public static int sizeOf(int length) {
        return OrderedCodec.varintSize(length) + length;
    }

    static int put(byte[] target, int offset, byte[] entry) {
        int at = OrderedCodec.putVarint(target, offset, entry.length);
        System.arraycopy(entry, 0, target, at, entry.length);
        return at + entry.length;
    }

    static int varint(byte[] bytes, int at) {
        if (at < bytes.length && bytes[at] >= 0) {
            return bytes[at];
        }
        long value = 0;
        for (int i = 0; i < 5 && at + i < bytes.length; i++) {
            byte next = bytes[at + i];
            value |= (long) (next & 0x7F) << (7 * i);
            if (next >= 0) {
                if (next == 0 || value > Integer.MAX_VALUE) {
                    break;
                }
                return (int) value;
            }
        }
        throw new EncodingException("packed entries hold no number at " + at);
    }

    /** Collects entries into a payload. */
    public static final class Builder {
        private byte[] buffer;
        private int length;
        private int size;

        /** @param expectedBytes about how many bytes the entries will take */
        public Builder(int expectedBytes) {
            this.buffer = new byte[Math.max(16, expectedBytes)];
        }

        /** Adds an entry. */
        public Builder add(byte[] entry) {
            return add(entry, 0, entry.length);
        }

        /** Adds a stretch of bytes as an entry. */
        public Builder add(byte[] source, int from, int count) {
            Objects.checkFromIndexSize(from, count, source.length);
            int needed = length + sizeOf(count);
            if (needed > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.max(needed, buffer.length * 2));
            }
            int at = OrderedCodec.putVarint(buffer, length, count);
            System.arraycopy(source, from, buffer, at, count);
            length = needed;
            size++;
            return this;
        }

        /** The number of entries so far. */
        public int size() {
            return size;
        }

        /** The length of the payload so far. */
        public int bytes() {
            return 1 + OrderedCodec.varintSize(size) + length;
        }

        /** The payload. */
        public byte[] build(byte form) {
            byte[] payload = new byte[bytes()];
            payload[0] = form;
            int at = OrderedCodec.putVarint(payload, 1, size);
            System.arraycopy(buffer, 0, payload, at, length);
            return payload;
        }
    }
}
