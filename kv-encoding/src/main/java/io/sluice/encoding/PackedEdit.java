package io.sluice.encoding;

import java.util.Arrays;

/**
 * A packed collection while several of its entries change: one buffer that is changed in place, and copied out once at
 * the end. Entries are named by offsets as in {@link PackedEntries}; a change moves the entries behind it.
 */
public final class PackedEdit {
    private byte[] buffer;
    private int length;
    private int size;

    /**
     * @param entries what to begin with
     * @param expectedBytes about how many bytes will be added
     */
    public PackedEdit(PackedEntries entries, int expectedBytes) {
        this.length = entries.end() - entries.first();
        this.size = entries.size();
        this.buffer = new byte[Math.max(16, length + expectedBytes)];
        System.arraycopy(entries.payload(), entries.first(), buffer, 0, length);
    }

    /** The number of entries. */
    public int size() {
        return size;
    }

    /** The length of the payload as it would be now. */
    public int bytes() {
        return 1 + OrderedCodec.varintSize(size) + length;
    }

    /** The offset behind the last entry. */
    public int end() {
        return length;
    }

    /** The offset of the entry behind this one. */
    public int next(int at) {
        int bytes = PackedEntries.varint(buffer, at);
        return at + OrderedCodec.varintSize(bytes) + bytes;
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
        return PackedEntries.varint(buffer, at);
    }

    /** A copy of the entry. */
    public byte[] get(int at) {
        int bytes = PackedEntries.varint(buffer, at);
        int start = at + OrderedCodec.varintSize(bytes);
        return Arrays.copyOfRange(buffer, start, start + bytes);
    }

    /**
     * The first entry that is these bytes, as {@link PackedEntries#find} has it.
     *
     * @return its offset, or -1
     */
    public int find(byte[] entry, int stride) {
        int at = 0;
        while (at < length) {
            int bytes = PackedEntries.varint(buffer, at);
            int start = at + OrderedCodec.varintSize(bytes);
            if (bytes == entry.length && Arrays.equals(buffer, start, start + bytes, entry, 0, bytes)) {
                return at;
            }
            at = start + bytes;
            for (int i = 1; i < stride && at < length; i++) {
                at = next(at);
            }
        }
        return -1;
    }

    /** Puts other bytes in the place of an entry. */
    public void replace(int at, byte[] entry) {
        int room = PackedEntries.sizeOf(entry.length);
        move(next(at), at + room);
        PackedEntries.put(buffer, at, entry);
    }

    /** Puts entries before the one at the offset, or behind all at {@link #end}. */
    public void insert(int at, byte[]... entries) {
        move(at, at + PackedEntries.sizeOf(entries));
        int next = at;
        for (byte[] entry : entries) {
            next = PackedEntries.put(buffer, next, entry);
        }
        size += entries.length;
    }

    /** Takes away as many entries from the offset on. */
    public void remove(int at, int entries) {
        move(skip(at, entries), at);
        size -= entries;
    }

    /** Moves all from one offset on to another. */
    private void move(int from, int to) {
        int moved = length - from;
        int newLength = Math.addExact(to, moved);
        if (newLength > buffer.length) {
            buffer = Arrays.copyOf(
                    buffer, (int) Math.min(Math.max(newLength, buffer.length * 2L), Integer.MAX_VALUE - 8));
        }
        System.arraycopy(buffer, from, buffer, to, moved);
        length = newLength;
    }

    /** The payload as it is now. */
    public byte[] build(byte form) {
        byte[] payload = new byte[bytes()];
        payload[0] = form;
        int at = OrderedCodec.putVarint(payload, 1, size);
        System.arraycopy(buffer, 0, payload, at, length);
        return payload;
    }
}
