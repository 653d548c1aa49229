package io.sluice.proxy.check;

import io.sluice.encoding.Databases;
import io.sluice.encoding.Fence;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RegistryEntry;
import io.sluice.encoding.RowKey;
import io.sluice.kv.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the small rows of a slot say. They lie behind what they speak of, and so are read before the walk. */
final class SlotMetadata {
    private final int slot;
    private final Report report;

    Databases databases = Databases.INITIAL;

    @Nullable
    Fence fence;

    final TreeSet<Long> seals = new TreeSet<>();
    /** Dropped values whose rows may still be there, by id. */
    final Map<Long, ReclaimEntry> droppedIds = new HashMap<>();
    /** Flushed databases whose rows may still be there, with the rows that say so. */
    final Map<Integer, Subject> droppedGenerations = new HashMap<>();
    /** The registry by id; what a header confirms is taken out. */
    final Map<Long, Registered> registry = new HashMap<>();

    record Registered(int hash, RegistryEntry entry, Subject row) {}

    private SlotMetadata(int slot, Report report) {
        this.slot = slot;
        this.report = report;
    }

    static SlotMetadata of(List<Row> small, int slot, Report report) {
        SlotMetadata metadata = new SlotMetadata(slot, report);
        small.forEach(metadata::take);
        metadata.reclaimsOnlyWhatIsDropped();
        return metadata;
    }

    private void reclaimsOnlyWhatIsDropped() {
        droppedGenerations.forEach((generation, row) ->
                row.violationUnless(!databases.isInUse(generation), "it would reclaim a database that is in use"));
    }

    private void take(Row row) {
        Subject subject = new Subject(slot, row.key(), row.value(), report);
        subject.decoding(() -> take(RowKey.decode(row.key()), subject));
    }

    private void take(RowKey key, Subject row) {
        if (key instanceof RowKey.Fence) {
            fence = Fence.decode(row.value());
        } else if (key instanceof RowKey.Seal seal) {
            seals.add(seal.epoch());
            row.violationUnless(
                    java.util.Arrays.equals(row.value(), Fence.sealValue()), "a seal's value is one byte, 01");
        } else if (key instanceof RowKey.Databases) {
            databases = Databases.decode(row.value());
        } else if (key instanceof RowKey.ReclaimId dropped) {
            droppedIds.put(dropped.id(), ReclaimEntry.decode(row.key(), row.value()));
        } else if (key instanceof RowKey.ReclaimGeneration dropped) {
            ReclaimEntry.decode(row.key(), row.value());
            droppedGenerations.put(dropped.generation(), row);
        } else if (key instanceof RowKey.Registry entry) {
            Registered registered = new Registered(entry.hash(), RegistryEntry.decode(row.value()), row);
            row.violationUnless(registry.put(entry.id(), registered) == null, "another registry row has the same id");
        } else if (!(key instanceof RowKey.RedoHead)) {
            row.violation("its kind is only reserved");
        }
    }
}
