package io.sluice.proxy.server;

import io.sluice.proxy.engine.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The keys that the requests of one pipeline name, for its prefetch. Looked for only when one of its commands meets a
 * miss, so that a warm pipeline does not pay for it.
 */
record PipelineKeys(List<Request> requests) implements Supplier<List<Key>> {

    /** More than this is not read ahead: the rest of such a pipeline makes its own prefetch. */
    static final int MAX_KEYS = 4_096;

    @Override
    public List<Key> get() {
        List<Key> keys = new ArrayList<>();
        for (Request request : requests) {
            if (!request.keys().isNone()) {
                keys.addAll(request.keys().of(request.args()));
                if (keys.size() >= MAX_KEYS) {
                    break;
                }
            }
        }
        return keys;
    }
}
