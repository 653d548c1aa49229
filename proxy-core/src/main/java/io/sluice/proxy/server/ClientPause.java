package io.sluice.proxy.server;

import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** CLIENT PAUSE: a gate for all connections. Thread-safe; asking costs one volatile read while there is no pause. */
final class ClientPause {
    private final ScheduledExecutorService timer;
    private volatile @Nullable Pause current;

    private record Pause(long untilNanos, boolean writesOnly, CompletableFuture<Void> over, Future<?> end) {}

    ClientPause(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    /** Null when the command may run now; else what completes when it may be asked again. */
    @Nullable
    CompletionStage<Void> holds(CommandSpec spec, @Nullable Transaction transaction) {
        Pause now = current;
        if (now == null || (now.writesOnly && !mayWrite(spec, transaction))) {
            return null;
        }
        return now.over.minimalCompletionStage();
    }

    private static boolean mayWrite(CommandSpec spec, @Nullable Transaction transaction) {
        if (spec.handler() == Handler.OfConnection.EXEC) {
            return transaction != null && (transaction.hasAny(Flag.WRITE) || transaction.hasAny(Flag.MAY_REPLICATE));
        }
        return spec.has(Flag.WRITE) || spec.has(Flag.MAY_REPLICATE);
    }

    synchronized void begin(long millis, boolean writesOnly) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(Math.min(millis, TimeUnit.DAYS.toMillis(365)));
        long until = System.nanoTime() + nanos;
        boolean weak = writesOnly;
        Pause old = current;
        CompletableFuture<Void> over = new CompletableFuture<>();
        if (old != null) {
            old.end.cancel(false);
            until = old.untilNanos - until > 0 ? old.untilNanos : until;
            weak = writesOnly && old.writesOnly;
            over = old.over;
        }
        CompletableFuture<Void> ends = over;
        Future<?> end = timer.schedule(() -> end(ends), Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        current = new Pause(until, weak, over, end);
    }

    void end() {
        Pause now = current;
        if (now != null) {
            end(now.over);
        }
    }

    /** Ends this pause, unless it has ended and another has begun. */
    private void end(CompletableFuture<Void> over) {
        synchronized (this) {
            Pause now = current;
            if (now == null || now.over != over) {
                return;
            }
            now.end.cancel(false);
            current = null;
        }
        over.complete(null); // outside the lock: it resumes connections
    }
}
