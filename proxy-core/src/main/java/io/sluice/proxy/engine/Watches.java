package io.sluice.proxy.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that one connection watches, from its first WATCH to its next EXEC, DISCARD or UNWATCH. Whether one of them was
 * changed is known for certain only to a transaction that holds the lanes of all of them.
 *
 * <p>Joined in the lanes of the keys, by one command of the connection at a time; all else from any thread.
 */
public final class Watches implements AutoCloseable {
    private final List<Watch> keys = new ArrayList<>();
    private volatile boolean changed;
    private volatile @Nullable Batch changedBy;
    private boolean closed;

    /** In the key's lane: watches the key, unless that is done already. */
    synchronized void join(Watch watch) {
        if (!closed && keys.stream().noneMatch(known -> known.isOf(watch.db, watch.id))) {
            keys.add(watch);
            watch.join();
        }
    }

    /** A key was changed by what is committed with the batch. */
    void changed(@Nullable Batch batch) {
        if (!changed) {
            changedBy = batch;
            changed = true;
        }
    }

    /** In the lanes of all keys: whether one was changed. The gates then wait for the change. */
    synchronized boolean isChanged(long nowMs, Gates gates) {
        if (!changed && keys.stream().noneMatch(watch -> watch.isOutdated(nowMs))) {
            return false;
        }
        Batch by = changedBy;
        if (by != null && !by.isFailed()) { // what is lost is waited for by nobody
            gates.add(by);
        }
        return true;
    }

    /** Whether one is known to be changed. */
    public boolean isChanged() {
        return changed;
    }

    /** The slots of the keys, in no order, one for each key. */
    public synchronized int[] slots() {
        return keys.stream().mapToInt(watch -> watch.slot.slot).toArray();
    }

    public synchronized int size() {
        return keys.size();
    }

    /** Forgets all keys, for good. */
    @Override
    public synchronized void close() {
        closed = true;
        keys.forEach(Watch::leave);
        keys.clear();
    }
}
