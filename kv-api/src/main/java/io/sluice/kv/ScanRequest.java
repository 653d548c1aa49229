package io.sluice.kv;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of one slot. A range whose end is not after its start is empty, and that is no error.
 *
 * <p>The bounds only have to be byte strings: they may be longer than {@link Capabilities#maxKeyBytes()} (the successor
 * of the longest key is), and no row has to be there.
 *
 * @param slot the slot
 * @param from the first key of the range, inclusive; empty for the start of the slot
 * @param to the end of the range, exclusive; null for the end of the slot
 * @param reverse whether the rows come from the last to the first
 * @param limit how many rows a page may hold, at least 1
 * @param keysOnly whether values are left out (they come empty)
 */
public record ScanRequest(int slot, byte[] from, byte @Nullable [] to, boolean reverse, int limit, boolean keysOnly) {
    // Spelt out, not compact: the null checker loses the annotation of an array in a compact constructor.
    public ScanRequest(int slot, byte[] from, byte @Nullable [] to, boolean reverse, int limit, boolean keysOnly) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is below 1");
        }
        this.slot = SlotKey.checkSlot(slot);
        this.from = from;
        this.to = to;
        this.reverse = reverse;
        this.limit = limit;
        this.keysOnly = keysOnly;
    }

    /**
     * What is left of this range once the rows up to {@code lastKey} have been brought: the request for the next page.
     * After an empty page that promised more, this same request is sent again.
     *
     * @param lastKey the key of the last row of the page, in the direction of the scan
     */
    public ScanRequest after(byte[] lastKey) {
        return reverse
                ? new ScanRequest(slot, from, lastKey, true, limit, keysOnly)
                : new ScanRequest(slot, Arrays.copyOf(lastKey, lastKey.length + 1), to, false, limit, keysOnly);
    }
}
