package io.sluice.kv.testing;

import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for what a store answers, for tests that are plain sequential code. */
public final class Stages {

    /** Far beyond what any test takes: it only turns a stage that is never completed into a failure. */
    private static final long HANG_SECONDS = 60;

    private Stages() {}

    /** The stage's value, or its StoreException thrown; an answer that is neither fails the test. */
    public static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(HANG_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof StoreException expected) {
                throw expected;
            }
            throw new AssertionError("a stage failed with what is no StoreException", failure.getCause());
        } catch (TimeoutException never) {
            throw new AssertionError("a stage was never completed", never);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupt);
        }
    }

    /** All rows of a range, page after page, each page checked for what holds of every page. */
    public static List<Row> scanAll(KvStore store, ScanRequest request) {
        List<Row> rows = new ArrayList<>();
        ScanRequest rest = request;
        for (int emptyPages = 0; emptyPages < 1000; ) {
            ScanPage page = await(store.scan(rest));
            if (page.rows().size() > request.limit()) {
                throw new AssertionError(page.rows().size() + " rows in a page of " + request.limit());
            }
            for (Row row : page.rows()) {
                // Checked here: rows that come again would otherwise come for ever.
                if (!rows.isEmpty() && !isAfter(row, rows.get(rows.size() - 1), request.reverse())) {
                    throw new AssertionError("a row is out of order, or comes again: " + Arrays.toString(row.key()));
                }
                rows.add(row);
            }
            if (!page.more()) {
                return rows;
            }
            if (page.rows().isEmpty()) {
                emptyPages++;
            } else {
                emptyPages = 0;
                rest = rest.after(page.rows().get(page.rows().size() - 1).key());
            }
        }
        throw new AssertionError("the scan promises more and never brings it: " + request);
    }

    private static boolean isAfter(Row row, Row before, boolean reverse) {
        int order = Arrays.compareUnsigned(row.key(), before.key());
        return reverse ? order < 0 : order > 0;
    }
}
