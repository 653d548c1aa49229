package io.sluice.proxy.engine;

import java.util.concurrent.Executor;

/** Something that waits for a {@link SlotLane}. */
interface LaneWaiter {
    /** The lane is held for the waiter, who must give it back by {@link SlotLane#release}, now or later. */
    void granted(SlotLane lane);

    /** Whether it may run on the thread that gave the lane back; else it is run by {@link #executor}. */
    boolean runsAnywhere();

    Executor executor();
}
