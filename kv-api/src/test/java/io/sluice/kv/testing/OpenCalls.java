package io.sluice.kv.testing;

import io.sluice.kv.StoreException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The stages a decorator has handed out and not completed, so that a close leaves none of them open. */
final class OpenCalls {

    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    boolean isClosed() {
        return closed;
    }

    /** A stage for a new call; already failed when the store is closed. */
    <T> CompletableFuture<T> start() {
        CompletableFuture<T> stage = new CompletableFuture<>();
        open.add(stage);
        stage.whenComplete((value, failure) -> open.remove(stage));
        // Looked at after the stage was added: a close that did not see the stage is seen here.
        if (closed) {
            stage.completeExceptionally(new StoreException.Fatal("the store is closed", null));
        }
        return stage;
    }

    /** Passes on what the call has come to. */
    static <T> void finish(CompletableFuture<T> stage, CompletionStage<T> result) {
        result.whenComplete((value, failure) -> {
            if (failure == null) {
                stage.complete(value);
            } else {
                stage.completeExceptionally(StoreException.of(failure));
            }
        });
    }

    void close() {
        closed = true;
        for (CompletableFuture<?> stage : open) {
            stage.completeExceptionally(
                    new StoreException.Indeterminate("the store was closed before the call was answered", null));
        }
    }
}
