package io.sluice.proxy.engine;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes of rows that are held for reruns, over all commands (R3). A command that comes while the budget is used
 * up waits, before it asks the store, until others have given back. Only commands that hold nothing wait, neither rows nor
 * lanes, so that no two can wait for each other: one that holds rows goes on, and fails when its rows alone exceed the
 * budget or those of all exceed it twice. Thread-safe.
 */
final class LoadBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private static final CompletableFuture<Void> AT_ONCE = CompletableFuture.completedFuture(null);

    private final Queue<CompletableFuture<Void>> waiting = new ConcurrentLinkedQueue<>();

    LoadBudget(long limit) {
        this.limit = limit;
    }

    long limit() {
        return limit;
    }

    long used() {
        return used.get();
    }

    void take(long bytes) {
        used.addAndGet(bytes);
    }

    void giveBack(long bytes) {
        if (bytes > 0) {
            used.addAndGet(-bytes);
            wake();
        }
    }

    /** Whether a command that holds so many bytes must give up. */
    boolean isExceededBy(long bytes) {
        return bytes > limit || (bytes > 0 && used.get() > 2 * limit);
    }

    /** Completes when there is budget for a command that holds nothing, in the order of arrival; mostly it has already. */
    CompletableFuture<Void> admission() {
        if (waiting.isEmpty() && used.get() < limit) {
            return AT_ONCE;
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        waiting.add(turn);
        wake();
        return turn;
    }

    private void wake() {
        while (used.get() < limit) {
            CompletableFuture<Void> next = waiting.poll();
            if (next == null) {
                return;
            }
            next.complete(null);
        }
    }
}
