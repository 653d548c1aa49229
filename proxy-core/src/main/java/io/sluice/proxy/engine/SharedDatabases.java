package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;

/**
 * One object for what is the same in many slots: a FLUSHALL gives all 16,384 the same map, and every command reads it. The last
 * one is remembered, which is enough where slots change one after the other; what differs is kept as it is. Thread-safe.
 */
final class SharedDatabases {
    private volatile Databases last = Databases.INITIAL;

    /** An equal one, which other slots may have too. */
    Databases of(Databases databases) {
        Databases known = last;
        if (known.equals(databases)) {
            return known;
        }
        last = databases;
        return databases;
    }
}
