package io.sluice.kv.contract;

import static org.junit.jupiter.api.Assertions.fail;

import io.sluice.kv.Atomicity;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * What every backend must pass. A backend's test class extends this and overrides {@link #open}; a durable one overrides
 * {@link #reopen} too:
 *
 * <pre>{@code
 * class MyKvStoreTest extends KvStoreContract {
 *     @Override
 *     protected KvStore open() {
 *         return new MyKvStore(...);
 *     }
 * }
 * }</pre>
 *
 * <p>Tests of what the store does not declare in its {@code Capabilities} are aborted, not passed: the report shows them
 * as skipped with the reason.
 *
 * <p>The random histories print their seed on failure; {@code -Dsluice.contract.seed=N} runs that one alone.
 */
public abstract class KvStoreContract extends ConcurrencyContract {

    private static final int HISTORIES = 40;
    private static final int STEPS = 60;

    @Test
    void randomHistoriesAgreeWithASortedMap() {
        Long given = Long.getLong("sluice.contract.seed");
        long first = given != null ? given : ThreadLocalRandom.current().nextLong();
        boolean wide = store.capabilities().atomicity() == Atomicity.STORE;
        // Every run has two slots of its own, so that one store serves them all and a failure can be tried again.
        int slot = 1000;
        for (int i = 0; i < (given != null ? 1 : HISTORIES); i++) {
            long seed = first + i;
            List<History.Step> history = History.random(seed, STEPS, wide);
            String difference = History.run(history, store, slot);
            slot += 2;
            if (difference != null) {
                List<History.Step> small = history;
                for (int at = small.size() - 1; at >= 0; at--) {
                    List<History.Step> without = History.without(small, at);
                    String still = History.run(without, store, slot);
                    slot += 2;
                    if (still != null) {
                        small = without;
                        difference = still;
                    }
                }
                fail("seed " + seed + ": " + difference + "\nsmallest history found:\n" + History.text(small));
            }
        }
    }
}
