package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who must learn that keys of a slot were changed: the connections that watch them. Keys are told apart by their header
 * rows, so they follow their database when it gets another generation.
 *
 * <p>Told of changes, and joined, in the slot's lane; left from any thread. Hence the monitor, which is all but
 * uncontended.
 */
final class SlotAudience {
    private final Map<RowId, List<Watch>> watches = new HashMap<>();

    /** In the lane. */
    synchronized void join(Watch watch) {
        watches.computeIfAbsent(watch.id, id -> new ArrayList<>(1)).add(watch);
    }

    /** Any thread. */
    synchronized void leave(Watch watch) {
        List<Watch> ofKey = watches.get(watch.id);
        if (ofKey != null && ofKey.remove(watch) && ofKey.isEmpty()) {
            watches.remove(watch.id);
        }
    }

    synchronized boolean isEmpty() {
        return watches.isEmpty();
    }

    /** The header rows of the watched keys, and the numbers of their databases. */
    synchronized Map<RowId, Integer> watchedKeys() {
        Map<RowId, Integer> keys = new HashMap<>();
        watches.forEach((id, ofKey) -> keys.put(id, ofKey.get(0).db));
        return keys;
    }

    /**
     * A key was changed; in the lane, when the change is in force.
     *
     * @param byExpiry whether nothing happened but that the row of an expired key was deleted
     * @param batch what the change is committed with; null when no row was changed
     */
    synchronized void touched(RowId id, boolean byExpiry, @Nullable Batch batch) {
        List<Watch> ofKey = watches.get(id);
        if (ofKey != null) {
            ofKey.forEach(watch -> watch.touched(byExpiry, batch));
        }
    }

    /** The slot's databases have other generations from now on; in the lane. */
    synchronized void follow(Databases databases) {
        List<Watch> all = new ArrayList<>();
        watches.values().forEach(all::addAll);
        watches.clear();
        for (Watch watch : all) {
            watch.id = watch.id.in(databases.generationOf(watch.db));
            join(watch);
        }
    }
}
