package io.sluice.hbase;

import io.sluice.kv.SlotKey;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.jspecify.annotations.Nullable;

/**
 * How rows are written in the table.
 *
 * <pre>
 *   row        the slot (2 bytes, big endian), then the key
 *   d:v        one byte 0, then the value: HBase takes an empty value for an absent one in conditions
 *   d:t        in the row of the empty key alone: the slot's clock, see {@link SlotClock}
 * </pre>
 */
final class Rows {
    static final int SLOT_BYTES = 2;

    static final byte[] FAMILY = {'d'};
    static final byte[] VALUE = {'v'};
    static final byte[] CLOCK = {'t'};

    private static final byte MARK = 0;

    private Rows() {}

    static byte[] of(int slot, byte[] key) {
        SlotKey.checkSlot(slot);
        byte[] row = new byte[SLOT_BYTES + key.length];
        row[0] = (byte) (slot >> 8);
        row[1] = (byte) slot;
        System.arraycopy(key, 0, row, SLOT_BYTES, key.length);
        return row;
    }

    /** The first possible row of the slot, which is the row of its empty key and of its clock. */
    static byte[] first(int slot) {
        return of(slot, new byte[0]);
    }

    /** The end of a range, exclusive; where it is open, the first row behind the slot. */
    static byte[] end(int slot, byte @Nullable [] to) {
        if (to != null) {
            return of(slot, to);
        }
        // Behind the last slot there is nothing: the end of the table, which HBase writes as the empty row.
        return slot == SlotKey.MAX_SLOT ? new byte[0] : first(slot + 1);
    }

    static byte[] key(Cell cell) {
        int start = cell.getRowOffset();
        return Arrays.copyOfRange(cell.getRowArray(), start + SLOT_BYTES, start + cell.getRowLength());
    }

    static byte[] stored(byte[] value) {
        byte[] stored = new byte[1 + value.length];
        stored[0] = MARK;
        System.arraycopy(value, 0, stored, 1, value.length);
        return stored;
    }

    static byte[] value(Cell cell) {
        int start = cell.getValueOffset();
        return Arrays.copyOfRange(cell.getValueArray(), start + 1, start + cell.getValueLength());
    }
}
