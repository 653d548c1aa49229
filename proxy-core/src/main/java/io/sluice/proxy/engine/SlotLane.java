package io.sluice.proxy.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serialises the commands of one slot.
 *
 * <h2>Concurrency</h2>
 *
 * A lane is free or held; {@link #tryAcquire} takes a free one by a single compare-and-set, which is all that an
 * uncontended command pays. When it is held, the command queues ({@link #acquire}), and whoever gives the lane back
 * passes it on to the queue: it runs up to {@link #DRAIN_MAX} waiters on its own thread, because a command costs less
 * than waking another thread, and then hands the lane over to the next one's own thread, so that no event loop works for
 * others without bound.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Between a successful acquire and its release nobody else is inside; release publishes to the next holder.
 *   <li>A waiter is granted exactly once, in the order of arrival. A newcomer never overtakes the queue.
 *   <li>No wake-up is lost: a waiter first enters the queue and then looks at the lane; a releaser first frees the lane
 *       and then looks at the queue; both are volatile, so one of them sees the other.
 *   <li>No waiter can break the lane for the others: what one throws ends with it, and one whose home takes no tasks any
 *       more is run by the thread that found out.
 *   <li>The stack stays flat: a waiter that releases inside {@link LaneWaiter#granted} only marks the drain loop's frame,
 *       which goes on with the next. The frame is the thread's own, so a waiter that keeps the lane and releases it from
 *       another thread later cannot be mistaken for it.
 * </ul>
 */
sealed class SlotLane permits SlotState {
    /** How many queued commands one holder runs before it hands the lane over. */
    static final int DRAIN_MAX = 32;

    /** How deep drain loops of different lanes may nest on one thread, where waiters hold several lanes. */
    private static final int NESTING_MAX = 16;

    private static final Logger LOG = LoggerFactory.getLogger(SlotLane.class);

    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SlotLane.class, "held", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The drain loop of a thread, if it is in one. */
    private static final class Frame {
        @Nullable
        SlotLane draining;

        boolean released;
        int depth;
    }

    private static final ThreadLocal<Frame> FRAME = ThreadLocal.withInitial(Frame::new);

    @SuppressWarnings("unused") // through HELD
    private volatile boolean held;

    private volatile boolean heldLong;
    /** Null until somebody has waited: most lanes never see that, and a look at an empty queue is a wait for memory. */
    private volatile @Nullable Queue<LaneWaiter> queue;

    /** Takes the lane if it is free and nobody waits for it. */
    boolean tryAcquire() {
        return !isAwaited() && HELD.compareAndSet(this, false, true);
    }

    private boolean isAwaited() {
        Queue<LaneWaiter> waiters = queue;
        return waiters != null && !waiters.isEmpty();
    }

    /** Takes the lane or queues for it. The waiter may be granted before this returns. */
    void acquire(LaneWaiter waiter) {
        if (!tryAcquire()) {
            Queue<LaneWaiter> waiters = queue;
            if (waiters == null) {
                waiters = makeQueue();
            }
            waiters.add(waiter);
            drain();
        } else if (grant(waiter, 1)) {
            held = false;
            drain();
        }
    }

    private synchronized Queue<LaneWaiter> makeQueue() {
        Queue<LaneWaiter> waiters = queue;
        if (waiters == null) {
            waiters = new ConcurrentLinkedQueue<>();
            queue = waiters;
        }
        return waiters;
    }

    /** Told by a holder that will keep the lane for longer than a command on an event loop takes. */
    void markLong() {
        heldLong = true;
    }

    /** Whether the holder is slow, so that others had better not wait for it while they hold something. */
    boolean isHeldLong() {
        return heldLong;
    }

    boolean isHeld() {
        return held;
    }

    void release() {
        if (heldLong) {
            heldLong = false; // written only then: each write of it would be a wait for all writes before
        }
        Frame frame = FRAME.get();
        if (frame.draining == this) {
            frame.released = true;
            return;
        }
        held = false;
        drain();
    }

    private void drain() {
        Queue<LaneWaiter> waiters = queue;
        if (waiters == null) {
            return;
        }
        int granted = 0;
        while (!waiters.isEmpty() && HELD.compareAndSet(this, false, true)) {
            LaneWaiter next = waiters.poll();
            if (next == null) {
                held = false;
                continue;
            }
            if (!grant(next, ++granted)) {
                return;
            }
            held = false;
        }
    }

    /**
     * By whoever has taken the lane for the waiter.
     *
     * @param number of how many that were granted the lane here in a row, this one included
     * @return whether the lane was given back, in this thread
     */
    private boolean grant(LaneWaiter next, int number) {
        Frame frame = FRAME.get();
        boolean stays = next.runsAnywhere() && number <= DRAIN_MAX && frame.depth < NESTING_MAX;
        return (stays || !handOver(next)) && grantHere(next, frame);
    }

    /** False when the waiter's home does not run tasks any more. */
    private boolean handOver(LaneWaiter next) {
        try {
            next.executor().execute(() -> next.granted(this));
            return true;
        } catch (RejectedExecutionException closing) {
            LOG.debug("A command's home is closed; it is run by the thread that gave the lane back", closing);
            return false;
        }
    }

    /** Whether the waiter gave the lane back before it returned. */
    private boolean grantHere(LaneWaiter next, Frame frame) {
        SlotLane outer = frame.draining;
        boolean outerReleased = frame.released;
        frame.draining = this;
        frame.released = false;
        frame.depth++;
        try {
            next.granted(this);
            return frame.released;
        } catch (RuntimeException | Error defect) {
            LOG.error("A waiter for a lane failed in a way that it should not", defect);
            return frame.released;
        } finally {
            frame.depth--;
            frame.draining = outer;
            frame.released = outerReleased;
        }
    }
}
