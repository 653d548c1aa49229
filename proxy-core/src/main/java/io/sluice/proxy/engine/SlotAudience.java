package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who must learn that keys of a slot were changed: the connections that watch them, and the commands that are parked until
 * they hold something. Keys are told apart by their header rows, so both follow their database when it gets another
 * generation.
 *
 * <p>Told of changes, and joined, in the slot's lane; left from any thread. Hence the monitor, which is all but
 * uncontended.
 */
final class SlotAudience {
    private final Map<RowId, List<Watch>> watches = new HashMap<>();
    /** In the order of arrival, keys and those who wait for each. */
    private final Map<RowId, Set<Parked.Place>> queues = new LinkedHashMap<>();

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

    /** In the lane. */
    synchronized void join(Parked.Place place) {
        queues.computeIfAbsent(place.id, id -> new LinkedHashSet<>(2)).add(place);
    }

    /** Any thread. */
    synchronized void leave(Parked.Place place) {
        Set<Parked.Place> queue = queues.get(place.id);
        if (queue != null && queue.remove(place) && queue.isEmpty()) {
            queues.remove(place.id);
        }
    }

    synchronized boolean isEmpty() {
        return watches.isEmpty() && queues.isEmpty();
    }

    /** The header rows of the watched keys, and the numbers of their databases. */
    synchronized Map<RowId, Integer> watchedKeys() {
        Map<RowId, Integer> keys = new HashMap<>();
        watches.forEach((id, ofKey) -> keys.put(id, ofKey.get(0).db));
        return keys;
    }

    /** The home of one of those who wait; null when nobody does. */
    synchronized @Nullable Home awaitingHome() {
        for (Set<Parked.Place> queue : queues.values()) {
            for (Parked.Place place : queue) {
                return place.waiter.home();
            }
        }
        return null;
    }

    /** All who wait. */
    synchronized Set<Parked> waiters() {
        Set<Parked> all = new LinkedHashSet<>();
        queues.values().forEach(queue -> queue.forEach(place -> all.add(place.waiter)));
        return all;
    }

    /** The header rows of the keys that somebody waits for. */
    synchronized List<RowId> awaitedKeys() {
        return List.copyOf(queues.keySet());
    }

    /**
     * A key was changed; in the lane, when the change is in force.
     *
     * @param byExpiry whether nothing happened but that the row of an expired key was deleted
     * @param batch what the change is committed with; null when no row was changed
     * @return whether somebody waits for the key
     */
    synchronized boolean touched(RowId id, boolean byExpiry, @Nullable Batch batch) {
        List<Watch> ofKey = watches.get(id);
        if (ofKey != null) {
            ofKey.forEach(watch -> watch.touched(byExpiry, batch));
        }
        return !byExpiry && queues.containsKey(id);
    }

    /** The first who waits for the key and may be served with the value, claimed; null when there is nobody. */
    synchronized Parked.@Nullable Place claimFirst(RowId id, Object value) {
        for (Parked.Place place : queues.getOrDefault(id, Set.of())) {
            if (ReadyKeys.mayBe(value, place.waiter) && place.waiter.claim(place)) {
                return place;
            }
        }
        return null;
    }

    /**
     * The slot's databases have other generations from now on; in the lane.
     *
     * @return the awaited keys that are others than before
     */
    synchronized List<RowId> follow(Databases databases) {
        List<Watch> allWatches = new ArrayList<>();
        watches.values().forEach(allWatches::addAll);
        watches.clear();
        for (Watch watch : allWatches) {
            watch.id = watch.id.in(databases.generationOf(watch.db));
            join(watch);
        }
        List<Parked.Place> allPlaces = new ArrayList<>();
        queues.values().forEach(allPlaces::addAll);
        queues.clear();
        Set<RowId> moved = new LinkedHashSet<>();
        for (Parked.Place place : allPlaces) {
            RowId id = place.id.in(databases.generationOf(place.waiter.db()));
            if (!id.equals(place.id)) {
                place.id = id;
                moved.add(id);
            }
            join(place);
        }
        return List.copyOf(moved);
    }
}
