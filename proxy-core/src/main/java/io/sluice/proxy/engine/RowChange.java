package io.sluice.proxy.engine;

import org.jspecify.annotations.Nullable;

/**
 * A row and what an attempt makes of it.
 *
 * @param value {@link RowValue#ABSENT} deletes it
 * @param before what memory knew of the row before the attempt; null when it knew nothing
 */
record RowChange(SlotState slot, RowId id, Object value, @Nullable Object before) {}
