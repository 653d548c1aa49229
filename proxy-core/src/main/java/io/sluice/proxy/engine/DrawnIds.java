package io.sluice.proxy.engine;

import io.sluice.encoding.Ids;
import java.util.ArrayList;
import java.util.List;

/**
 * The ids that a command draws, the same in each of its runs: a transaction may read ranges of a collection that it has just
 * made, and if that had another id in each run, each would ask the store for other ranges, without end. What a run that was
 * dropped drew has been seen by nobody.
 */
final class DrawnIds {
    private record Drawn(SlotState slot, long epoch, long id) {
        boolean isOf(SlotState other) {
            return slot == other && epoch == other.epoch;
        }
    }

    private List<Drawn> drawn = List.of();
    private int used;

    /** Begins a run. */
    void begin() {
        used = 0;
    }

    /** Whether this run has drawn the id for the slot. */
    boolean have(SlotState slot, long id) {
        for (int i = 0; i < used; i++) {
            if (drawn.get(i).id == id && drawn.get(i).slot == slot) {
                return true;
            }
        }
        return false;
    }

    /** Whether this run has drawn none. */
    boolean isEmpty() {
        return used == 0;
    }

    /** The next one of this run; of a slot whose lane is held. */
    long next(SlotState slot) {
        if (used < drawn.size() && !drawn.get(used).isOf(slot)) {
            drawn.subList(used, drawn.size()).clear();
        }
        if (used == drawn.size()) {
            if (drawn.isEmpty()) {
                drawn = new ArrayList<>();
            }
            long epoch = slot.epoch;
            drawn.add(new Drawn(slot, epoch, Ids.of(epoch, slot.nextIdCounter())));
        }
        return drawn.get(used++).id;
    }
}
