package io.sluice.proxy.check;

import io.sluice.encoding.EncodingException;
import io.sluice.encoding.FieldTimes;
import io.sluice.encoding.Header;
import io.sluice.encoding.Ids;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RegistryEntry;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ValueEncoding;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.KeyHasher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One slot on its way through the check: its small rows first, then all rows in their order. Headers come first in that
 * order, so that the owner of the rows below them is known when these come.
 */
final class SlotCheck {
    /** As they are once the large changes are completed that the slot was left in the middle of. */
    private final StoreRows rows;

    private final RedoCheck redo;
    private final int slot;
    private final KeyHasher hasher;
    private final boolean fencedBySlot;
    private final Report report;
    private final Lookups lookups;
    private final SlotMetadata metadata;
    private final long epoch;

    /** Rows but the store's, which is written before the slot is claimed. */
    private long others;

    /** What is spread over rows of an id. */
    private final Map<Long, SpreadCheck> owners = new HashMap<>();

    SlotCheck(StoreRows rows, int slot, KeyHasher hasher, boolean fencedBySlot, long storeEpoch, Report report) {
        List<Row> small = new ArrayList<>();
        rows.pages(slot, RowKeys.metadataRange(), small::add);
        this.redo = RedoCheck.read(rows, slot, small, report);
        this.rows = rows.with(slot, redo.changes());
        if (!redo.changes().isEmpty()) {
            small.clear();
            this.rows.pages(slot, RowKeys.metadataRange(), small::add);
        }
        this.slot = slot;
        this.hasher = hasher;
        this.fencedBySlot = fencedBySlot;
        this.report = report;
        this.lookups = new Lookups(this.rows);
        this.metadata = SlotMetadata.of(small, slot, report);
        this.epoch = !fencedBySlot ? storeEpoch : metadata.fence == null ? 0 : metadata.fence.epoch();
    }

    void run() {
        rows.pages(slot, this::take);
        if (fencedBySlot && metadata.fence == null && others > 0) {
            report.violation(slot, RowKeys.fence(), new byte[0], "it is missing, and the slot has rows");
        }
        owners.values().forEach(SpreadCheck::end);
        for (SlotMetadata.Registered left : metadata.registry.values()) {
            left.row().violation("no header refers to what it registers");
        }
        lookups.flush();
    }

    private void take(Row row) {
        byte kind = row.key().length == 0 ? 0 : row.key()[0];
        report.count(kind);
        others += kind == RowKind.STORE ? 0 : 1;
        Subject subject = new Subject(slot, row.key(), row.value(), report);
        subject.decoding(() -> take(kind, subject));
    }

    private void take(byte kind, Subject row) {
        switch (kind) {
            case RowKind.HEADER -> header(RowKeys.decodeHeader(row.key()), row);
            case RowKind.EXPIRY -> {
                RowKey.Expiry name = RowKeys.decodeExpiry(row.key());
                time(name.generation(), name.key(), row);
            }
            case RowKind.FIELDS_DUE -> {
                RowKey.FieldsDue name = RowKeys.decodeFieldsDue(row.key());
                time(name.generation(), name.key(), row);
            }
            case RowKind.STORE -> row.violationUnless(slot == 0, "the store's row belongs to slot 0");
            case RowKind.FENCE -> fence(row);
            case RowKind.REDO_PART -> redo.part(RowKeys.decodeRedoPart(row.key()), row);
            case RowKind.SEAL, RowKind.DATABASES, RowKind.RECLAIM, RowKind.REGISTRY, RowKind.REDO_HEAD -> {
                // read as metadata
            }
            default -> {
                if (RowKind.hasId(kind)) {
                    below(kind, row);
                } else {
                    RowKey.decode(row.key());
                    row.violation("its kind is only reserved");
                }
            }
        }
    }

    // ---- headers ----

    private void header(RowKey.Header name, Subject row) {
        Header header = Header.decode(row.value());
        byte[] key = Header.keyOf(row.key(), row.value());
        row.violationUnless(hasher.hash(key) == name.hash(), "its hash is not that of its key");
        row.violationUnless(hasher.slotOf(key) == slot, "its key belongs to slot " + hasher.slotOf(key));
        boolean isLive = metadata.databases.isInUse(name.generation());
        row.violationUnless(
                isLive || metadata.droppedGenerations.containsKey(name.generation()),
                "no database has its generation, and that is not queued for reclamation");
        if (header.expires() && isLive) {
            byte[] index = RowKeys.expiry(name.generation(), header.expireAtMs(), name.hash(), key);
            lookups.expect(index, value -> true, row, "it expires, and the expiry index has no row for it");
        }
        long due = FieldTimes.nextOf(header);
        if (due != Header.NO_EXPIRY && isLive) {
            byte[] index = RowKeys.fieldsDue(name.generation(), due, name.hash(), key);
            lookups.expect(index, value -> true, row, "its fields expire, and there is no row that says when");
        }
        if (ValueEncoding.isSpread(header.encoding())) {
            spread(name, header, key, isLive, row);
        } else {
            InlineCheck.check(header, row);
        }
    }

    private void spread(RowKey.Header name, Header header, byte[] key, boolean isLive, Subject row) {
        if (header.payload().length < 8) {
            throw new EncodingException("a spread value without an id");
        }
        long id = OrderedCodec.getLong(header.payload(), 0);
        row.violationUnless(id != Ids.NONE, "its id is that of nothing");
        row.violationUnless(
                Ids.epochOf(id) <= epoch, "its id is of epoch " + Ids.epochOf(id) + ", above the fence's " + epoch);
        if (isLive) {
            row.violationUnless(!metadata.droppedIds.containsKey(id), "its id is queued for reclamation");
        }
        SlotMetadata.Registered registered = metadata.registry.remove(id);
        boolean isRegistered = registered != null
                && registered.hash() == name.hash()
                && registered.entry().equals(new RegistryEntry(name.generation(), key));
        row.violationUnless(isRegistered || (!isLive && registered == null), "the registry has no row for it");
        SpreadCheck owner =
                isLive ? SpreadCheck.of(id, header, new SpreadCheck.Tools(row, lookups, hasher)) : new DroppedCheck();
        row.violationUnless(owners.put(id, owner) == null, "another header has the same id");
    }

    // ---- rows below headers ----

    private void below(byte kind, Subject row) {
        if (row.key().length < 1 + 8) {
            throw new EncodingException("a row without an id");
        }
        long id = OrderedCodec.getLong(row.key(), 1);
        SpreadCheck owner = owners.get(id);
        if (owner != null) {
            owner.row(kind, row);
            return;
        }
        ReclaimEntry dropped = metadata.droppedIds.get(id);
        if (dropped == null) {
            row.violation("no header has its id, and that is not queued for reclamation");
        } else {
            row.violationUnless(
                    dropped.kinds().contains(kind), "its id is queued for reclamation, but without this kind of row");
        }
    }

    // ---- metadata ----

    /** That a header of this time is there is not asked for: what a plain SET replaced leaves its row behind. */
    private void time(int generation, KeyTail key, Subject row) {
        key.nameOr(row.value()); // fails if the value is not what the tail stands for
        row.violationUnless(
                !key.isWhole() || row.value().length == 0, "its key stands in the row key, and it has a value");
        row.violationUnless(
                metadata.databases.isInUse(generation) || metadata.droppedGenerations.containsKey(generation),
                "no database has its generation, and that is not queued for reclamation");
    }

    private void fence(Subject row) {
        if (!fencedBySlot) {
            row.violationUnless(slot == 0, "the store's one fence belongs to slot 0");
            return;
        }
        row.violationUnless(metadata.seals.ceiling(epoch) == null, "its epoch, or a later one, is sealed");
        row.violationUnless(metadata.seals.contains(epoch - 1), "the epoch before its own is not sealed");
    }
}
