package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Serves one parked command with a key that may hold something now.
 *
 * <p>It begins in the lanes of the command that filled the key, which it takes over from it: nobody else can take what was
 * put there. When it is through it hands them to the next service, for as long as there is somebody to serve, and the last
 * one gives them back; while the store is asked they are kept. Only if it needs a further slot (the destination of a move)
 * whose lane comes before those it holds, and is taken at that moment, it gives all back and takes them in order; then
 * somebody may come in between, and it waits on if nothing is left.
 */
final class Service extends Execution {
    private final Engine engine;
    private final Parked waiter;
    private final Parked.Place place;
    private final ReadyKeys ready;
    /** What the last run found in the key. */
    private @Nullable Header found;

    private boolean wasEnded;
    private boolean ran;

    private Service(Engine engine, Parked.Place place, ReadyKeys ready) {
        super(engine, slots(place), place.waiter.db(), place.waiter.home(), false, false, null);
        this.engine = engine;
        this.waiter = place.waiter;
        this.place = place;
        this.ready = ready;
    }

    private static int[] slots(Parked.Place place) {
        return IntStream.concat(IntStream.of(place.slot.slot), IntStream.of(place.waiter.furtherSlots()))
                .sorted()
                .distinct()
                .toArray();
    }

    /** The service of the first who can be served with one of the keys; in their lanes. Null when there is nobody. */
    static @Nullable Service next(Engine engine, ReadyKeys ready) {
        Parked.Place place = ready.claimNext(engine.core().cache());
        return place == null ? null : new Service(engine, place, ready);
    }

    @Override
    protected @Nullable Object body(CommandContext context) {
        found = context.header(waiter.db(), place.key);
        wasEnded = waiter.isToEnd();
        return found == null || !waiter.wants(found) || wasEnded ? null : waiter.serve(context, place.keyIndex);
    }

    @Override
    protected boolean keepsLanes() {
        return true;
    }

    @Override
    protected void inForce(@Nullable Object outcome, @Nullable CommandException failed) {
        ran = true;
        if (outcome != null || failed != null) {
            waiter.settle();
        } else {
            boolean isForOthers = wasEnded || (found != null && !waiter.wants(found));
            ready.found(place.slot, place.id, isForOthers ? found : null);
            waiter.unclaim().forEach(other -> Wakeup.of(engine, other.slot, waiter.home()));
        }
    }

    @Override
    ReadyKeys readyKeys() {
        ReadyKeys filled = attempt().readyKeys();
        if (filled != null) {
            ready.addAll(filled);
        }
        return ready;
    }

    @Override
    protected void completed() {
        if (!ran) {
            // It has failed before it came to run, and was the only one who knew of these keys.
            waiter.settle();
            ready.lookAgain(engine, waiter.home());
        }
        if (result() != null || failure() != null) {
            waiter.served(result(), failure(), gates());
        }
    }
}
