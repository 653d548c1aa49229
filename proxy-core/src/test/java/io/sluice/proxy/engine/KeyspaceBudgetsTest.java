package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often commands over all slots ask a store that is atomic per slot and that several processes may open. */
class KeyspaceBudgetsTest {
    private static final int KEYS = 100;

    private static MeteringKvStore.Counts count(MeteringKvStore meter, Runnable action) {
        MeteringKvStore.Counts before = meter.snapshot();
        action.run();
        return meter.snapshot().since(before);
    }

    private static void assertCounts(MeteringKvStore.Counts counts, long multiGets, long scans, long commits) {
        assertThat(counts.gets()).as("single reads").isZero();
        assertThat(counts.multiGets()).as("multiGets").isEqualTo(multiGets);
        assertThat(counts.scanPages()).as("scans").isEqualTo(scans);
        assertThat(counts.commits()).as("commits").isEqualTo(commits);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allSlots(boolean inline) {
        MemoryKvStore memory = new MemoryKvStore(Atomicity.SLOT);
        TreeSet<Integer> occupied = new TreeSet<>();
        try (Rig rig = new Rig(memory.share())) {
            for (int i = 0; i < KEYS; i++) {
                rig.set("key" + i, "v").durable();
                occupied.add(rig.key("key" + i).slot());
            }
        }
        int fresh = Keyspace.SLOTS - occupied.size();
        MeteringKvStore meter = new MeteringKvStore(
                inline ? memory.share() : new DelayedKvStore(memory.share(), 1, Duration.ofNanos(100_000)));
        try (Rig rig = new Rig(meter)) {
            // Slot by slot one claim, where there was an owner the small rows and the databases that have keys.
            int again = 2 * occupied.size() + occupied.size();
            assertCounts(count(meter, rig.engine::loadAllSlots), Keyspace.SLOTS / 64, again, Keyspace.SLOTS);
            assertThat(fresh).isPositive();
            assertCounts(count(meter, rig.engine::loadAllSlots), 0, 0, 0);
            assertCounts(count(meter, () -> assertThat(rig.size(0)).isEqualTo(KEYS)), 0, occupied.size(), 0);
            assertCounts(count(meter, () -> assertThat(rig.size(0)).isEqualTo(KEYS)), 0, 0, 0);
            assertCounts(
                    count(meter, () -> rig.overKeyspace(0, keyspace -> keyspace.firstKeys(0, 1000, page -> {}))),
                    0,
                    occupied.size(),
                    0);
            assertCounts(
                    count(meter, () -> {
                        rig.overKeyspace(0, keyspace -> keyspace.flush(-1));
                        rig.engine.flush();
                    }),
                    0,
                    0,
                    occupied.size());
            assertCounts(count(meter, () -> rig.overKeyspace(0, keyspace -> keyspace.flush(-1))), 0, 0, 0);
            assertThat(rig.size(0)).isZero();
        }
    }
}
