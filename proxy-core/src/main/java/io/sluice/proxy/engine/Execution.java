package io.sluice.proxy.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One command on its way through the engine: its slots brought into service, their lanes taken, its body run as often as
 * it takes, its changes handed to the commit queue, its lanes given back, its outcome delivered.
 *
 * <h2>Threads</h2>
 *
 * {@link #start} is called by the home executor's thread. When everything goes through at once (lanes free, rows in memory
 * or the store inline) it returns true and the outcome is there: no hop, no callback. Else it returns false and
 * {@link #completed} is called later on the home executor. In between, the body may run on any thread that holds the lanes:
 * the one that gave a lane back, or home's; on home's alone if the command is long.
 *
 * <h2>Lanes</h2>
 *
 * Several lanes are taken in the order of their slots, so that no two commands wait for each other in a circle. What is
 * held while the next is busy is kept, because a lane is held for microseconds; unless its holder is a long command: then
 * all are given back, and the command begins anew when that lane comes free. Lanes are given back while the store is
 * asked; after {@link #FREE_RERUNS} of that they are kept, so that others, whose changes may be what makes the command
 * miss again and again, queue until it is through (R3).
 *
 * <h2>Outcome</h2>
 *
 * A result, or a {@link CommandException} with nothing changed. Whatever else the body throws is a defect: it is logged
 * here, once, and answered as an error. The gates say when the reply may leave.
 */
public abstract class Execution implements LaneWaiter {
    /** After this many waits for the store, the lanes are kept during the next ones. */
    static final int FREE_RERUNS = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

    private final EngineCore core;
    private final Home home;
    private final boolean isLong;
    private final SlotState[] slots;
    private final HeldRows held;
    private final Attempt attempt;
    private final @Nullable Prefetch prefetch;

    private int lanesHeld;
    private boolean retryFromStart;
    private int reruns;
    private boolean rerun;
    /** Set when {@link #start} has returned without an outcome, so that it must be delivered. */
    private volatile boolean detached;

    private boolean done;
    private @Nullable Object result;
    private @Nullable CommandException failure;

    /**
     * @param slots the slots of all keys the command names, ascending, each once; may be empty
     * @param isLong whether it keeps its lanes long, and so runs on its home's thread alone
     * @param maySplit whether its changes may lie in several slots on a store that is atomic per slot
     * @param prefetch what its pipeline will read, or null
     */
    protected Execution(
            Engine engine,
            int[] slots,
            int db,
            Home home,
            boolean isLong,
            boolean maySplit,
            @Nullable Prefetch prefetch) {
        this.core = engine.core();
        this.home = home;
        this.isLong = isLong;
        this.slots = new SlotState[slots.length];
        for (int i = 0; i < slots.length; i++) {
            this.slots[i] = engine.slot(slots[i]);
        }
        this.held = new HeldRows(core.budget());
        this.attempt = new Attempt(core, this.slots, db, maySplit, held, prefetch);
        this.prefetch = prefetch;
    }

    /** The command itself. Runs in its lanes, perhaps several times; must not block. */
    protected abstract @Nullable Object body(CommandContext context);

    /** The outcome is there; on the home executor. Not called when {@link #start} returned true. */
    protected abstract void completed();

    /** What the body returned; null if it failed. */
    public final @Nullable Object result() {
        return result;
    }

    /** Why it failed, or null. */
    public final @Nullable CommandException failure() {
        return failure;
    }

    /** What the reply must wait for. */
    public final Gates gates() {
        return attempt.gates();
    }

    final Attempt attempt() {
        return attempt;
    }

    /** Begins; true when the outcome is there already. */
    public final boolean start() {
        begin();
        synchronized (this) {
            detached = true;
            // Whoever finishes from here on delivers; who finished just before left it to this thread.
            return done;
        }
    }

    // ---- into service ----

    private void begin() {
        for (SlotState slot : slots) {
            if (!slot.isServing()) {
                serveThenBegin(slot);
                return;
            }
        }
        lanesHeld = 0;
        takeLanes();
    }

    private void serveThenBegin(SlotState slot) {
        if (prefetch != null) {
            prefetch.loadSlots();
        }
        CompletableFuture<?>[] loading = new CompletableFuture<?>[slots.length];
        for (int i = 0; i < slots.length; i++) {
            loading[i] = core.loader().whenServing(slots[i]);
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(loading);
        if (all.isDone() && !all.isCompletedExceptionally()) {
            begin();
            return;
        }
        all.whenComplete((v, error) -> home.execute(() -> {
            if (error == null) {
                begin();
            } else {
                finish(
                        null,
                        new CommandException("ERR slot " + slot.slot + " cannot be served: "
                                + StoreErrors.of(error).getMessage()));
            }
        }));
    }

    // ---- lanes ----

    private void takeLanes() {
        while (lanesHeld < slots.length) {
            SlotLane next = slots[lanesHeld].lane;
            if (!next.tryAcquire()) {
                if (lanesHeld > 0 && next.isHeldLong()) {
                    releaseLanes();
                    retryFromStart = true;
                }
                next.acquire(this);
                return;
            }
            lanesHeld++;
        }
        run();
    }

    @Override
    public final void granted(SlotLane lane) {
        if (retryFromStart) {
            retryFromStart = false;
            lane.release();
            home.execute(this::begin);
            return;
        }
        lanesHeld++;
        takeLanes();
    }

    @Override
    public final boolean runsAnywhere() {
        return !isLong;
    }

    @Override
    public final Executor executor() {
        return home;
    }

    private void releaseLanes() {
        // The last first: a waiter for several lanes that is granted one finds those above it free.
        for (int i = lanesHeld - 1; i >= 0; i--) {
            lanesHeld = i;
            slots[i].lane.release();
        }
    }

    // ---- runs ----

    private void run() {
        if (isLong) {
            markLanesLong();
        }
        while (true) {
            attempt.begin(reruns >= FREE_RERUNS);
            // Looked at after the run has noted the slots' incarnations: a drop from here on is seen when it publishes.
            if (!areServing()) {
                releaseLanes();
                home.execute(this::begin);
                return;
            }
            Object outcome = null;
            CommandException failed = null;
            try {
                if (rerun) {
                    rerun = false;
                    attempt.reader().absorb();
                }
                outcome = body(attempt);
                if (!attempt.reader().missed()) {
                    attempt.checkSizes();
                }
            } catch (Suspension suspended) {
                // The miss is recorded; what the handler was doing is done again.
            } catch (CommandException answered) {
                failed = answered;
            } catch (RuntimeException | Error defect) {
                LOG.error("A command failed in a way that it should not", defect);
                failed = new CommandException("ERR internal error: " + defect);
            }
            if (attempt.reader().missed()) {
                suspend();
                return;
            }
            if (failed != null) {
                attempt.dropChanges();
            }
            boolean published;
            try {
                published = attempt.publish();
            } catch (RuntimeException | Error defect) {
                LOG.error("The changes of a command failed in a way that they should not", defect);
                failed = new CommandException("ERR internal error: " + defect);
                attempt.gates().lose();
                published = true;
            }
            if (published) {
                attempt.countStats();
                boolean wrote = attempt.hasChanges();
                releaseLanes();
                if (wrote) {
                    wrote();
                }
                finish(outcome, failed);
                return;
            }
            attempt.reader().forget();
        }
    }

    private void markLanesLong() {
        for (SlotState slot : slots) {
            slot.lane.markLong();
        }
    }

    private boolean areServing() {
        for (SlotState slot : slots) {
            if (!slot.isServing()) {
                return false;
            }
        }
        return true;
    }

    private void wrote() {
        for (SlotState slot : slots) {
            home.changed(slot.queue);
            if (core.committer().isAtomicAcrossSlots()) {
                return;
            }
        }
    }

    /** The store is being asked; the command goes on when it has answered. */
    private void suspend() {
        reruns++;
        boolean keepLanes = reruns > FREE_RERUNS;
        rerun = true;
        if (keepLanes) {
            markLanesLong();
        } else {
            releaseLanes();
        }
        attempt.reader()
                .arrived()
                .whenComplete((v, error) -> home.execute(() -> {
                    if (keepLanes) {
                        run();
                    } else {
                        begin();
                    }
                }));
    }

    private void finish(@Nullable Object outcome, @Nullable CommandException failed) {
        result = failed == null ? outcome : null;
        failure = failed;
        held.close();
        boolean deliver;
        synchronized (this) {
            done = true;
            deliver = detached;
        }
        if (deliver) {
            home.execute(this::completed);
        }
    }
}
