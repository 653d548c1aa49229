package io.sluice.kv;

/**
 * The name of a row: its slot, and its key inside the slot.
 *
 * @throws IllegalArgumentException when the slot is out of range
 */
public record SlotKey(int slot, byte[] key) {

    /** The highest slot: two bytes, whichever store they end up in. */
    public static final int MAX_SLOT = 0xFFFF;

    public SlotKey {
        checkSlot(slot);
    }

    /**
     * The slot itself, so that it can be checked where it is used.
     *
     * @throws IllegalArgumentException when it is out of range
     */
    public static int checkSlot(int slot) {
        if (slot < 0 || slot > MAX_SLOT) {
            throw new IllegalArgumentException("slot " + slot + " is not in 0.." + MAX_SLOT);
        }
        return slot;
    }
}
