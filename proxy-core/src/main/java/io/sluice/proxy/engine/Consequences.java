package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a run's changes once they are in force, besides the rows: figures of the slot, its map of databases,
 * and that those who watch a key learn of it. Collected while the handler runs, dropped with the run (R2), carried out in
 * the lanes. Belongs to the holder of the command's lanes.
 */
final class Consequences {
    private record Effect(SlotState slot, Runnable run) {}

    private record Move(SlotState slot, Databases databases) {}

    /** A key that was changed while the slot had an audience; whether it has come to hold a value of another type. */
    private record Touch(SlotState slot, RowId id, boolean byExpiry, boolean filled) {}

    /** How far they had come. */
    record Mark(int effects, int moves, int touches) {}

    // Most runs have none of these: the lists are made when there is something to put in.
    private List<Effect> effects = List.of();
    private List<Move> moves = List.of();
    /** The last of the moves of each slot. */
    private Map<SlotState, Databases> moved = Map.of();

    private List<Touch> touches = List.of();
    private @Nullable ReadyKeys ready;

    void clear() {
        ready = null;
        effects = List.of();
        moves = List.of();
        moved = Map.of();
        touches = List.of();
    }

    Mark mark() {
        return new Mark(effects.size(), moves.size(), touches.size());
    }

    void undoTo(Mark mark) {
        cut(effects, mark.effects);
        cut(touches, mark.touches);
        if (moves.size() > mark.moves) {
            cut(moves, mark.moves);
            moved.clear();
            moves.forEach(move -> moved.put(move.slot, move.databases));
        }
    }

    private static void cut(List<?> list, int size) {
        if (list.size() > size) {
            list.subList(size, list.size()).clear();
        }
    }

    void effect(SlotState slot, Runnable run) {
        if (effects.isEmpty()) {
            effects = new ArrayList<>(2);
        }
        effects.add(new Effect(slot, run));
    }

    void touch(SlotState slot, RowId id, boolean byExpiry) {
        if (slot.audience != null) {
            add(new Touch(slot, id, byExpiry, false));
        }
    }

    /** The key was changed, and holds a value where there was none, or one of another type. */
    void filled(SlotState slot, RowId id) {
        if (slot.audience != null) {
            add(new Touch(slot, id, false, true));
        }
    }

    private void add(Touch touch) {
        if (touches.isEmpty()) {
            touches = new ArrayList<>();
        }
        touches.add(touch);
    }

    void move(SlotState slot, Databases databases) {
        if (moves.isEmpty()) {
            moves = new ArrayList<>();
            moved = new HashMap<>();
        }
        moves.add(new Move(slot, databases));
        moved.put(slot, databases);
    }

    /** The slot's databases as the run sees them. */
    Databases databases(SlotState slot) {
        Databases changed = moves.isEmpty() ? null : moved.get(slot);
        return changed == null ? slot.databases() : changed;
    }

    /** When they have come true: the touched keys that somebody waits for; null for none. */
    @Nullable
    ReadyKeys readyKeys() {
        return ready;
    }

    /** Carries out those of all slots. */
    void comeTrue(Batch batch) {
        for (Move move : moves) {
            move.slot.databases(move.databases, batch);
        }
        for (int i = 0; i < effects.size(); i++) {
            effects.get(i).run.run();
        }
        tellAudiences(batch);
    }

    /** Carries out those of one slot, where each is written on its own. */
    void comeTrue(SlotState slot, Batch batch) {
        for (Move move : moves) {
            if (move.slot == slot) {
                slot.databases(move.databases, batch);
            }
        }
        for (Effect effect : effects) {
            if (effect.slot == slot) {
                effect.run.run();
            }
        }
        tell(slot, batch);
    }

    /** Tells of the touched keys alone; the batch is null when no row was changed. */
    void tellAudiences(@Nullable Batch batch) {
        if (!touches.isEmpty() || !moves.isEmpty()) {
            tell(null, batch);
        }
    }

    /** @param only whose audience is told alone; null for all */
    private void tell(@Nullable SlotState only, @Nullable Batch batch) {
        tellTouches(only, batch);
        boolean followed = false;
        for (Move move : moves) {
            SlotAudience audience = move.slot.audience;
            if (audience != null && (only == null || only == move.slot)) {
                audience.follow(move.slot.databases()).forEach(id -> ready(move.slot, id));
                followed = true;
            }
        }
        if (followed) {
            tellTouches(only, batch); // of keys in the databases' new generations
        }
        for (Touch touch : touches) {
            SlotAudience audience = touch.slot.audience;
            if (audience != null && audience.isEmpty()) {
                touch.slot.audience = null;
            }
        }
    }

    /** Keys are ready in the order in which they were filled, in whatever slots they are. */
    private void tellTouches(@Nullable SlotState only, @Nullable Batch batch) {
        List<Touch> others = List.of();
        for (Touch touch : touches) {
            SlotAudience audience = touch.slot.audience;
            if (audience == null || (only != null && only != touch.slot)) {
                continue;
            }
            if (audience.touched(touch.id, touch.byExpiry, batch)) {
                if (touch.filled) {
                    ready(touch.slot, touch.id);
                } else {
                    others = others.isEmpty() ? new ArrayList<>(2) : others;
                    others.add(touch);
                }
            }
        }
        others.forEach(touch -> ready(touch.slot, touch.id));
    }

    private void ready(SlotState slot, RowId id) {
        if (ready == null) {
            ready = new ReadyKeys();
        }
        ready.add(slot, id);
    }
}
