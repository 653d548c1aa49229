package io.sluice.proxy.engine;

import io.sluice.kv.Capabilities;
import java.util.List;

/** What the store can hold (R7): asked before any change enters a batch. */
record ChangeLimits(Capabilities store) {
    /** @throws CommandException if the key or the value of a row is too large */
    void checkRows(List<RowChange> changes) {
        for (RowChange change : changes) {
            check("keys", store.maxKeyBytes(), change.id().rowKeyBytes());
            check("values", store.maxValueBytes(), RowValue.storedBytes(change.id(), change.value()));
        }
    }

    /** @throws CommandException if the changes are too large for one batch */
    void checkTotal(List<RowChange> changes) {
        check("changes at once", store.maxBatchBytes(), WrittenRow.bytes(changes));
    }

    private static void check(String what, long limit, long bytes) {
        if (bytes > limit) {
            throw new CommandException(
                    "ERR the store takes " + what + " up to " + limit + " bytes, and this makes " + bytes);
        }
    }
}
