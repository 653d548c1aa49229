package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandResolver;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.KeyHasher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The keys that the requests of one pipeline name, for its prefetch. Looked for only when one of its commands meets a
 * miss, so that a warm pipeline does not pay for it.
 */
record PipelineKeys(byte[][][] requests, CommandResolver resolver, KeyHasher hasher) implements Supplier<List<Key>> {

    /** More than this is not read ahead: the rest of such a pipeline makes its own prefetch. */
    static final int MAX_KEYS = 4_096;

    @Override
    public List<Key> get() {
        List<Key> keys = new ArrayList<>();
        for (byte[][] request : requests) {
            Args args = new Args(request, hasher);
            CommandSpec spec = resolver.find(args);
            if (spec == null || spec.keys().isNone() || !spec.accepts(args.count())) {
                continue;
            }
            keys.addAll(spec.keys().of(args));
            if (keys.size() >= MAX_KEYS) {
                break;
            }
        }
        return keys;
    }
}
