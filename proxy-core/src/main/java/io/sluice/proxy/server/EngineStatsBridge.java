package io.sluice.proxy.server;

import io.sluice.proxy.engine.EngineStats;
import io.sluice.proxy.stats.ServerStats;

/** Counts what the engine sees where INFO looks. */
record EngineStatsBridge(ServerStats stats) implements EngineStats {
    @Override
    public void countExpired() {
        stats.expired(1);
    }

    @Override
    public void countExpiredFields(int fields) {
        stats.expiredFields(fields);
    }

    @Override
    public void countHits(int lookups) {
        stats.lookups(lookups, 0);
    }

    @Override
    public void countMisses(int lookups) {
        stats.lookups(0, lookups);
    }
}
