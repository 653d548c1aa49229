package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Round trips to the store, by counting: once the slot's own summary is in memory, from a store that answers inline or not. */
class BudgetsTest {
    static final class Counted implements AutoCloseable {
        final MeteringKvStore meter;
        final Rig rig;

        Counted(Atomicity atomicity, boolean inline) {
            MemoryKvStore memory = new MemoryKvStore(atomicity);
            meter = new MeteringKvStore(inline ? memory : new DelayedKvStore(memory, 1, Duration.ofNanos(200_000)));
            rig = new Rig(meter);
        }

        void expect(String what, long reads, long commits, Supplier<Rig.Call> command) {
            MeteringKvStore.Counts before = meter.snapshot();
            command.get().durable();
            MeteringKvStore.Counts counted = meter.snapshot().since(before);
            assertThat(counted.reads()).as("reads of %s", what).isEqualTo(reads);
            assertThat(counted.commits()).as("commits of %s", what).isEqualTo(commits);
        }

        @Override
        public void close() {
            rig.close();
            meter.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void commandsOnOneSmallKey(Atomicity atomicity, boolean inline) {
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            rig.set("a", "1").durable();
            rig.chill("a");
            t.expect("GET, cold", 1, 0, () -> rig.get("a"));
            t.expect("GET, warm", 0, 0, () -> rig.get("a"));
            t.expect("GET of an absent key, cold", 1, 0, () -> rig.get("{a}none"));
            t.expect("GET of an absent key, warm", 0, 0, () -> rig.get("{a}none"));
            rig.chill("a");
            t.expect("SET, cold", 0, 1, () -> rig.set("a", "2"));
            t.expect("SET, warm", 0, 1, () -> rig.set("a", "3"));
            rig.chill("a");
            t.expect("INCR, cold", 1, 1, () -> rig.incr("a"));
            t.expect("INCR, warm", 0, 1, () -> rig.incr("a"));
            rig.chill("a");
            t.expect("DEL, cold", 1, 1, () -> rig.del("a"));
            t.expect("DEL of what is gone, warm", 0, 0, () -> rig.del("a"));
        }
    }

    @ParameterizedTest
    @CsvSource({"STORE,true", "STORE,false", "SLOT,true", "SLOT,false"})
    void aPipelineOnColdKeysIsOneRoundTripAndOneCommitForEachSlot(Atomicity atomicity, boolean inline) {
        int count = 60;
        String[] tags = {"{a}", "{b}", "{c}"};
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(tags[i % tags.length] + i);
        }
        try (Counted t = new Counted(atomicity, inline)) {
            Rig rig = t.rig;
            keys.forEach(key -> rig.set(key, "7").durable());
            rig.chill(tags);
            List<Function<String, Function<CommandContext, Object>>> commands =
                    List.of(rig::getBody, rig::getBody, rig::incrBody);
            long[] multiGets = {1, 0, 0};
            long[] commits = {0, 0, atomicity == Atomicity.STORE ? 1 : tags.length};
            for (int round = 0; round < commands.size(); round++) {
                MeteringKvStore.Counts before = t.meter.snapshot();
                Function<String, Function<CommandContext, Object>> command = commands.get(round);
                rig.home.holdCommits();
                List<Rig.Call> calls = new ArrayList<>();
                try (Prefetch prefetch = new Prefetch(
                        rig.engine, 0, () -> keys.stream().map(rig::key).toList())) {
                    for (String key : keys) {
                        calls.add(rig.piped(prefetch, command.apply(key), key).outcome());
                    }
                }
                rig.home.commitByItself();
                calls.forEach(Rig.Call::durable);
                MeteringKvStore.Counts counted = t.meter.snapshot().since(before);
                assertThat(counted.multiGets()).isEqualTo(multiGets[round]);
                assertThat(counted.reads()).isEqualTo(multiGets[round]);
                assertThat(counted.keysAsked()).isEqualTo(multiGets[round] * count);
                assertThat(counted.commits()).isEqualTo(commits[round]);
            }
            assertThat(rig.engine.figures().heldBytes()).isZero();
        }
    }

    /** What is counted apart: a slot's first touch costs its claim, where the store is fenced, and a summary. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aSlotsFirstTouch(boolean inline) {
        try (Counted t = new Counted(Atomicity.SLOT, inline)) {
            t.expect("the claim of a slot that nobody had", 1, 1, () -> t.rig.call(c -> null, "a"));
            t.rig.engine.release(t.rig.key("a").slot());
            t.expect("the claim and the summary", 3, 1, () -> t.rig.call(c -> null, "a"));
            t.expect("the second touch", 0, 0, () -> t.rig.call(c -> null, "a"));
        }
    }
}
