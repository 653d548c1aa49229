package io.sluice.rocksdb;

import io.sluice.kv.SlotKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The shape of a key in RocksDB: the slot in two bytes, big endian, then the key. So a slot's rows lie together. */
final class RowKeys {
    static final int SLOT_BYTES = 2;

    private RowKeys() {}

    static byte[] row(int slot, byte[] key) {
        byte[] row = new byte[SLOT_BYTES + key.length];
        System.arraycopy(key, 0, row, writeSlot(row, 0, slot), key.length);
        return row;
    }

    /** Writes what stands before the caller's key, and returns the position after it. */
    static int writeSlot(byte[] target, int at, int slot) {
        SlotKey.checkSlot(slot);
        target[at] = (byte) (slot >>> 8);
        target[at + 1] = (byte) slot;
        return at + SLOT_BYTES;
    }

    /** The slot of the row whose key stands at the position. */
    static int slotAt(byte[] source, int at) {
        return (source[at] & 0xFF) << 8 | source[at + 1] & 0xFF;
    }

    /** The first key after those of the slot; null where the last slot ends, which is the end of the store. */
    static byte @Nullable [] endOfSlot(int slot) {
        SlotKey.checkSlot(slot);
        return slot == SlotKey.MAX_SLOT ? null : row(slot + 1, new byte[0]);
    }

    /** The caller's key in a row's key. */
    static byte[] key(byte[] row) {
        return Arrays.copyOfRange(row, SLOT_BYTES, row.length);
    }
}
