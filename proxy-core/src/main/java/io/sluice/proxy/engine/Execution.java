package io.sluice.proxy.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
 * <p>A command whose keys are known only while it runs ({@link #mayReachFurther}) unwinds when it reaches for a slot that it
 * does not hold, and begins anew with that slot's lane too. What it holds only grows; but others may change what it will
 * reach for in between, so after {@link #MOST_REACHES} of that, or when it is most of the slots, it takes all of them.
 *
 * <h2>Outcome</h2>
 *
 * A result, or a {@link CommandException} with nothing changed. Whatever else the body throws is a defect: it is logged
 * here, once, and answered as an error. The gates say when the reply may leave.
 */
public abstract class Execution implements LaneWaiter {
    /** After this many waits for the store, the lanes are kept during the next ones. */
    static final int FREE_RERUNS = 4;
    /** How often a command may reach for more slots before it takes all. */
    static final int MOST_REACHES = 4;

    /** With more slots than this a command takes all. */
    private static final int MOST_SLOTS = Keyspace.SLOTS / 4;
    /** How many slots are brought into service at once. */
    private static final int LOADS_AT_ONCE = 128;

    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

    private final Engine engine;
    private final EngineCore core;
    private final Home home;
    private final boolean isLong;
    private final HeldRows held;
    private final Attempt attempt;
    private final @Nullable Prefetch prefetch;

    /** Ascending; replaced by more of them while no lane is held. */
    private SlotState[] slots;

    private int lanesHeld;
    /** Whose turn the changes are committed with. */
    private Home committing;

    private boolean retryFromStart;
    private int reaches;
    /** Waits for the store, but for those within a large range: each brings twice as much, so that they come to an end. */
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
        this.engine = engine;
        this.core = engine.core();
        this.home = home;
        this.committing = home;
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

    /** Whether the body may name keys of slots that the command was not routed by. */
    protected boolean mayReachFurther() {
        return false;
    }

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

    /** For a body that is made of several commands; its context is the body's own. */
    protected final TransactionScope scope() {
        return new TransactionScope(engine, attempt);
    }

    /** The outcome is in force, and nobody else has seen it yet: in the lanes, by whichever thread runs the command. */
    protected void inForce(@Nullable Object outcome, @Nullable CommandException failed) {
        // most commands are through with this
    }

    /** Lets a command wait for keys of the slots that this holds: from {@link #inForce}. */
    protected final void park(Parked waiter, List<Key> keys) {
        Set<Key> distinct = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            if (distinct.add(key)) {
                SlotState slot = attempt.slot(key.slot());
                RowId id = attempt.headerId(slot, waiter.db(), key).apart();
                waiter.join(new Parked.Place(waiter, slot, i, key, id));
            }
        }
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
        List<SlotState> missing = notServing();
        while (!missing.isEmpty()) {
            SlotState first = missing.get(0);
            CompletableFuture<Void> serving = serve(missing);
            if (!serving.isDone() || serving.isCompletedExceptionally()) {
                serving.whenComplete((v, error) -> home.execute(() -> beginServed(first, error)));
                return;
            }
            missing = notServing();
        }
        lanesHeld = 0;
        takeLanes();
    }

    private void beginServed(SlotState slot, @Nullable Throwable error) {
        if (error == null) {
            begin();
        } else {
            finish(null, StoreErrors.notServed(slot.slot, error));
        }
    }

    /** Some of those that are not served, as many as may be loaded at once. */
    private List<SlotState> notServing() {
        List<SlotState> missing = List.of();
        for (SlotState slot : slots) {
            if (!slot.isServing()) {
                missing = missing.isEmpty() ? new ArrayList<>(4) : missing;
                missing.add(slot);
                if (missing.size() == LOADS_AT_ONCE) {
                    break;
                }
            }
        }
        return missing;
    }

    private CompletableFuture<Void> serve(List<SlotState> missing) {
        if (prefetch != null) {
            prefetch.loadSlots();
        }
        return CompletableFuture.allOf(
                missing.stream().map(core.loader()::whenServing).toArray(CompletableFuture[]::new));
    }

    // ---- lanes ----

    private void takeLanes() {
        if (acquireLanes()) {
            run();
        }
    }

    /** Whether all are held; if not, {@link #granted} goes on. */
    private boolean acquireLanes() {
        while (lanesHeld < slots.length) {
            SlotLane next = slots[lanesHeld];
            if (!next.tryAcquire()) {
                if (lanesHeld > 0 && next.isHeldLong()) {
                    releaseLanes();
                    retryFromStart = true;
                }
                next.acquire(this);
                return false;
            }
            lanesHeld++;
        }
        return true;
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
        return !isLong && !isBoundToHome();
    }

    /** Whether the body must run on the home's thread, though it is not long. */
    protected boolean isBoundToHome() {
        return false;
    }

    @Override
    public final Executor executor() {
        return home;
    }

    private void releaseLanes() {
        // The last first: a waiter for several lanes that is granted one finds those above it free.
        for (int i = lanesHeld - 1; i >= 0; i--) {
            lanesHeld = i;
            slots[i].release();
        }
    }

    /** Goes on in the lanes of another command, which gives them up; false when it has to wait for more. */
    private boolean takeOver(Execution other) {
        detached = true;
        committing = other.committing;
        int otherLanes = other.lanesHeld;
        other.lanesHeld = 0;
        SlotState[] own = slots;
        Set<SlotState> union = new TreeSet<>(Comparator.comparingInt(slot -> slot.slot));
        Collections.addAll(union, other.slots);
        Collections.addAll(union, own);
        slots = union.size() == otherLanes ? other.slots : union.toArray(SlotState[]::new);
        attempt.slots(slots);
        if (slots.length == otherLanes) {
            lanesHeld = otherLanes;
            return true;
        }
        if (slots[otherLanes - 1] == other.slots[otherLanes - 1]) {
            lanesHeld = otherLanes; // what it lacks comes behind what it holds
            return acquireLanes();
        }
        return tryOutOfOrder(other.slots);
    }

    /** Takes the lanes that it does not hold without waiting for them, or gives all back and begins anew. */
    private boolean tryOutOfOrder(SlotState[] inherited) {
        List<SlotState> added = new ArrayList<>(1);
        for (SlotState slot : slots) {
            if (Arrays.binarySearch(inherited, slot, Comparator.comparingInt(each -> each.slot)) >= 0) {
                continue;
            }
            if (!slot.tryAcquire()) {
                added.forEach(each -> each.release());
                for (int i = inherited.length - 1; i >= 0; i--) {
                    inherited[i].release();
                }
                home.execute(this::begin);
                return false;
            }
            added.add(slot);
        }
        lanesHeld = slots.length;
        return true;
    }

    // ---- runs ----

    /** Runs this, and then, in the same lanes, whom its changes let go on. */
    private void run() {
        Execution next = this;
        while (next != null) {
            next = next.runInLanes();
        }
    }

    /** What is to run next in the lanes that this has held; null when they were given back, or will be later. */
    private @Nullable Execution runInLanes() {
        if (isLong) {
            markLanesLong();
        }
        while (true) {
            attempt.begin(keepsLanes() || reruns >= FREE_RERUNS, mayReachFurther());
            // Looked at after the run has noted the slots' incarnations: a drop from here on is seen when it publishes.
            if (!areServing()) {
                releaseLanes();
                home.execute(this::begin);
                return null;
            }
            Object outcome = null;
            CommandException failed = null;
            try {
                if (rerun) {
                    rerun = false;
                    if (!attempt.reader().absorb()) {
                        reruns--;
                    }
                }
                outcome = body(attempt);
                if (!attempt.reader().missed() && !attempt.reachedFurther()) {
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
                return null;
            }
            if (attempt.reachedFurther()) {
                takeMoreSlots();
                return null;
            }
            if (failed == null) {
                failed = attempt.reader().failure();
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
                inForce(outcome, failed);
                ReadyKeys ready = readyKeys();
                Execution next = ready == null ? null : Service.next(engine, ready);
                boolean handsOver = next != null && next.takeOver(this);
                if (next == null) {
                    releaseLanes();
                }
                if (wrote) {
                    wrote();
                }
                finish(outcome, failed);
                return handsOver ? next : null;
            }
            attempt.reader().forget();
        }
    }

    /** When the outcome is in force: the keys that parked commands may now be served with; null for none. */
    @Nullable
    ReadyKeys readyKeys() {
        return attempt.readyKeys();
    }

    private void markLanesLong() {
        for (SlotState slot : slots) {
            slot.markLong();
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
            committing.changed(slot.queue);
            if (core.committer().isAtomicAcrossSlots()) {
                return;
            }
        }
    }

    /** The store is being asked; the command goes on when it has answered. */
    private void suspend() {
        reruns++;
        boolean keepLanes = keepsLanes() || reruns > FREE_RERUNS;
        committing = home;
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

    /** Whether the lanes are kept while the store is asked, whatever that costs others. Does not change. */
    protected boolean keepsLanes() {
        return false;
    }

    /** The body named keys of slots whose lanes it does not hold; it begins anew with those too. */
    private void takeMoreSlots() {
        releaseLanes();
        int[] union = attempt.slotsReachedFor();
        boolean all = ++reaches > MOST_REACHES || union.length > MOST_SLOTS;
        SlotState[] more = new SlotState[all ? Keyspace.SLOTS : union.length];
        for (int i = 0; i < more.length; i++) {
            more[i] = engine.slot(all ? i : union[i]);
        }
        slots = more;
        attempt.slots(more);
        home.execute(this::begin);
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
