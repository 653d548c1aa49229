package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The keys for which somebody waits and that may hold something now, in the order in which they came to hold it. Made by
 * the publication that filled them, and handed from one service to the next with the lanes of their slots.
 */
final class ReadyKeys {
    private record ReadyKey(SlotState slot, RowId id) {}

    private final ArrayDeque<ReadyKey> keys = new ArrayDeque<>();

    void add(SlotState slot, RowId id) {
        ReadyKey key = new ReadyKey(slot, id);
        if (!keys.contains(key)) {
            keys.add(key);
        }
    }

    /** Takes over the keys of others, behind its own. */
    void addAll(ReadyKeys others) {
        others.keys.forEach(key -> add(key.slot, key.id));
    }

    void remove(SlotState slot, RowId id) {
        keys.remove(new ReadyKey(slot, id));
    }

    /** In the lanes: who is served next, claimed; null when there is nobody for any of the keys. */
    Parked.@Nullable Place claimNext(RowCache cache) {
        while (true) {
            ReadyKey key = keys.peek();
            if (key == null) {
                return null;
            }
            SlotAudience audience = key.slot.audience;
            Parked.Place next = audience == null ? null : audience.claimFirst(key.id, knownValue(key, cache));
            if (next != null) {
                return next;
            }
            keys.remove();
        }
    }

    private static @Nullable Object knownValue(ReadyKey key, RowCache cache) {
        WrittenRow written = key.slot.memory.written(key.id);
        return written != null ? written.value : cache.get(key.id);
    }

    /** Whether a value is of the type; what is not known may be. */
    static boolean mayBe(@Nullable Object value, Parked waiter) {
        return value == null || (value instanceof Header header && waiter.wants(header.type()));
    }
}
