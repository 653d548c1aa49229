package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a slot keeps about it: its lane, its rows in memory, and a summary that lets commands and background
 * work skip what has nothing. The summary is read once, when the slot is first touched, and kept right by the commands.
 * All fields but the memory and the volatile ones belong to the holder of the lane, which the slot is itself, so that what every command
 * looks at lies together (docs/adr/0020).
 */
final class SlotState extends SlotLane {
    /** The stage of all slots that are served: what every command looks at is better one object than one of each slot. */
    private static final CompletableFuture<Void> SERVED = CompletableFuture.completedFuture(null);

    private static final VarHandle SERVING;

    static {
        try {
            SERVING = MethodHandles.lookup().findVarHandle(SlotState.class, "serving", CompletableFuture.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int slot;
    final SlotMemory memory;

    /** Where this slot's changes are committed: the store's one queue, or the slot's own. */
    final CommitQueue queue;

    /** Where it tells what there is to do. */
    private final SlotChores chores;

    private final SharedDatabases shared;

    /** Set while the slot is served; a null or failed stage means it must be claimed and read first. */
    private volatile @Nullable CompletableFuture<Void> serving;

    /** Before it the store may not have all that was durable when the slot's memory was dropped, or the cache too much. */
    private volatile CompletionStage<Void> readable = CompletableFuture.completedStage(null);

    /** Completes when what was dropped has left the cache. Under the queue's lock. */
    private CompletableFuture<Void> swept = CompletableFuture.completedFuture(null);

    /** Counts the times that the slot's memory was dropped: what an attempt read before is stale after. */
    private volatile int incarnation;

    /** Until this engine has owned the slot: see {@link Fencing}. */
    private volatile boolean takesOver = true;

    /** Whether a command has run here since it was last looked whether the slot is still this engine's. */
    volatile boolean usedSinceLook;

    // ---- the summary ----

    volatile long epoch;
    private volatile Databases databases = Databases.INITIAL;
    /** The batch that wrote {@link #databases}, for R5: what is read through a pending flush depends on it. */
    volatile @Nullable Batch databasesBatch;

    private volatile KeyCounts counts = KeyCounts.unknown();
    private volatile long nextExpiryMs = Long.MAX_VALUE;

    private volatile boolean mayReclaim;
    /** How many registered large values have a key of this hash. */
    private final Map<Integer, Integer> registered = new HashMap<>();

    /** Who must learn of changes of keys; null, as nearly always, when nobody. Belongs to the holder of the lane. */
    @Nullable
    SlotAudience audience;

    long lastClockMs;
    /** Never goes back, also when the epoch changes or the slot is read again: what it has given stays given. */
    private int idCounter;

    private long redoCounter;

    SlotState(int slot, EngineCore core, CommitQueue queue) {
        this.slot = slot;
        this.memory = new SlotMemory(slot, core.cache(), core.extents(), core.chains());
        this.queue = queue;
        this.chores = core.chores();
        this.shared = core.databases();
    }

    /** Reads what every command reads of the slot. Any thread; what it returns means nothing. */
    int touch() {
        return incarnation + (isHeld() ? 1 : 0);
    }

    @Nullable
    CompletableFuture<Void> serving() {
        return serving;
    }

    void serving(@Nullable CompletableFuture<Void> stage) {
        serving = stage;
    }

    /** The slot was brought into service as this stage said, which is complete; unless it was dropped since. */
    void served(CompletableFuture<Void> stage) {
        SERVING.compareAndSet(this, stage, SERVED);
    }

    boolean isServing() {
        CompletableFuture<Void> stage = serving;
        return stage == SERVED || stage != null && stage.isDone() && !stage.isCompletedExceptionally();
    }

    /** Whether the slot may be taken from another owner. */
    boolean takesOver() {
        return takesOver;
    }

    void takesOver(boolean may) {
        takesOver = may;
    }

    int incarnation() {
        return incarnation;
    }

    /**
     * Forgets all of the slot but what the cache has; the next command that touches it claims and reads it again. Under the
     * queue's lock, not always in the lane. The order is what {@link Execution} relies on: who sees the new incarnation also
     * sees that the slot is not served, and who sees memory's rows gone also sees the new incarnation.
     *
     * @param sweep completes when the slot's rows have left the cache, and after it the slot may be read again
     * @return whether the cache may have any
     */
    boolean drop(CompletableFuture<Void> sweep) {
        CompletionStage<Void> visible = queue.visible();
        // An earlier one may be under way still, and it alone knows of what was cached before it.
        swept = CompletableFuture.allOf(swept, sweep);
        readable = swept.thenCompose(v -> visible);
        serving = null;
        chores.unserved.due();
        incarnation++;
        return memory.drop();
    }

    /** Completes when the store may be read for this slot: memory has forgotten, and what it has forgotten is visible there. */
    CompletionStage<Void> readable() {
        return readable;
    }

    /** Takes over what a load of the slot found; in the lane, before anybody is served. */
    void install(SlotSummary found) {
        databases = shared.of(found.databases());
        databasesBatch = null;
        counts = KeyCounts.of(found.occupied(), found.databases());
        nextExpiryMs(found.nextExpiryMs());
        mayReclaim(found.mayReclaim());
        registered.clear();
        found.registeredHashes().forEach(this::register);
        lastClockMs = Math.max(lastClockMs, found.clockMs());
    }

    /**
     * No key, and no field of a hash, expires before this; {@link Long#MAX_VALUE} when none does. May be too early, never
     * too late. Any thread.
     */
    long nextExpiryMs() {
        return nextExpiryMs;
    }

    /** In the lane. */
    void nextExpiryMs(long timeMs) {
        nextExpiryMs = timeMs;
        chores.expiry.dueFrom(timeMs);
    }

    /** A key or a field expires at this time, or later; in the lane. */
    void expiresFrom(long timeMs) {
        if (timeMs < nextExpiryMs) {
            nextExpiryMs(timeMs);
        }
    }

    /** Whether the reclaim queue may hold anything. Any thread. */
    boolean mayReclaim() {
        return mayReclaim;
    }

    /** In the lane. */
    void mayReclaim(boolean may) {
        mayReclaim = may;
        if (may) {
            chores.reclaim.due();
        }
    }

    /** Whether somebody waits for a key of the slot. Any thread; what has just changed may not be seen yet. */
    boolean isAwaited() {
        SlotAudience there = audience;
        return there != null && there.awaitingHome() != null;
    }

    /** In the lane: the audience, made when there is none. */
    SlotAudience openAudience() {
        SlotAudience there = audience;
        if (there == null) {
            there = new SlotAudience();
            audience = there;
        }
        return there;
    }

    Databases databases() {
        return databases;
    }

    void databases(Databases changed, Batch writtenBy) {
        databasesBatch = writtenBy;
        databases = shared.of(changed);
    }

    /** The counts of the slot's generations. Any thread may ask whether one is known to be empty; all else is in the lane. */
    KeyCounts counts() {
        return counts;
    }

    /** The count of a generation; in the lane. */
    KeyCount count(int generation) {
        return counts.of(generation);
    }

    /** Whether the generation of a database has no key, as far as is known. Any thread. */
    boolean knownEmpty(int generation) {
        return counts.knownEmpty(generation);
    }

    void register(int keyHash) {
        registered.merge(keyHash, 1, Integer::sum);
    }

    void unregister(int keyHash) {
        registered.computeIfPresent(keyHash, (h, n) -> n == 1 ? null : n - 1);
    }

    boolean mayBeRegistered(int keyHash) {
        return !registered.isEmpty() && registered.containsKey(keyHash);
    }

    /** With the epoch, the name of a change that is larger than a batch. By the thread of a commit, one at a time. */
    long nextRedo() {
        return redoCounter++;
    }

    int nextIdCounter() {
        return idCounter++;
    }

    /** The slot is this engine's; by any thread, before it is served. What is lost from here on is not taken back. */
    void claimed(long newEpoch) {
        takesOver = false;
        raisedTo(newEpoch);
    }

    /**
     * The epoch was raised; by any thread, whoever holds the lane. Epochs of a slot only grow, and of two that are told of at
     * once the higher one has ended the other.
     */
    synchronized void raisedTo(long newEpoch) {
        epoch = Math.max(epoch, newEpoch);
    }
}
