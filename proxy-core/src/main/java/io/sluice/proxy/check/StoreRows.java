package io.sluice.proxy.check;

import io.sluice.encoding.KeyRange;
import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store's rows, for a thread that waits for them. */
final class StoreRows {
    private static final int PAGE_ROWS = 1_000;
    private static final byte[] START = {};

    private final KvStore store;

    StoreRows(KvStore store) {
        this.store = store;
    }

    byte @Nullable [] get(int slot, byte[] key) {
        return join(store.get(slot, key));
    }

    List<byte @Nullable []> getAll(List<SlotKey> keys) {
        return join(store.multiGet(keys));
    }

    /** All rows of the slot, in order; answers how many there were. */
    long pages(int slot, Consumer<Row> each) {
        return pages(new ScanRequest(slot, START, null, false, PAGE_ROWS, false), each);
    }

    long pages(int slot, KeyRange range, Consumer<Row> each) {
        return pages(new ScanRequest(slot, range.from(), range.to(), false, PAGE_ROWS, false), each);
    }

    private long pages(ScanRequest range, Consumer<Row> each) {
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
