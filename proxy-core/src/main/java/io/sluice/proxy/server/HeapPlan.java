package io.sluice.proxy.server;

import io.sluice.proxy.config.LimitSettings;
import io.sluice.proxy.config.Settings;

/** What the settings let be kept in the heap at once, for the whole process. */
final class HeapPlan {
    private static final int MOST_PERCENT = 90;

    private HeapPlan() {}

    static long cacheBytes(Settings settings, long heapBytes) {
        long cache = settings.number(LimitSettings.CACHE_SIZE);
        return cache == 0 ? heapBytes / 3 : cache;
    }

    static long loadBudgetBytes(Settings settings, long heapBytes) {
        long budget = settings.number(LimitSettings.LOAD_BUDGET);
        return budget == 0 ? heapBytes / 8 : budget;
    }

    /**
     * Looks whether the heap can hold it. A JVM that runs out of memory ends at once, which with a cache that is too large
     * would be hours after the start, when the cache is full.
     *
     * @throws StartException if the settings promise more than {@value #MOST_PERCENT} % of it
     */
    static void check(Settings settings, long heapBytes) throws StartException {
        long cache = cacheBytes(settings, heapBytes);
        long budget = loadBudgetBytes(settings, heapBytes);
        long pending = settings.number(LimitSettings.PENDING_BYTES);
        // The default is more than a small heap has to spare, and whoever tries Sluice in one need not know of it.
        boolean countsPending = !settings.isDefault(LimitSettings.PENDING_BYTES);
        long sum = cache + budget + (countsPending ? pending : 0);
        long most = heapBytes / 100 * MOST_PERCENT;
        if (sum > most) {
            String parts = "cache-size (%s), load-budget (%s)%s"
                    .formatted(
                            megabytes(cache),
                            megabytes(budget),
                            countsPending ? ", pending-bytes (" + megabytes(pending) + ")" : "");
            throw new StartException(
                    "%s: %s together, more than %d %% of the heap of %s: lower them, or raise the heap (SLUICE_HEAP)"
                            .formatted(parts, megabytes(sum), MOST_PERCENT, megabytes(heapBytes)),
                    null);
        }
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + "mb";
    }
}
