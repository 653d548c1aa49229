package io.sluice.proxy.engine;

import io.sluice.encoding.Databases;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one reading of a slot's small rows finds.
 *
 * @param databases which generation each database has
 * @param occupied the generations that have keys; null when there are too many to look at
 * @param nextExpiryMs when the first entry of the expiry index is due; {@link Long#MAX_VALUE} without one
 * @param mayReclaim whether the reclaim queue holds anything
 * @param registeredHashes the key hash of every large value
 * @param clockMs the fence row's clock: this owner's is never below it
 */
record SlotSummary(
        Databases databases,
        @Nullable Set<Integer> occupied,
        long nextExpiryMs,
        boolean mayReclaim,
        List<Integer> registeredHashes,
        long clockMs) {}
