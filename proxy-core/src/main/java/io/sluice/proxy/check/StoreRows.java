package io.sluice.proxy.check;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RedoParts.RedoRow;
import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store's rows, for a thread that waits for them. Those of a slot that was left in the middle of a large change can be seen
 * as they are when the change is completed: see {@link #with}.
 */
final class StoreRows {
    private static final int PAGE_ROWS = 1_000;
    private static final byte[] START = {};

    private final KvStore store;

    private final int changedSlot;
    /** Of that slot: what the store's rows are replaced by. */
    private final NavigableMap<byte[], RedoRow> changes;

    StoreRows(KvStore store) {
        this(store, -1, new TreeMap<>(Arrays::compareUnsigned));
    }

    private StoreRows(KvStore store, int changedSlot, NavigableMap<byte[], RedoRow> changes) {
        this.store = store;
        this.changedSlot = changedSlot;
        this.changes = changes;
    }

    /** The same with these changes of a slot, of two of one row the later one. */
    StoreRows with(int slot, List<RedoRow> rows) {
        if (rows.isEmpty()) {
            return this;
        }
        NavigableMap<byte[], RedoRow> byKey = new TreeMap<>(Arrays::compareUnsigned);
        rows.forEach(row -> byKey.put(row.key(), row));
        return new StoreRows(store, slot, byKey);
    }

    byte @Nullable [] get(int slot, byte[] key) {
        return changed(new SlotKey(slot, key), join(store.get(slot, key)));
    }

    List<byte @Nullable []> getAll(List<SlotKey> keys) {
        List<byte @Nullable []> stored = join(store.multiGet(keys));
        if (changes.isEmpty()) {
            return stored;
        }
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            values.add(changed(keys.get(i), stored.get(i)));
        }
        return values;
    }

    private byte @Nullable [] changed(SlotKey key, byte @Nullable [] stored) {
        RedoRow change = key.slot() == changedSlot ? changes.get(key.key()) : null;
        return change == null ? stored : change.value();
    }

    /** All rows of the slot, in order; answers how many there were. */
    long pages(int slot, Consumer<Row> each) {
        return pages(new ScanRequest(slot, START, null, false, PAGE_ROWS, false), each);
    }

    long pages(int slot, KeyRange range, Consumer<Row> each) {
        return pages(new ScanRequest(slot, range.from(), range.to(), false, PAGE_ROWS, false), each);
    }

    private long pages(ScanRequest range, Consumer<Row> each) {
        if (range.slot() != changedSlot) {
            return storedPages(range, each);
        }
        NavigableMap<byte[], RedoRow> covered = changes.tailMap(range.from(), true);
        byte[] end = range.to();
        NavigableMap<byte[], RedoRow> left = new TreeMap<>(end == null ? covered : covered.headMap(end, false));
        long[] total = {0};
        Consumer<RedoRow> put = change -> {
            byte[] value = change.value();
            if (value != null) {
                total[0]++;
                each.accept(new Row(change.key(), value));
            }
        };
        storedPages(range, row -> {
            while (!left.isEmpty() && Arrays.compareUnsigned(left.firstKey(), row.key()) < 0) {
                put.accept(left.pollFirstEntry().getValue());
            }
            RedoRow change = left.remove(row.key());
            put.accept(change == null ? new RedoRow(row.key(), row.value()) : change);
        });
        left.values().forEach(put);
        return total[0];
    }

    private long storedPages(ScanRequest range, Consumer<Row> each) {
        long total = 0;
        ScanRequest next = range;
        while (true) {
            ScanPage page = join(store.scan(next));
            page.rows().forEach(each);
            total += page.rows().size();
            if (!page.more()) {
                return total;
            }
            if (!page.rows().isEmpty()) {
                next = next.after(page.rows().get(page.rows().size() - 1).key());
            }
        }
    }

    private static <T extends @Nullable Object> T join(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failed) {
            throw StoreException.of(failed);
        }
    }
}
