package io.sluice.proxy.engine;

import io.sluice.kv.Capabilities;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How large changes may be (R7): asked before any of them enters a batch.
 *
 * @param store what the store can hold
 * @param largestChangeBytes how large all changes of a command may be, unless the store takes more at once: they are in memory
 *     until they are applied ({@link Redo})
 */
record ChangeLimits(Capabilities store, long largestChangeBytes) {
    /**
     * @param bytes of all changes
     * @throws CommandException if the key or the value of a row is too large
     */
    void checkRows(List<RowChange> changes, long bytes) {
        if (bytes <= store.maxKeyBytes() && bytes <= store.maxValueBytes() && bytes <= store.maxBatchBytes()) {
            return; // no row is larger than all are
        }
        for (int i = 0; i < changes.size(); i++) {
            RowChange change = changes.get(i);
            check("keys", store.maxKeyBytes(), change.id().rowKeyBytes());
            check("values", store.maxValueBytes(), RowValue.storedBytes(change.id(), change.value()));
            check("changes at once", store.maxBatchBytes(), WrittenRow.bytes(change.id(), change.value()));
        }
    }

    /**
     * @param bytes of all changes, which are for one queue
     * @throws CommandException if they are too large to be committed as a whole
     */
    void checkTotal(List<RowChange> changes, long bytes) {
        if (store.fitsBatch(bytes, changes.size())) {
            return;
        }
        if (!Redo.isPossible(slotsOf(changes), store)) {
            check("changes at once", store.maxBatchBytes(), bytes);
            throw new CommandException("ERR the store takes changes at once of up to " + store.maxBatchRows()
                    + " rows, and these are " + changes.size());
        }
        long limit = Math.max(store.maxBatchBytes(), largestChangeBytes);
        if (bytes > limit) {
            throw new CommandException("ERR the changes of a command may take up to " + limit
                    + " bytes (pending-bytes), and these take " + bytes);
        }
    }

    private static int slotsOf(List<RowChange> changes) {
        Set<SlotState> slots = new HashSet<>();
        for (RowChange change : changes) {
            slots.add(change.slot());
        }
        return slots.size();
    }

    private static void check(String what, long limit, long bytes) {
        if (bytes > limit) {
            throw new CommandException(
                    "ERR the store takes " + what + " up to " + limit + " bytes, and this makes " + bytes);
        }
    }
}
