package io.sluice.hbase;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** One slot's commits, one after the other: two at a time would outrun each other on their way and both be sent twice. */
final class SlotWriter {
    final SlotClock clock;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean busy;

    SlotWriter(LongSupplier wallClock) {
        this.clock = new SlotClock(wallClock);
    }

    /** Begins the work when all before it has ended. */
    CompletableFuture<Void> inTurn(Supplier<CompletableFuture<Void>> work) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        Runnable begin = () -> work.get().whenComplete((done, failure) -> {
            next();
            if (failure == null) {
                result.complete(null);
            } else {
                result.completeExceptionally(failure);
            }
        });
        synchronized (this) {
            if (busy) {
                waiting.add(begin);
                return result;
            }
            busy = true;
        }
        begin.run();
        return result;
    }

    private void next() {
        Runnable begin;
        synchronized (this) {
            begin = waiting.poll();
            busy = begin != null;
        }
        if (begin != null) {
            begin.run();
        }
    }
}
