package io.sluice.proxy.engine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The headers that the commands of one pipeline will ask for. When the first of them meets a miss, the store is asked for
 * all that memory lacks in the same {@code multiGet}; so a pipeline of a hundred cold GETs costs one round trip, and a
 * warm one costs nothing. What it brings is held, with its leases, until the pipeline is through.
 *
 * <p>Made on the connection's event loop before the pipeline runs, used by its commands one after another on whatever
 * threads run them, and closed when the last is done, or when the connection goes, a command being still under way.
 */
public final class Prefetch implements AutoCloseable {
    private final Engine engine;
    private final int db;
    private final Supplier<List<Key>> keys;
    private final HeldRows held;
    private boolean asked;
    private boolean closed;

    /** @param keys the keys of the pipeline's commands; asked for only when a miss is met, from any thread */
    public Prefetch(Engine engine, int db, Supplier<List<Key>> keys) {
        this.engine = engine;
        this.db = db;
        this.keys = keys;
        this.held = new HeldRows(engine.core().budget());
    }

    /** Brings the pipeline's slots into service together, instead of each when its command comes. */
    void loadSlots() {
        for (Key key : keys.get()) {
            SlotState slot = engine.slot(key.slot());
            if (!slot.isServing()) {
                engine.core().loader().whenServing(slot);
            }
        }
    }

    /** The rows of the pipeline that memory lacks; once. Their slots are leased when this returns. */
    synchronized Set<RowId> takeWanted() {
        if (asked || closed) {
            return Set.of();
        }
        asked = true;
        Set<RowId> wanted = new LinkedHashSet<>();
        for (Key key : keys.get()) {
            SlotState slot = engine.slot(key.slot());
            if (slot.isServing()) {
                RowId id = key.header(slot.databases().generationOf(db));
                if (slot.memory.peekHeader(id) == null && engine.core().cache().find(id) == null) {
                    held.lease(slot);
                    wanted.add(id);
                }
            }
        }
        return wanted;
    }

    synchronized void put(RowId id, Object value) {
        if (!closed) {
            held.put(id, value);
        }
    }

    /** The row if it was brought, and its slot's memory was not dropped since it was asked for. */
    synchronized @Nullable Object row(SlotState slot, RowId id) {
        Object value = held.row(id);
        return value == null || held.isStale(slot) ? null : value;
    }

    synchronized long bytes() {
        return held.bytes();
    }

    @Override
    public synchronized void close() {
        closed = true;
        held.close();
    }
}
