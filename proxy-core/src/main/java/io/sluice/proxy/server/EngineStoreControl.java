package io.sluice.proxy.server;

import io.sluice.proxy.command.StoreControl;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.EngineFigures;
import io.sluice.proxy.engine.Gates;
import io.sluice.proxy.engine.Keyspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/** What INFO, WAITAOF and DEBUG ask of the engine. Thread-safe; what may block runs on a worker. */
final class EngineStoreControl implements StoreControl {
    private final Engine engine;
    private final ExecutorService workers;
    private final int databases;
    private final RepeatedCount<List<DatabaseSize>> sizes;

    EngineStoreControl(Engine engine, ExecutorService workers, int databases) {
        this.engine = engine;
        this.workers = workers;
        this.databases = databases;
        this.sizes =
                new RepeatedCount<>(this::countSizes, () -> engine.figures().readRows(), System::nanoTime);
    }

    @Override
    public CompletionStage<Void> durableUpToNow() {
        return durable(engine.pendingNow())
                .thenCompose(committed -> engine.store().force());
    }

    private static CompletableFuture<Void> durable(Gates gates) {
        CompletableFuture<Void> durable = new CompletableFuture<>();
        await(gates, durable);
        return durable;
    }

    private static void await(Gates gates, CompletableFuture<Void> durable) {
        if (gates.failed()) {
            durable.completeExceptionally(new IllegalStateException("what was written is lost"));
        } else if (gates.isOpen()) {
            durable.complete(null);
        } else {
            gates.whenCloser(() -> await(gates, durable));
        }
    }

    @Override
    public CompletionStage<List<DatabaseSize>> databaseSizes() {
        return sizes.get();
    }

    private CompletionStage<List<DatabaseSize>> countSizes() {
        return CompletableFuture.supplyAsync(() -> engine.onKeyspace(0, this::sizes), workers)
                .thenCompose(EngineStoreControl::whenDurable);
    }

    private List<DatabaseSize> sizes(Keyspace keyspace) {
        List<DatabaseSize> sizes = new ArrayList<>();
        long[] keys = keyspace.sizes(databases);
        for (int db = 0; db < databases; db++) {
            if (keys[db] > 0) {
                sizes.add(new DatabaseSize(db, keys[db], keyspace.expires(db)));
            }
        }
        return sizes;
    }

    private static <T> CompletionStage<T> whenDurable(Engine.Outcome<T> outcome) {
        T result = outcome.result();
        if (result == null) {
            CommandException failure = outcome.failure();
            return CompletableFuture.failedStage(failure == null ? new IllegalStateException() : failure);
        }
        return durable(outcome.gates()).thenApply(done -> result);
    }

    @Override
    public Map<String, String> statistics() {
        EngineFigures figures = engine.figures();
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("reads", Long.toString(figures.reads()));
        shown.put("read_rows", Long.toString(figures.readRows()));
        shown.put("commits", Long.toString(figures.commits()));
        shown.put("committed_rows", Long.toString(figures.committedRows()));
        shown.put("large_changes", Long.toString(figures.largeChanges()));
        shown.put("commit_failures", Long.toString(figures.commitFailures()));
        shown.put("pending_bytes", Long.toString(figures.pendingBytes()));
        shown.put("cached_rows", Long.toString(figures.cachedRows()));
        shown.put("cached_bytes", Long.toString(figures.cachedBytes()));
        shown.put("held_bytes", Long.toString(figures.heldBytes()));
        shown.put("reclaim_backlog", Long.toString(figures.reclaimBacklog()));
        shown.put("reclaimed_entries", Long.toString(figures.reclaimed()));
        shown.putAll(engine.store().statistics());
        return shown;
    }

    @Override
    public void activeExpire(boolean on) {
        engine.activeExpire(on);
    }

    @Override
    public CompletionStage<Void> reload() {
        return CompletableFuture.runAsync(engine::dropCaches, workers);
    }
}
