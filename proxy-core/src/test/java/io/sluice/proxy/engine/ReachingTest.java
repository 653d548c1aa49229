package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.Header;
import io.sluice.kv.Atomicity;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import io.sluice.kv.testing.MeteringKvStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands that learn only while they run which keys they read: they come to hold the lanes of all of them. */
class ReachingTest {
    private static final int PATIENCE_SECONDS = 60;

    private static Function<CommandContext, @Nullable Object> follow(Rig rig, String first) {
        return c -> {
            String name = first;
            String next = Rig.text(c.header(rig.key(name)));
            while (next != null) {
                name = next;
                next = Rig.text(c.header(rig.key(name)));
            }
            return name;
        };
    }

    private static Function<CommandContext, @Nullable Object> joined(Rig rig, String list) {
        return c -> {
            List<Key> keys = new ArrayList<>();
            for (String name : String.valueOf(Rig.text(c.header(rig.key(list)))).split(",")) {
                keys.add(rig.key(name));
            }
            c.prefetch(keys);
            StringBuilder all = new StringBuilder();
            keys.forEach(key -> all.append(Rig.text(c.header(key))));
            return all.toString();
        };
    }

    @Test
    void oneThatMayNotIsADefectAndChangesNothing() {
        try (Rig rig = new Rig(new MemoryKvStore())) {
            rig.set("a", "b").durable();
            assertThatThrownBy(() -> rig.call(follow(rig, "a"), "a").durable())
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining("was not routed by slot");
        }
    }

    @ParameterizedTest
    @EnumSource
    void keysThatAreDeclaredTogetherCostOneMoreRun(Atomicity atomicity) {
        try (Rig rig = new Rig(new MemoryKvStore(atomicity))) {
            rig.set("list", "a,b,c,a").durable();
            for (String name : List.of("a", "b", "c")) {
                rig.set(name, name + name).durable();
            }
            Rig.Call call = rig.reaching(joined(rig, "list"), "list");
            assertThat(call.durable()).isEqualTo("aabbccaa");
            assertThat(call.runs).isEqualTo(2);
            assertThat(rig.slot("b").isHeld()).isFalse();
        }
    }

    @Test
    void aColdStoreIsAskedOnceForThem() {
        MeteringKvStore meter = new MeteringKvStore(new MemoryKvStore());
        try (Rig rig = new Rig(meter)) {
            rig.set("list", "a,b,c,d,e").durable();
            for (String name : List.of("a", "b", "c", "d", "e")) {
                rig.set(name, name).durable();
            }
            rig.chill("list", "a", "b", "c", "d", "e");
            var before = meter.snapshot();
            assertThat(rig.reaching(joined(rig, "list"), "list").durable()).isEqualTo("abcde");
            assertThat(meter.snapshot().since(before).reads()).isEqualTo(2);
        }
    }

    @Test
    void oneThatReachesAgainAndAgainTakesAllSlotsInTheEnd() {
        try (Rig rig = new Rig(new MemoryKvStore())) {
            for (int i = 0; i < 12; i++) {
                rig.set("k" + i, "k" + (i + 1)).durable();
            }
            Rig.Call call = rig.reaching(follow(rig, "k0"), "k0");
            assertThat(call.durable()).isEqualTo("k12");
            assertThat(call.runs).isEqualTo(Execution.MOST_REACHES + 2);
            assertThat(IntStream.range(0, Keyspace.SLOTS)
                            .filter(n -> rig.engine.slot(n).isHeld())
                            .toArray())
                    .isEmpty();
        }
    }

    @Test
    void whatWasWrittenBeforeItReachedIsNotWrittenTwice() {
        try (Rig rig = new Rig(new MemoryKvStore())) {
            rig.set("n", "1").durable();
            Rig.Call call = rig.reaching(
                    c -> {
                        Object number = rig.incrBody("n").apply(c);
                        c.overwrite(rig.key("copy"), Rig.string("of " + number));
                        return number;
                    },
                    "n");
            assertThat(call.durable()).isEqualTo(2L);
            assertThat(rig.get("n").durable()).isEqualTo("2");
            assertThat(rig.get("copy").durable()).isEqualTo("of 2");
        }
    }

    @Test
    void writesInSeveralSlotsAreRefusedWhereTheStoreIsAtomicPerSlot() {
        try (Rig rig = new Rig(new MemoryKvStore(Atomicity.SLOT))) {
            rig.set("n", "1").durable();
            Rig.Call call = rig.reaching(
                    c -> {
                        rig.incrBody("n").apply(c);
                        c.overwrite(rig.key("copy"), Rig.string("x"));
                        return "OK";
                    },
                    "n");
            assertThatThrownBy(call::durable).hasMessageContaining("CROSSSLOT");
            assertThat(rig.get("n").durable()).isEqualTo("1");
        }
    }

    /** Long readers reach for keys among which others move an amount: the sum that they see is always the same. */
    @Test
    void whatItReadsIsOfOneMoment() throws Exception {
        int keys = 8;
        KvStore store = new DelayedKvStore(new MemoryKvStore(Atomicity.STORE), 7, Duration.ofNanos(50_000), 0.3);
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Rig rig = new Rig(store, 0, Rig.BUDGET)) {
            rig.set(
                            "list",
                            String.join(
                                    ",",
                                    IntStream.range(0, keys)
                                            .mapToObj(i -> "k" + i)
                                            .toList()))
                    .durable();
            for (int i = 0; i < keys; i++) {
                rig.set("k" + i, "100").durable();
            }
            List<CompletableFuture<?>> movers = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                SplittableRandom random = new SplittableRandom(n);
                movers.add(CompletableFuture.runAsync(
                        () -> {
                            while (!stop.get()) {
                                move(rig, "k" + random.nextInt(keys), "k" + random.nextInt(keys));
                            }
                        },
                        threads));
            }
            List<CompletableFuture<?>> readers = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                readers.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 200; i++) {
                                assertThat(sum(rig)).isEqualTo(100L * keys);
                            }
                        },
                        threads));
            }
            try {
                CompletableFuture.allOf(readers.toArray(CompletableFuture[]::new))
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } finally {
                stop.set(true);
            }
            CompletableFuture.allOf(movers.toArray(CompletableFuture[]::new)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(rig.engine.figures().heldBytes()).isZero();
        } finally {
            stop.set(true);
            threads.shutdownNow();
            store.close();
        }
    }

    private static void move(Rig rig, String from, String to) {
        WorkerHome home = new WorkerHome();
        var transfer = new WorkerHome.Waitable(rig.engine, rig.slotsOf(from, to), 0, home, false) {
            @Override
            protected Object body(CommandContext c) {
                add(c, from, -1);
                add(c, to, 1);
                return "OK";
            }

            private void add(CommandContext c, String key, long by) {
                Header old = c.header(rig.key(key));
                c.put(rig.key(key), Rig.string(Long.toString(Long.parseLong(String.valueOf(Rig.text(old))) + by)));
            }
        };
        home.await(transfer);
        assertThat(transfer.failure()).isNull();
    }

    private static long sum(Rig rig) {
        WorkerHome home = new WorkerHome();
        var reader = new WorkerHome.Waitable(rig.engine, rig.slotsOf("list"), 0, home, false) {
            @Override
            protected Object body(CommandContext c) {
                long sum = 0;
                for (String name :
                        String.valueOf(Rig.text(c.header(rig.key("list")))).split(",")) {
                    sum += Long.parseLong(String.valueOf(Rig.text(c.header(rig.key(name)))));
                }
                return sum;
            }

            @Override
            protected boolean mayReachFurther() {
                return true;
            }
        };
        home.await(reader);
        return (Long) reader.result();
    }
}
