package io.sluice.proxy.engine;

import io.sluice.kv.KvStore;
import io.sluice.kv.Row;
import io.sluice.kv.ScanPage;
import io.sluice.kv.ScanRequest;
import io.sluice.kv.SlotKey;
import io.sluice.kv.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads of the store as the engine wants them: asked again while the store says that it may be, and ranges whole, or as far
 * as they are wanted at once, instead of by pages. A read that was answered inline is answered inline here too. Thread-safe.
 */
final class StoreReads {
    /** One page of a range; larger pages save round trips, smaller ones memory. */
    static final int PAGE_ROWS = 1_000;

    private static final long PAUSE_MS = 5;
    /** After this many answers of "try again", the command fails instead of waiting on: about ten seconds. */
    private static final int MAX_ATTEMPTS = 2_000;

    private final KvStore store;
    private final ScheduledExecutorService timer;
    private final LongAdder requests = new LongAdder();
    private final LongAdder rows = new LongAdder();

    StoreReads(KvStore store, ScheduledExecutorService timer) {
        this.store = store;
        this.timer = timer;
    }

    CompletableFuture<byte @Nullable []> get(int slot, byte[] rowKey) {
        count(1);
        return retrying(() -> store.get(slot, rowKey));
    }

    CompletableFuture<List<byte @Nullable []>> multiGet(List<SlotKey> keys) {
        count(keys.size());
        return retrying(() -> store.multiGet(keys));
    }

    /** The first {@code limit} rows of the range, or all of it. */
    CompletableFuture<ScanPage> range(ScanRequest request) {
        return range(request, Long.MAX_VALUE);
    }

    /**
     * The same, but no more pages once so many bytes are there, by {@link HeldRows#bytesOf}: what is short of the limit then
     * says that there may be more.
     */
    CompletableFuture<ScanPage> range(ScanRequest request, long bytes) {
        CompletableFuture<ScanPage> first = page(request, request.limit());
        if (first.isDone() && !first.isCompletedExceptionally() && !first.join().more()) {
            return first;
        }
        List<Row> rows = new ArrayList<>();
        return first.thenCompose(page -> collect(request, bytes, rows, page));
    }

    private CompletableFuture<ScanPage> collect(ScanRequest whole, long bytes, List<Row> rows, ScanPage page) {
        rows.addAll(page.rows());
        long left = bytes - bytesOf(page.rows());
        if (!page.more()) {
            return CompletableFuture.completedFuture(new ScanPage(rows, false));
        }
        if (rows.size() >= whole.limit() || left <= 0) {
            return CompletableFuture.completedFuture(new ScanPage(rows, true));
        }
        ScanRequest rest =
                rows.isEmpty() ? whole : whole.after(rows.get(rows.size() - 1).key());
        return page(rest, whole.limit() - rows.size()).thenCompose(next -> collect(whole, left, rows, next));
    }

    private static long bytesOf(List<Row> rows) {
        long bytes = 0;
        for (Row row : rows) {
            bytes += HeldRows.bytesOf(row);
        }
        return bytes;
    }

    private CompletableFuture<ScanPage> page(ScanRequest range, int limit) {
        ScanRequest request = new ScanRequest(
                range.slot(), range.from(), range.to(), range.reverse(), Math.min(limit, PAGE_ROWS), range.keysOnly());
        return retrying(() -> store.scan(request)).thenApply(page -> {
            count(page.rows().size());
            return page;
        });
    }

    private void count(int rowsRead) {
        requests.increment();
        rows.add(rowsRead);
    }

    /** How often the store was asked; what had to be asked again is counted once. */
    long requests() {
        return requests.sum();
    }

    /** Rows that were asked for by name, there or not, and rows of ranges. */
    long rows() {
        return rows.sum();
    }

    CompletableFuture<Void> deleteRange(int slot, byte[] from, byte[] to) {
        return retrying(() -> store.deleteRange(slot, from, to));
    }

    private <T extends @Nullable Object> CompletableFuture<T> retrying(Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> asked = ask(call);
        if (asked.isDone() && !asked.isCompletedExceptionally()) {
            return asked;
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        settle(asked, call, 1, answer);
        return answer;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> ask(Supplier<CompletionStage<T>> call) {
        try {
            return call.get().toCompletableFuture();
        } catch (RuntimeException broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    /** The engine may be closing: what would wait for a timer that has ended fails as it did last. */
    private void again(Runnable call, StoreException failure, CompletableFuture<?> answer) {
        try {
            timer.schedule(call, PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            failure.addSuppressed(closing);
            answer.completeExceptionally(failure);
        }
    }

    private <T extends @Nullable Object> void settle(
            CompletableFuture<T> asked, Supplier<CompletionStage<T>> call, int attempt, CompletableFuture<T> answer) {
        asked.whenComplete((value, error) -> {
            if (error == null) {
                answer.complete(value);
                return;
            }
            StoreException failure = StoreErrors.of(error);
            boolean again =
                    failure instanceof StoreException.Retryable || failure instanceof StoreException.Indeterminate;
            if (again && attempt < MAX_ATTEMPTS) {
                again(() -> settle(ask(call), call, attempt + 1, answer), failure, answer);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }
}
