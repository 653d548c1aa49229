package io.sluice.proxy.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A count that is asked for again and again, and may have to read every key: what INFO says of the keyspace. If
 * the store read more than {@value #ROWS_PER_SECOND} rows meanwhile, whoever asked for those, it is shown again for as long as so
 * many take at that number a second; else it is counted anew for each who asks. Who asks while it is under way waits for it.
 * Thread-safe.
 *
 * @param <T> what is counted
 */
final class RepeatedCount<T> {
    static final long ROWS_PER_SECOND = 100_000;

    private final Supplier<CompletionStage<T>> count;
    private final LongSupplier rowsRead;
    private final LongSupplier nanos;

    private @Nullable CompletableFuture<T> underWay;
    private long readBefore;
    private @Nullable T shown;
    private long shownUntil;

    /**
     * @param count counts anew
     * @param rowsRead how many rows were read by now, by whomever
     * @param nanos a clock
     */
    RepeatedCount(Supplier<CompletionStage<T>> count, LongSupplier rowsRead, LongSupplier nanos) {
        this.count = count;
        this.rowsRead = rowsRead;
        this.nanos = nanos;
    }

    CompletionStage<T> get() {
        CompletableFuture<T> mine = new CompletableFuture<>();
        long before = rowsRead.getAsLong();
        synchronized (this) {
            T last = shown;
            if (last != null && nanos.getAsLong() - shownUntil < 0) {
                return CompletableFuture.completedFuture(last);
            }
            CompletableFuture<T> other = underWay;
            if (other != null && before - readBefore > ROWS_PER_SECOND) {
                return other;
            }
            underWay = mine;
            readBefore = before;
        }
        count.get().whenComplete((counted, error) -> {
            if (error != null) {
                over(mine, null, 0);
                mine.completeExceptionally(error);
            } else {
                over(mine, counted, rowsRead.getAsLong() - before);
                mine.complete(counted);
            }
        });
        return mine;
    }

    private synchronized void over(CompletableFuture<T> mine, @Nullable T counted, long rows) {
        if (underWay == mine) {
            underWay = null;
        }
        boolean wasDear = rows > ROWS_PER_SECOND;
        shown = wasDear ? counted : null;
        shownUntil = nanos.getAsLong() + (wasDear ? TimeUnit.SECONDS.toNanos(rows) / ROWS_PER_SECOND : 0);
    }
}
