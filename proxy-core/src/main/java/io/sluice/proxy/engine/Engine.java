package io.sluice.proxy.engine;

import io.sluice.encoding.StoreMeta;
import io.sluice.kv.KvStore;
import io.sluice.proxy.text.Errors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything between a routed command and the store, for all slots: makes the parts, hands out the slots, runs the
 * background work. Commands on keys are {@link Execution}s; commands over many slots go through {@link #onKeyspace}.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {
    /** Of the cache, a quarter keeps rows in order. */
    private static final int EXTENTS_SHARE = 4;

    /** How many slots are brought into service at once when all are needed: enough to hide a remote store's latency. */
    private static final int LOADS_AT_ONCE = 128;
    /** How many fences are read with one call then. */
    private static final int FENCES_AT_ONCE = 64;

    private final KvStore store;
    private final EngineCore core;
    private final AtomicReferenceArray<SlotState> slots = new AtomicReferenceArray<>(Keyspace.SLOTS);
    private final ScheduledExecutorService timer;
    private final OwnershipWatch ownership;
    private final Housekeeper housekeeper;
    private final FieldReaper fieldReaper;

    /**
     * Opens the store for this engine: reads or writes its identity, raises its epoch. Blocks.
     *
     * @throws io.sluice.kv.StoreException if the store does not let it
     * @throws io.sluice.encoding.EncodingException if what is stored has another format, or is not Sluice's
     */
    public Engine(KvStore store, EngineOptions options, EngineStats stats, Supplier<EngineSettings> settings) {
        this.store = store;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sluice-timer");
            thread.setDaemon(true);
            return thread;
        });
        StoreReads reads = new StoreReads(store, timer);
        StoreMeta identity = StoreIdentity.openOrCreate(store, reads);
        Fencing fencing = new Fencing(store, timer);
        if (!fencing.isNeeded()) {
            fencing.processEpoch(StoreIdentity.raiseEpoch(store, reads));
        }
        // What no other process may have open is in this one.
        RowCache cache = new RowCache(
                options.cacheBytes() - options.cacheBytes() / EXTENTS_SHARE,
                store.capabilities().shareable() ? RowCache.ALL_WRITES : RowCache.SOME_WRITES);
        this.core = new EngineCore(
                new KeyHasher(identity.hashSeed(), options.slots()),
                cache,
                new ExtentCache(options.cacheBytes() / EXTENTS_SHARE),
                new ChainTable(Keyspace.SLOTS),
                reads,
                new SlotLoader(
                        reads,
                        fencing,
                        new RedoRecovery(reads, store.capabilities()),
                        this::wakeParked,
                        this::refuseParked),
                new Committer(store, fencing, cache, timer),
                new ChangeLimits(store.capabilities(), options.largestChangeBytes()),
                new LoadBudget(options.loadBudgetBytes()),
                stats,
                new SlotChores(),
                new SharedDatabases(),
                options.clock(),
                settings);
        this.fieldReaper = options.fieldReaper();
        this.ownership = new OwnershipWatch(this, fencing);
        this.housekeeper = new Housekeeper(this, options.hz(), options.reclaimRowsPerSecond());
    }

    /** Begins the background work. */
    public void start() {
        ownership.start(timer);
        housekeeper.start();
    }

    EngineCore core() {
        return core;
    }

    FieldReaper fieldReaper() {
        return fieldReaper;
    }

    public KeyHasher hasher() {
        return core.hasher();
    }

    SlotState slot(int number) {
        SlotState known = slots.get(number);
        if (known != null) {
            return known;
        }
        SlotState fresh = new SlotState(number, core, core.committer().queueForNewSlot());
        if (!slots.compareAndSet(number, null, fresh)) {
            return slots.get(number);
        }
        core.chores().unserved.due();
        return fresh;
    }

    /** What the slot holds was read anew, and may be other than was known: in its lane. */
    private void wakeParked(SlotState slot) {
        SlotAudience audience = slot.audience;
        if (audience != null) {
            audience.follow(slot.databases());
            Home home = audience.awaitingHome();
            if (home != null) {
                Wakeup.of(this, slot, home);
            }
        }
    }

    /** The slot is another process's: who waits for a key of it waits in vain here. Any thread. */
    private void refuseParked(SlotState slot) {
        SlotAudience audience = slot.audience;
        if (audience != null) {
            CommandException refused = new CommandException(
                    Errors.CLUSTERDOWN + ": another process on the same store has slot " + slot.slot);
            audience.waiters().forEach(waiter -> waiter.fail(refused));
        }
    }

    /**
     * Another process has taken these slots over: forgets those that were not dropped since. Any thread.
     *
     * @return how many it has forgotten
     */
    int lost(List<OwnershipWatch.Owned> owned) {
        List<SlotState> lost = drop(owned);
        lost.forEach(this::refuseParked);
        return lost.size();
    }

    private List<SlotState> drop(List<OwnershipWatch.Owned> owned) {
        DroppedSlots dropped = new DroppedSlots(core.cache());
        List<SlotState> slots = new ArrayList<>();
        for (OwnershipWatch.Owned each : owned) {
            SlotState slot = each.slot();
            synchronized (slot.queue) {
                if (slot.incarnation() == each.incarnation()) {
                    dropped.add(slot);
                    slots.add(slot);
                }
            }
        }
        dropped.sweep();
        return slots;
    }

    /** Looks whether other processes have taken over slots that were used; completes when that is known. */
    CompletableFuture<Void> lookForLostSlots() {
        return ownership.look();
    }

    /** Whether what is written in several slots at once can be committed as one. */
    public boolean isAtomicAcrossSlots() {
        return core.committer().isAtomicAcrossSlots();
    }

    @Nullable
    SlotState slotIfTouched(int number) {
        return slots.get(number);
    }

    /** Brings every slot into service; blocks until they are, or it is interrupted: a worker. Cheap when they are already. */
    public void loadAllSlots() {
        Semaphore places = new Semaphore(LOADS_AT_ONCE);
        List<CompletableFuture<Void>> loading = new ArrayList<>();
        List<SlotState> next = new ArrayList<>(FENCES_AT_ONCE);
        try {
            for (int number = 0; number < Keyspace.SLOTS; number++) {
                SlotState state = slot(number);
                if (!state.isServing()) {
                    next.add(state);
                }
                if (next.size() == FENCES_AT_ONCE || number == Keyspace.SLOTS - 1 && !next.isEmpty()) {
                    load(next, places, loading);
                    next = new ArrayList<>(FENCES_AT_ONCE);
                }
            }
            CompletableFuture.allOf(loading.toArray(CompletableFuture[]::new)).get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof CommandException refused
                    ? refused
                    : StoreErrors.notAnswered(failed.getCause());
        } catch (InterruptedException ending) {
            // A store that does not answer must not keep the process from its end.
            Thread.currentThread().interrupt();
            throw new CommandException("ERR the server is shutting down");
        }
    }

    private void load(List<SlotState> states, Semaphore places, List<CompletableFuture<Void>> loading)
            throws InterruptedException {
        places.acquire(states.size());
        List<CompletableFuture<Void>> loads = core.loader().whenServing(states);
        for (int i = 0; i < loads.size(); i++) {
            CompletableFuture<Void> load = loads.get(i);
            int slot = states.get(i).slot;
            load.whenComplete((v, error) -> places.release());
            if (!load.isDone() || load.isCompletedExceptionally()) {
                loading.add(load.exceptionally(error -> {
                    throw StoreErrors.notServed(slot, error);
                }));
            }
        }
    }

    /** What a command over many slots came to. */
    public record Outcome<T>(@Nullable T result, @Nullable CommandException failure, Gates gates) {}

    /** Runs a command over many slots on the calling thread, which it blocks: a worker's. */
    public <T> Outcome<T> onKeyspace(int db, Function<Keyspace, T> body) {
        EngineKeyspace keyspace = new EngineKeyspace(this, db);
        try {
            return new Outcome<>(body.apply(keyspace), null, keyspace.gates());
        } catch (CommandException failure) {
            return new Outcome<>(null, failure, keyspace.gates());
        }
    }

    // ---- durability ----

    /** Bytes that were written to memory and are not durable yet. */
    public long pendingBytes() {
        return core.committer().pendingBytes();
    }

    /** Runs the action when something of what is pending has become durable, or at once when nothing is pending. */
    public void whenPendingFalls(Runnable action) {
        Gates gates = pendingNow();
        gates.batches().forEach(batch -> batch.queue.flush());
        List<CompletableFuture<Void>> applying = gates.isOpen() ? applying() : List.of();
        if (applying.isEmpty()) {
            gates.whenCloser(action);
        } else {
            applying.get(0).whenComplete((v, error) -> action.run());
        }
    }

    /** What everything acknowledged or pending by now waits for. */
    public Gates pendingNow() {
        Gates gates = new Gates();
        CommitQueue last = null;
        for (int number = 0; number < Keyspace.SLOTS; number++) {
            SlotState state = slots.get(number);
            if (state != null && state.queue != last) {
                last = state.queue;
                Batch pending = last.lastPending();
                if (pending != null) {
                    gates.add(pending);
                }
            }
        }
        return gates;
    }

    /** Commits all that is pending and waits until it is durable or lost. */
    public void flush() {
        Gates gates = pendingNow();
        for (Batch batch : gates.batches()) {
            CompletableFuture<Void> settled = new CompletableFuture<>();
            batch.whenSettled(() -> settled.complete(null));
            batch.queue.flush();
            settled.join();
        }
    }

    /** Large changes that are durable, and pending until they are applied. */
    private List<CompletableFuture<Void>> applying() {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        CommitQueue last = null;
        for (int number = 0; number < Keyspace.SLOTS; number++) {
            SlotState state = slots.get(number);
            if (state != null && state.queue != last) {
                last = state.queue;
                CompletableFuture<Void> applying = last.applying();
                if (applying != null) {
                    all.add(applying);
                }
            }
        }
        return all;
    }

    /** Waits for large changes to be applied; what is not is left to the next owner. */
    private static void awaitApplied(List<CompletableFuture<Void>> applying) {
        CompletableFuture.allOf(applying.toArray(CompletableFuture[]::new))
                .exceptionally(lost -> null)
                .join();
    }

    /** Forgets all that is durable, so that it is read from the store again. Blocks; waits for what is pending. */
    public void dropCaches() {
        // First, because a slot that is dropped looks through all of the cache for its rows.
        core.cache().clear();
        core.extents().clear();
        for (int number = 0; number < Keyspace.SLOTS; number++) {
            if (slots.get(number) != null) {
                release(number);
            }
        }
    }

    /**
     * Gives a slot up: waits for its commands and its commits, then forgets it. Whoever touches it next claims and reads
     * it again, also if it is another's by then. The seam that a fleet hands slots over by. Blocks.
     */
    public void release(int number) {
        SlotState state = slot(number);
        state.takesOver(true);
        new EngineKeyspace(this, 0).withLane(state, () -> {
            state.markLong();
            Batch pending = state.queue.lastPending();
            if (pending != null) {
                CompletableFuture<Void> settled = new CompletableFuture<>();
                pending.whenSettled(() -> settled.complete(null));
                state.queue.flush();
                settled.join();
            }
            CompletableFuture<Void> applying = state.queue.applying();
            if (applying != null) {
                awaitApplied(List.of(applying));
            }
            drop(List.of(OwnershipWatch.Owned.of(state)));
        });
    }

    // ---- background work and figures ----

    public void activeExpire(boolean on) {
        housekeeper.activeExpire(on);
    }

    /** Entries of the reclaim queues that were seen and not yet done. */
    public long reclaimBacklog() {
        return housekeeper.reclaimBacklog();
    }

    public EngineFigures figures() {
        return new EngineFigures(
                core.reads().requests(),
                core.reads().rows(),
                core.committer().commits(),
                core.committer().committedRows(),
                core.committer().largeChanges(),
                core.committer().failures(),
                core.committer().pendingBytes(),
                core.cache().entries(),
                core.cache().bytes() + core.extents().bytes(),
                core.budget().used(),
                housekeeper.reclaimBacklog(),
                housekeeper.reclaimedEntries());
    }

    public KvStore store() {
        return store;
    }

    /**
     * Why no command may write, as the error that it is to be answered; null while commands may. What is written all the same
     * is lost, and with it what memory knows of its slots.
     */
    public @Nullable String writeRefusal() {
        String reason = store.unwritable();
        return reason == null
                ? null
                : Errors.MISCONF + " The store takes no more writes until it is restarted: " + reason;
    }

    /** Ends the background work and makes everything pending durable. The store stays open: who opened it closes it. */
    @Override
    public void close() {
        try {
            housekeeper.stop();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        flush();
        awaitApplied(applying());
        timer.shutdown();
        try {
            timer.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
