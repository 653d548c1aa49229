package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The row changes of one attempt (R2), in the order they were made, each row once. Most commands change one to three
 * rows, so they are found by looking through the list; an index is kept from the sixteenth on, and an order from the first
 * range on that the command reads.
 */
final class Overlay {
    private static final int LISTED = 16;

    private static final int[] NO_HASHES = {};

    private List<RowChange> changes = List.of();
    /** The hashes of the changes, side by side: most comparisons end here. Made with the second change. */
    private int[] hashes = NO_HASHES;

    /** A bit for each hash, by its last six bits: most rows that are looked for are not here, and that ends here. */
    private long some;

    private @Nullable Map<RowId, Integer> index;
    /** The changes in the order of their rows, once a range was asked for. */
    private @Nullable NavigableMap<RowId, RowChange> ordered;

    /** What {@link #put} did since the first mark; null while nobody may want it back. */
    private @Nullable List<Undo> journal;

    /** @param before what stood at the place; null when nothing did */
    private record Undo(int at, @Nullable RowChange before) {}

    @Nullable
    RowChange find(RowId id) {
        int at = indexOf(id);
        return at < 0 ? null : changes.get(at);
    }

    /** Remembers the change; what the row was before the attempt is kept from its first change. */
    void put(RowChange change) {
        int at = indexOf(change.id());
        if (at >= 0) {
            RowChange old = changes.get(at);
            if (journal != null) {
                journal.add(new Undo(at, old));
            }
            set(at, new RowChange(change.slot(), change.id(), change.value(), old.before()));
            return;
        }
        if (journal != null) {
            journal.add(new Undo(changes.size(), null));
        }
        if (ordered != null) {
            ordered.put(change.id().byRowKey(), change);
        }
        append(change);
    }

    private void append(RowChange change) {
        int at = changes.size();
        if (at == 0) {
            changes = new ArrayList<>(2);
        } else if (hashes == NO_HASHES) {
            hashes = new int[LISTED];
            hashes[0] = changes.get(0).id().hashCode();
        }
        if (at < hashes.length) {
            hashes[at] = change.id().hashCode();
        }
        changes.add(change);
        some |= 1L << change.id().hashCode();
        if (index != null) {
            index.put(change.id(), at);
        } else if (changes.size() == LISTED) {
            index = new HashMap<>();
            for (int i = 0; i < changes.size(); i++) {
                index.put(changes.get(i).id(), i);
            }
        }
    }

    private void set(int at, RowChange change) {
        changes.set(at, change);
        if (ordered != null) {
            ordered.put(change.id().byRowKey(), change);
        }
    }

    /** The changes of a range of rows, in order; a view, good until the next change. */
    NavigableMap<RowId, RowChange> within(int slot, KeyRange range) {
        if (changes.isEmpty() || range.isEmpty()) {
            return Collections.emptyNavigableMap();
        }
        NavigableMap<RowId, RowChange> all = ordered;
        if (all == null) {
            all = new TreeMap<>(RowId.BY_ROW_KEY);
            for (RowChange change : changes) {
                all.put(change.id().byRowKey(), change);
            }
            ordered = all;
        }
        return all.subMap(RowId.row(slot, range.from()), true, RowId.row(slot, range.to()), false);
    }

    /** A place to come back to with {@link #undoTo}; costs what is put from here on a little. */
    int mark() {
        if (journal == null) {
            journal = new ArrayList<>();
        }
        return journal.size();
    }

    /** Takes back what was put since the mark. */
    void undoTo(int mark) {
        if (journal == null) {
            return;
        }
        while (journal.size() > mark) {
            Undo undo = journal.remove(journal.size() - 1);
            if (undo.before != null) {
                set(undo.at, undo.before);
            } else {
                RowChange added = changes.remove(undo.at);
                if (index != null) {
                    index.remove(added.id());
                }
                if (ordered != null) {
                    ordered.remove(added.id().byRowKey());
                }
            }
        }
    }

    private int indexOf(RowId id) {
        int hash = id.hashCode();
        if ((some & 1L << hash) == 0) {
            return -1;
        }
        if (index != null) {
            return index.getOrDefault(id, -1);
        }
        if (hashes == NO_HASHES) {
            return changes.isEmpty() || !changes.get(0).id().equals(id) ? -1 : 0;
        }
        for (int i = 0; i < changes.size(); i++) {
            if (hashes[i] == hash && changes.get(i).id().equals(id)) {
                return i;
            }
        }
        return -1;
    }

    boolean isEmpty() {
        return changes.isEmpty();
    }

    List<RowChange> changes() {
        return changes;
    }

    /** The changes of each slot, in the order in which the slots were first changed. */
    Map<SlotState, List<RowChange>> bySlot() {
        Map<SlotState, List<RowChange>> parts = new LinkedHashMap<>();
        for (RowChange change : changes) {
            parts.computeIfAbsent(change.slot(), slot -> new ArrayList<>()).add(change);
        }
        return parts;
    }

    void clear() {
        changes = List.of();
        some = 0;
        index = null;
        ordered = null;
        journal = null;
    }
}
