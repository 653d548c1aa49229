package io.sluice.hbase;

import io.sluice.kv.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The calls that are under way: so many at a time, the others in the order in which they came, and none left open when
 * the store is closed.
 */
final class Calls {
    private final int limit;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int running;
    private boolean draining;

    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Calls(int limit) {
        this.limit = limit;
    }

    /**
     * Promises an answer to a caller of the store: whatever becomes of the work, it is completed before the store has
     * been closed.
     */
    <T> CompletableFuture<T> answer(Supplier<CompletableFuture<T>> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        open.add(answer);
        // Looked at after it was added: a close that has not seen this answer has set the flag before.
        if (closed) {
            open.remove(answer);
            answer.completeExceptionally(Failures.closed());
            return answer;
        }
        work.get().whenComplete((value, failure) -> {
            open.remove(answer);
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(StoreException.of(failure));
            }
        });
        return answer;
    }

    /** Makes the call now, or when enough of those before it have ended. */
    <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> rpc) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable start = () -> start(rpc, result);
        synchronized (this) {
            if (running >= limit || !waiting.isEmpty()) {
                waiting.add(start);
                return result;
            }
            running++;
        }
        start.run();
        return result;
    }

    private <T> void start(Supplier<CompletableFuture<T>> rpc, CompletableFuture<T> result) {
        CompletableFuture<T> called;
        try {
            called = rpc.get();
        } catch (RuntimeException refused) {
            // The client checks some arguments on the calling thread.
            called = CompletableFuture.failedFuture(refused);
        }
        called.whenComplete((value, failure) -> {
            ended();
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failure);
            }
        });
    }

    /** One thread at a time starts what waits, in a loop: calls that end at once must not nest. */
    private void ended() {
        synchronized (this) {
            running--;
            if (draining) {
                return;
            }
            draining = true;
        }
        for (; ; ) {
            Runnable next;
            synchronized (this) {
                if (running >= limit || waiting.isEmpty()) {
                    draining = false;
                    return;
                }
                running++;
                next = waiting.remove();
            }
            next.run();
        }
    }

    synchronized int running() {
        return running;
    }

    synchronized int waiting() {
        return waiting.size();
    }

    /** Lets no call in any more. False when that was so already. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    boolean isClosed() {
        return closed;
    }

    /** Waits until all answers are given; those that are not by then become unknown outcomes. */
    void awaitAnswers(Duration limit) {
        CompletableFuture<?>[] left = open.toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(left).handle((done, failure) -> true).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | java.util.concurrent.ExecutionException late) {
            // What follows ends them.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (CompletableFuture<?> answer : left) {
            answer.completeExceptionally(
                    new StoreException.Indeterminate("the store was closed before HBase had answered", null));
        }
    }
}
