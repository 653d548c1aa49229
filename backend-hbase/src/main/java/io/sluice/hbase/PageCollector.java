package io.sluice.hbase;

import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;

/** Gathers the rows of a scan until the page is full. Called by one thread at a time. */
final class PageCollector implements AdvancedScanResultConsumer {
    private static final byte[] NO_VALUE = new byte[0];

    private final int limit;
    private final boolean keysOnly;
    private final long maxBytes;
    private final List<Row> rows = new ArrayList<>();
    private final CompletableFuture<ScanPage> page = new CompletableFuture<>();
    private long bytes;
    private boolean more;

    PageCollector(int limit, boolean keysOnly, long maxBytes) {
        this.limit = limit;
        this.keysOnly = keysOnly;
        this.maxBytes = maxBytes;
    }

    CompletableFuture<ScanPage> result() {
        return page;
    }

    @Override
    public void onNext(Result[] results, ScanController controller) {
        for (Result result : results) {
            if (rows.size() == limit || bytes >= maxBytes) {
                more = true;
                controller.terminate();
                return;
            }
            Cell cell = result.rawCells()[0];
            byte[] key = Rows.key(cell);
            byte[] value = keysOnly ? NO_VALUE : Rows.value(cell);
            bytes += key.length + value.length;
            rows.add(new Row(key, value));
        }
    }

    @Override
    public void onError(Throwable error) {
        page.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        page.complete(new ScanPage(rows, more));
    }
}
