package io.sluice.proxy.engine;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RedoHead;
import io.sluice.encoding.RedoParts;
import io.sluice.encoding.RedoParts.RedoRow;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Capabilities;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes what an earlier owner of a slot left of changes that were larger than a batch, after the slot is claimed and before
 * it is served. The steps go through the slot's queue and under the new epoch, so they fail and are sent again as any batch.
 * Thread-safe.
 */
final class RedoRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(RedoRecovery.class);

    private final StoreReads reads;
    private final Capabilities limits;

    RedoRecovery(StoreReads reads, Capabilities limits) {
        this.reads = reads;
        this.limits = limits;
    }

    /** Completes when the head is gone, and its change done if it was in force. */
    CompletableFuture<Void> finish(SlotState slot, Row found) {
        RowKey.RedoHead name = RowKeys.decodeRedoHead(found.key());
        RedoHead head = RedoHead.decode(found.value());
        LOG.info(
                "Slot {} was left in the middle of a large change, of {} bytes in {} parts: it is {}",
                slot.slot,
                head.bytes(),
                head.parts(),
                head.inForce() ? "completed" : "dropped, since it never took effect");
        CompletableFuture<Redo> redo = head.inForce() ? inForce(slot, name, head) : garbage(slot, name);
        return redo.thenCompose(slot.queue::finish);
    }

    private CompletableFuture<Redo> inForce(SlotState slot, RowKey.RedoHead name, RedoHead head) {
        RedoParts.Reader reader = new RedoParts.Reader();
        return readPart(slot, name, head, 0, reader, new ArrayList<>())
                .thenApply(rows -> Redo.inForce(slot, name.epoch(), name.seq(), head, rows, limits));
    }

    private CompletableFuture<List<RedoRow>> readPart(
            SlotState slot,
            RowKey.RedoHead name,
            RedoHead head,
            int index,
            RedoParts.Reader reader,
            List<RedoRow> rows) {
        if (index == head.parts()) {
            reader.finish();
            return CompletableFuture.completedFuture(rows);
        }
        return reads.get(slot.slot, RowKeys.redoPart(name.epoch(), name.seq(), index))
                .thenCompose(part -> {
                    if (part == null) {
                        throw new StoreException.Fatal(
                                "slot " + slot.slot + " lacks part " + index + " of a change that is in force", null);
                    }
                    rows.addAll(reader.add(part));
                    return readPart(slot, name, head, index + 1, reader, rows);
                });
    }

    private CompletableFuture<Redo> garbage(SlotState slot, RowKey.RedoHead name) {
        KeyRange parts = RowKeys.redoPartRange(name.epoch(), name.seq());
        return reads.range(new ScanRequest(slot.slot, parts.from(), parts.to(), true, 1, true))
                .thenApply(last -> {
                    int count = last.rows().isEmpty()
                            ? 0
                            : RowKeys.decodeRedoPart(last.rows().get(0).key()).index() + 1;
                    return Redo.garbage(slot, name.epoch(), name.seq(), count, limits);
                });
    }
}
