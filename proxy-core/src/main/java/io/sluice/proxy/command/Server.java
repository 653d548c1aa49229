package io.sluice.proxy.command;

import io.sluice.proxy.config.Settings;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;

/** Everything that commands about the server work with. All of it is thread-safe. */
public record Server(
        ServerFacts facts,
        Settings settings,
        Clients clients,
        ServerStats stats,
        SlowLog slowLog,
        LatencyEvents latencyEvents,
        StoreControl store,
        Lifecycle lifecycle) {}
