package io.sluice.proxy.engine;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slots whose lanes an attempt holds, as they were when its run began; and those that the run reached for without
 * holding them.
 *
 * <p>Belongs to the holder of the lanes.
 */
final class HeldSlots {
    /** Ascending. */
    private SlotState[] slots;

    private int[] incarnations;
    private boolean mayReachFurther;
    /** Slots that the run has named keys of and does not hold; null while there are none. */
    private @Nullable BitSet reachedFor;

    HeldSlots(SlotState[] slots) {
        this.slots = slots;
        this.incarnations = new int[slots.length];
    }

    /** The lanes of the runs from now on. */
    void replace(SlotState[] more) {
        slots = more;
        incarnations = new int[more.length];
    }

    /**
     * Begins a run.
     *
     * @return the run's clock: the one given, unless one of the slots has seen a later one
     */
    long begin(long clockMs, boolean mayReachFurther) {
        this.mayReachFurther = mayReachFurther;
        reachedFor = null;
        long clock = clockMs;
        for (int i = 0; i < slots.length; i++) {
            SlotState slot = slots[i];
            clock = Math.max(clock, slot.lastClockMs);
            incarnations[i] = slot.incarnation();
        }
        for (SlotState slot : slots) {
            slot.lastClockMs = clock;
            if (!slot.usedSinceLook) {
                slot.usedSinceLook = true;
            }
        }
        return clock;
    }

    int count() {
        return slots.length;
    }

    SlotState first() {
        return slots[0];
    }

    /** The slot of the number; one that is not held ends the run with {@link Suspension}. */
    SlotState slot(int number) {
        SlotState held = held(number);
        if (held == null) {
            reachFor(number);
            throw Suspension.INSTANCE;
        }
        return held;
    }

    private @Nullable SlotState held(int number) {
        if (slots.length == 1 && slots[0].slot == number) {
            return slots[0];
        }
        if (number < slots.length && slots[number].slot == number) {
            return slots[number]; // all up to it are held: mostly, all
        }
        int low = 0;
        int high = slots.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int at = slots[middle].slot;
            if (at == number) {
                return slots[middle];
            }
            if (at < number) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    private void reachFor(int number) {
        if (!mayReachFurther) {
            throw new IllegalStateException("the command was not routed by slot " + number);
        }
        if (reachedFor == null) {
            reachedFor = new BitSet(Keyspace.SLOTS);
        }
        reachedFor.set(number);
    }

    /** Asks for the lanes of all these keys at once. */
    void reachForAll(List<Key> keys) {
        if (!mayReachFurther) {
            return;
        }
        for (Key key : keys) {
            if (held(key.slot()) == null) {
                reachFor(key.slot());
            }
        }
        if (reachedFurther()) {
            throw Suspension.INSTANCE;
        }
    }

    boolean reachedFurther() {
        return reachedFor != null;
    }

    /** The numbers of those that are held and those that the run reached for, ascending. */
    int[] reachedFor() {
        BitSet union = new BitSet(Keyspace.SLOTS);
        if (reachedFor != null) {
            union.or(reachedFor);
        }
        for (SlotState slot : slots) {
            union.set(slot.slot);
        }
        return union.stream().toArray();
    }

    /** The slot's when the run began. */
    int incarnationOf(SlotState slot) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] == slot) {
                return incarnations[i];
            }
        }
        throw new IllegalStateException("not a slot of the command");
    }

    /** Whether the memory of one was dropped since the run began. */
    boolean areStale() {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i].incarnation() != incarnations[i]) {
                return true;
            }
        }
        return false;
    }
}
