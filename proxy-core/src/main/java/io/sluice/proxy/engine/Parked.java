package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command that waits until one of its keys holds a value of the type it wants: it stands in the queue of each of these
 * keys, across all connections, in the order of arrival.
 *
 * <p>It is served in the lanes, by whoever changed the key, before those lanes are given back ({@link Service}); it is
 * ended, by its time limit or because its connection goes, on its home. Whichever claims it first has it: a command that is
 * just being served cannot be ended until it has turned out that there is nothing for it, and then is ended at once.
 */
public abstract class Parked {
    private enum State {
        WAITING,
        CLAIMED,
        SETTLED
    }

    /** Its stand in the queue of one of its keys. */
    static final class Place {
        final Parked waiter;
        final SlotState slot;
        /** Which of the command's keys this is, counted from 0. */
        final int keyIndex;

        final Key key;
        /** Changed by the audience, under its monitor. */
        volatile RowId id;

        private final SlotAudience audience;

        Place(Parked waiter, SlotState slot, int keyIndex, Key key, RowId id) {
            this.waiter = waiter;
            this.slot = slot;
            this.keyIndex = keyIndex;
            this.key = key;
            this.id = id;
            this.audience = slot.openAudience();
        }
    }

    private final Home home;
    private final byte type;
    private final int db;
    private final List<Place> places = new ArrayList<>(1);
    private State state = State.WAITING;
    /** Keys that were found to hold something while it was claimed for another one. */
    private @Nullable List<Place> passedOver;
    /** How it is to be ended if there is nothing for it. */
    private @Nullable Boolean endsAsError;

    /**
     * @param home where it is told of its outcome
     * @param type what the key must hold, of {@link io.sluice.encoding.ValueType}
     * @param db the database of the keys
     */
    protected Parked(Home home, byte type, int db) {
        this.home = home;
        this.type = type;
        this.db = db;
    }

    /**
     * Runs the command for one of its keys, which holds a value of its type; in the lanes, perhaps several times.
     *
     * @return null if there is nothing for it after all: it then waits on
     */
    protected abstract @Nullable Object serve(CommandContext context, int keyIndex);

    /** The slots it needs besides the key's own to be served. */
    protected abstract int[] furtherSlots();

    /** Whether nobody could be told any more: it is then not served, and will be ended. Any thread. */
    protected abstract boolean isGone();

    /** It was served; on its home. */
    protected abstract void served(@Nullable Object result, @Nullable CommandException failure, Gates gates);

    /** It was ended without having been served; on its home. */
    protected abstract void ended(boolean asError);

    /** Ends the wait, unless the command is served first; on its home. */
    public final void end(boolean asError) {
        synchronized (this) {
            if (state == State.CLAIMED) {
                endsAsError = asError;
            }
            if (state != State.WAITING) {
                return;
            }
            state = State.SETTLED;
        }
        leave();
        ended(asError);
    }

    /** Ends the wait with an error, unless the command is just being served: then that ends it. Any thread. */
    void fail(CommandException why) {
        synchronized (this) {
            if (state != State.WAITING) {
                return;
            }
            state = State.SETTLED;
        }
        leave();
        home.execute(() -> served(null, why, new Gates()));
    }

    // ---- in the lanes ----

    /** In the lane of each key. */
    void join(Place place) {
        places.add(place);
        place.audience.join(place);
    }

    /** Leaves all queues. Any thread. */
    void leave() {
        for (Place place : places) {
            place.audience.leave(place);
        }
    }

    boolean wants(Header found) {
        return type == found.type();
    }

    /** Whether it was to be ended while it was claimed: it is then not served any more. */
    synchronized boolean isToEnd() {
        return endsAsError != null || isGone();
    }

    /** Takes it for service, on account of one of its keys. */
    synchronized boolean claim(Place place) {
        if (state == State.CLAIMED) {
            if (passedOver == null) {
                passedOver = new ArrayList<>(1);
            }
            passedOver.add(place);
        }
        if (state != State.WAITING || isGone()) {
            return false;
        }
        state = State.CLAIMED;
        return true;
    }

    /** There was something for it. */
    void settle() {
        synchronized (this) {
            state = State.SETTLED;
        }
        leave();
    }

    /**
     * There was nothing for it: it waits on.
     *
     * @return the keys that may have something for it instead
     */
    List<Place> unclaim() {
        Boolean end;
        List<Place> others;
        synchronized (this) {
            end = endsAsError;
            others = passedOver == null ? List.of() : passedOver;
            passedOver = null;
            state = end == null ? State.WAITING : State.SETTLED;
        }
        if (end == null) {
            return others;
        }
        leave();
        home.execute(() -> ended(end));
        return List.of();
    }

    int db() {
        return db;
    }

    Home home() {
        return home;
    }
}
