package io.sluice.proxy.engine;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The parts that every command of an engine shares. All are thread-safe.
 *
 * @param clock milliseconds since the epoch
 * @param settings the settings as they are now
 */
record EngineCore(
        KeyHasher hasher,
        RowCache cache,
        ExtentCache extents,
        ChainTable chains,
        StoreReads reads,
        SlotLoader loader,
        Committer committer,
        ChangeLimits changeLimits,
        LoadBudget budget,
        EngineStats stats,
        SlotChores chores,
        SharedDatabases databases,
        LongSupplier clock,
        Supplier<EngineSettings> settings) {}
