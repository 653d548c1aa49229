package io.sluice.proxy.engine;

import org.jspecify.annotations.Nullable;

/**
 * A row and what an attempt makes of it.
 *
 * @param value {@link RowValue#ABSENT} deletes it
 * @param before what memory knew of the row before the attempt; null when it knew nothing
 */
record RowChange(SlotState slot, RowId id, Object value, @Nullable Object before) {
    /** Counts the key that comes or goes, when the change is published; in the lane. */
    void count() {
        if (!id.isHeader()) {
            return;
        }
        // Most changes count nothing, and leave what the slot counts out of the processor's caches.
        boolean was = before != RowValue.ABSENT;
        boolean is = value != RowValue.ABSENT;
        if (before == null) {
            slot.count(id.generation()).makeUncertain();
        } else if (was != is) {
            slot.count(id.generation()).add(is ? 1 : -1);
        }
    }
}
