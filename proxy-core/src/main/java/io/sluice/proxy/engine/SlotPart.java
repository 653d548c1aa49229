package io.sluice.proxy.engine;

import java.util.List;

/** The part of an attempt's changes that lies in one slot, where the store is atomic per slot. */
record SlotPart(Attempt whole, List<RowChange> changes) implements Publication {
    @Override
    public long bytes() {
        return WrittenRow.bytes(changes);
    }

    @Override
    public Gates seen() {
        return whole.seen();
    }

    @Override
    public boolean isStale() {
        return whole.isStale();
    }
}
