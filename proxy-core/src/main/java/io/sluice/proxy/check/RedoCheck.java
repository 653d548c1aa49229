package io.sluice.proxy.check;

import io.sluice.encoding.RedoHead;
import io.sluice.encoding.RedoParts;
import io.sluice.encoding.RedoParts.RedoRow;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes larger than a batch that a slot was left in the middle of: what its next owner will make of its rows, and
 * whether each part belongs to a head and each head in force has its parts.
 */
final class RedoCheck {
    private record Name(long epoch, long seq) {}

    private final Map<Name, RedoHead> heads = new HashMap<>();
    private final List<RedoRow> changes = new ArrayList<>();

    /** @param small the slot's small rows, heads among them */
    static RedoCheck read(StoreRows rows, int slot, List<Row> small, Report report) {
        RedoCheck check = new RedoCheck();
        for (Row row : small) {
            if (row.key()[0] == RowKind.REDO_HEAD) {
                Subject subject = new Subject(slot, row.key(), row.value(), report);
                subject.decoding(() -> check.head(rows, slot, subject));
            }
        }
        return check;
    }

    private void head(StoreRows rows, int slot, Subject row) {
        RowKey.RedoHead name = RowKeys.decodeRedoHead(row.key());
        RedoHead head = RedoHead.decode(row.value());
        heads.put(new Name(name.epoch(), name.seq()), head);
        RedoParts.Reader reader = new RedoParts.Reader();
        long bytes = 0;
        for (int index = 0; index < head.parts(); index++) {
            byte[] part = rows.get(slot, RowKeys.redoPart(name.epoch(), name.seq(), index));
            if (part == null) {
                row.violation("it is in force, and part " + index + " is not there");
                return;
            }
            bytes += part.length;
            changes.addAll(reader.add(part));
        }
        reader.finish();
        row.violationUnless(bytes == head.bytes(), "it is in force, and its parts have " + bytes + " bytes");
    }

    /** What is in force, in the order in which it is applied. */
    List<RedoRow> changes() {
        return changes;
    }

    void part(RowKey.RedoPart name, Subject row) {
        @Nullable RedoHead head = heads.get(new Name(name.epoch(), name.seq()));
        if (head == null) {
            row.violation("no head has its name");
        } else if (head.inForce()) {
            row.violationUnless(name.index() < head.parts(), "its head has " + head.parts() + " parts");
        }
    }
}
