package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.KeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A request as it was parsed, and the row of its command.
 *
 * @param spec null when there is no such command
 */
record Request(Args args, @Nullable CommandSpec spec) {

    /** Where its keys stand; nowhere, if it will not be run. */
    KeySpec keys() {
        return spec == null || !spec.accepts(args.count()) ? KeySpec.NONE : spec.keys();
    }

    /** How many keys stand one behind the other; 0 when they have to be looked for among options. */
    int keyCount() {
        KeySpec keys = keys();
        return keys.isScattered() ? 0 : keys.count(args);
    }
}
