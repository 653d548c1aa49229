package io.sluice.proxy.engine;

import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.RegistryEntry;
import io.sluice.encoding.RowKeys;
import org.jspecify.annotations.Nullable;

/**
 * The rows that must change with a header, in the same batch: the indexes of times, the registry of large values, and the
 * queue of what is to be reclaimed. What the slot remembers of them changes when the run's changes are published.
 *
 * <p>Belongs to an {@link Attempt}.
 */
final class DependentRows {
    private final Overlay overlay;
    private final Consequences consequences;

    DependentRows(Overlay overlay, Consequences consequences) {
        this.overlay = overlay;
        this.consequences = consequences;
    }

    /** Writes a row that no client names. */
    void put(SlotState slot, byte[] rowKey, Object value) {
        overlay.put(new RowChange(slot, RowId.row(slot.slot, rowKey), value, null));
    }

    /** @param old what the header replaces as far as is known; if it is not, that has neither a time nor rows below it */
    void replace(SlotState slot, RowId id, @Nullable Header old, Header header) {
        boolean sameExpiry = old != null && old.expireAtMs() == header.expireAtMs();
        if (old != null && old.expires() && !sameExpiry) {
            deleteExpiryRow(slot, id, old);
        }
        if (header.expires() && !sameExpiry) {
            putExpiryRow(slot, id, header);
        }
        moveDue(slot, id, old == null ? Header.NO_EXPIRY : FieldTimes.nextOf(old), FieldTimes.nextOf(header));
        boolean sameSpread = old != null
                && SpreadValue.is(old)
                && SpreadValue.is(header)
                && SpreadValue.idOf(old) == SpreadValue.idOf(header);
        if (old != null && SpreadValue.is(old) && !sameSpread) {
            reclaim(slot, id, old);
        }
        if (SpreadValue.is(header) && !sameSpread) {
            register(slot, id, header);
        }
    }

    /** The header is deleted, and what it refers to with it. */
    void drop(SlotState slot, RowId id, Header old) {
        dropTimes(slot, id, old);
        if (SpreadValue.is(old)) {
            reclaim(slot, id, old);
        }
    }

    /** The header goes to another key, and what it refers to stays as it is. */
    void leave(SlotState slot, RowId id, Header moved) {
        dropTimes(slot, id, moved);
        if (SpreadValue.is(moved)) {
            unregister(slot, id, moved);
        }
    }

    /** Queues the rows below the header for reclamation. */
    private void reclaim(SlotState slot, RowId id, Header old) {
        unregister(slot, id, old);
        var entry = SpreadValue.reclaimEntry(old);
        put(slot, entry.rowKey(), entry.encode());
        consequences.effect(slot, () -> slot.mayReclaim(true));
    }

    // ---- times ----

    private void dropTimes(SlotState slot, RowId id, Header old) {
        if (old.expires()) {
            deleteExpiryRow(slot, id, old);
        }
        moveDue(slot, id, FieldTimes.nextOf(old), Header.NO_EXPIRY);
    }

    private void putExpiryRow(SlotState slot, RowId id, Header header) {
        byte[] rowKey = RowKeys.expiry(id.generation(), header.expireAtMs(), id.keyHash(), id.key());
        put(slot, rowKey, KeyTail.valueFor(id.key()));
        becomesDue(slot, header.expireAtMs());
    }

    private void deleteExpiryRow(SlotState slot, RowId id, Header old) {
        put(slot, RowKeys.expiry(id.generation(), old.expireAtMs(), id.keyHash(), id.key()), RowValue.ABSENT);
    }

    /** Keeps the index of hashes whose fields expire: moves one from a time to another, either of which may be none. */
    private void moveDue(SlotState slot, RowId id, long fromMs, long toMs) {
        if (fromMs == toMs) {
            return;
        }
        if (fromMs != Header.NO_EXPIRY) {
            put(slot, RowKeys.fieldsDue(id.generation(), fromMs, id.keyHash(), id.key()), RowValue.ABSENT);
        }
        if (toMs != Header.NO_EXPIRY) {
            byte[] rowKey = RowKeys.fieldsDue(id.generation(), toMs, id.keyHash(), id.key());
            put(slot, rowKey, KeyTail.valueFor(id.key()));
            becomesDue(slot, toMs);
        }
    }

    private void becomesDue(SlotState slot, long timeMs) {
        long due = TimeIndex.dueFrom(timeMs);
        consequences.effect(slot, () -> slot.expiresFrom(due));
    }

    // ---- the registry ----

    private void register(SlotState slot, RowId id, Header header) {
        byte[] entry = new RegistryEntry(id.generation(), id.key()).encode();
        put(slot, RowKeys.registry(id.keyHash(), SpreadValue.idOf(header)), entry);
        consequences.effect(slot, () -> slot.register(id.keyHash()));
    }

    private void unregister(SlotState slot, RowId id, Header old) {
        put(slot, RowKeys.registry(id.keyHash(), SpreadValue.idOf(old)), RowValue.ABSENT);
        consequences.effect(slot, () -> slot.unregister(id.keyHash()));
    }
}
