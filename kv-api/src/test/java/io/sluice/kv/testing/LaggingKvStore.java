package io.sluice.kv.testing;

import io.sluice.kv.KvStore;
import io.sluice.kv.StoreException;
import io.sluice.kv.WriteBatch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store with a log of its own: a commit ahead is durable at once and visible when the test lands it, one after another.
 * Thread-safe; with no threads of its own. Closing it lands what is left.
 */
public final class LaggingKvStore extends ForwardingKvStore {

    private record Logged(WriteBatch batch, CompletableFuture<Void> visible) {}

    private final Deque<Logged> log = new ArrayDeque<>();
    private boolean landing;
    private boolean refuses;

    public LaggingKvStore(KvStore delegate) {
        super(delegate);
    }

    @Override
    public synchronized Commitment commitAhead(WriteBatch batch) {
        if (refuses) {
            CompletionStage<Void> refused =
                    CompletableFuture.failedStage(new StoreException.Fatal("commits are refused", null));
            return new Commitment(refused, refused);
        }
        Logged logged = new Logged(HeldBatch.of(batch), new CompletableFuture<>());
        log.add(logged);
        return new Commitment(CompletableFuture.completedStage(null), logged.visible);
    }

    /** From now on commits ahead fail, and what is in the log is still landed. */
    public synchronized void refuseCommits() {
        refuses = true;
    }

    /** How many batches are durable and not visible. */
    public synchronized int behind() {
        return log.size();
    }

    /** Applies the first batch of the log, unless that is being done; it is visible when the store behind has answered. */
    public void land() {
        Logged first;
        synchronized (this) {
            first = landing ? null : log.peek();
            landing |= first != null;
        }
        if (first != null) {
            delegate.commit(first.batch).whenComplete((v, failure) -> landed(first, failure));
        }
    }

    private void landed(Logged first, Throwable failure) {
        synchronized (this) {
            landing = false;
            log.remove();
        }
        if (failure == null) {
            first.visible.complete(null);
        } else {
            first.visible.completeExceptionally(StoreException.of(failure));
        }
    }

    /** Applies the whole log; for a store behind that answers inline. */
    public void landAll() {
        while (behind() > 0) {
            land();
        }
    }

    @Override
    public CompletionStage<Void> commit(WriteBatch batch) {
        landAll();
        return delegate.commit(batch);
    }

    @Override
    public void close() {
        landAll();
        delegate.close();
    }
}
