package io.sluice.proxy.engine;

import io.sluice.encoding.RowKeys;
import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanRequest;
import java.util.List;

/** What lies in a store, past every engine. */
final class StoredRows {
    private StoredRows() {}

    static List<Row> of(KvStore store, int slot, byte kind) {
        var range = RowKeys.rangeOf(kind);
        return store.scan(new ScanRequest(slot, range.from(), range.to(), false, 1_000_000, false))
                .toCompletableFuture()
                .join()
                .rows();
    }

    static int count(KvStore store, int slot, byte kind) {
        return of(store, slot, kind).size();
    }
}
