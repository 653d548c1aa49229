package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys for which somebody waits and that may hold something now, in the order in which they came to hold it. Made by
 * the publication that filled them, and handed from one service to the next with the lanes of their slots.
 */
final class ReadyKeys {
    private record ReadyKey(SlotState slot, RowId id) {}

    /** Stands for the header of a key that no service has looked at. */
    private static final Object UNSEEN = new Object();

    /** With the header that a service has seen: memory need not remember it. */
    private final Map<ReadyKey, Object> keys = new LinkedHashMap<>(2);

    void add(SlotState slot, RowId id) {
        keys.put(new ReadyKey(slot, id), UNSEEN);
    }

    /** Takes over the keys of others, behind its own. */
    void addAll(ReadyKeys others) {
        others.keys.keySet().forEach(key -> keys.put(key, UNSEEN));
    }

    /** What a service, for which it was not, has found in the key: null when that is nothing. */
    void found(SlotState slot, RowId id, @Nullable Header header) {
        ReadyKey key = new ReadyKey(slot, id);
        if (header == null) {
            keys.remove(key);
        } else {
            keys.replace(key, header);
        }
    }

    /** In the lanes: who is served next, claimed; null when there is nobody for any of the keys. */
    Parked.@Nullable Place claimNext(RowCache cache) {
        Iterator<Map.Entry<ReadyKey, Object>> each = keys.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<ReadyKey, Object> entry = each.next();
            ReadyKey key = entry.getKey();
            SlotAudience audience = key.slot.audience;
            Object value = knownValue(key, cache);
            Parked.Place next =
                    audience == null ? null : audience.claimFirst(key.id, value == null ? entry.getValue() : value);
            if (next != null) {
                return next;
            }
            each.remove();
        }
        return null;
    }

    private static @Nullable Object knownValue(ReadyKey key, RowCache cache) {
        WrittenRow written = key.slot.memory.written(key.id);
        Object value = written == null ? null : written.valueIfHere();
        return value != null ? value : cache.get(key.id);
    }

    /** Looks at the keys in lanes of its own: for when the lanes they came with are lost. */
    void lookAgain(Engine engine, Home home) {
        keys.keySet().stream().map(ReadyKey::slot).distinct().forEach(slot -> Wakeup.of(engine, slot, home));
    }

    /** Whether a value is of the type; what is not known may be. */
    static boolean mayBe(Object value, Parked waiter) {
        return value == UNSEEN || (value instanceof Header header && waiter.wants(header));
    }
}
