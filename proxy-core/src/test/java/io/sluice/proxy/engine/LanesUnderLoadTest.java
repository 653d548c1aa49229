package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on several slots from event loops, and long ones from workers, over each other's keys: all come through. */
class LanesUnderLoadTest {
    private static final int KEYS = 6;
    private static final int PATIENCE_SECONDS = 60;

    /** An event loop of its own thread. */
    private static final class LoopThread extends Home {
        final ExecutorService thread = Executors.newSingleThreadExecutor();

        @Override
        public void execute(Runnable task) {
            thread.execute(task);
        }

        @Override
        protected void changed(CommitQueue queue) {
            commit(queue);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void multiLaneCommandsAndLongOnesDoNotWaitForEachOtherForEver(boolean cacheOff) throws Exception {
        DelayedKvStore store =
                new DelayedKvStore(new MemoryKvStore(Atomicity.STORE), 5, Duration.ofNanos(100_000), 0.5);
        AtomicInteger added = new AtomicInteger();
        List<CompletableFuture<?>> all = new ArrayList<>();
        LoopThread[] loops = {new LoopThread(), new LoopThread(), new LoopThread()};
        ExecutorService workers = Executors.newFixedThreadPool(3);
        try (Rig rig = new Rig(store, cacheOff ? 0 : Rig.CACHE, Rig.BUDGET)) {
            for (int n = 0; n < loops.length; n++) {
                LoopThread loop = loops[n];
                SplittableRandom random = new SplittableRandom(n);
                for (int i = 0; i < 400; i++) {
                    String[] keys = some(random);
                    CompletableFuture<Void> done = new CompletableFuture<>();
                    all.add(done);
                    loop.execute(() -> onLoop(rig, loop, keys, added, done));
                }
            }
            for (int n = 0; n < 3; n++) {
                SplittableRandom random = new SplittableRandom(100 + n);
                for (int i = 0; i < 150; i++) {
                    String[] keys = some(random);
                    all.add(CompletableFuture.runAsync(() -> onWorker(rig, keys, added), workers));
                }
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            long sum = 0;
            for (int i = 0; i < KEYS; i++) {
                sum += Long.parseLong(String.valueOf(rig.get("k" + i).durable()));
                assertThat(rig.slot("k" + i).isHeld()).isFalse();
            }
            assertThat(sum).isEqualTo(added.get());
            assertThat(rig.engine.figures().heldBytes()).isZero();
        } finally {
            workers.shutdownNow();
            for (LoopThread loop : loops) {
                loop.thread.shutdownNow();
            }
            store.close();
        }
    }

    private static String[] some(SplittableRandom random) {
        int count = 1 + random.nextInt(3);
        String[] keys = new String[count];
        for (int i = 0; i < count; i++) {
            keys[i] = "k" + random.nextInt(KEYS);
        }
        return keys;
    }

    private static Object addOne(Rig rig, CommandContext c, String[] keys) {
        for (String key : keys) {
            Header old = c.header(rig.key(key));
            long number = old == null ? 0 : Long.parseLong(String.valueOf(Rig.text(old)));
            c.put(rig.key(key), Rig.string(Long.toString(number + 1)));
        }
        return null;
    }

    private static void onLoop(
            Rig rig, LoopThread loop, String[] keys, AtomicInteger added, CompletableFuture<Void> done) {
        Execution execution = new Execution(rig.engine, rig.slotsOf(keys), 0, loop, false, false, null) {
            @Override
            protected Object body(CommandContext context) {
                return addOne(rig, context, keys);
            }

            @Override
            protected void completed() {
                added.addAndGet(keys.length);
                done.complete(null);
            }
        };
        if (execution.start()) {
            added.addAndGet(keys.length);
            done.complete(null);
        }
    }

    private static void onWorker(Rig rig, String[] keys, AtomicInteger added) {
        WorkerHome home = new WorkerHome();
        home.await(new WorkerHome.Waitable(rig.engine, rig.slotsOf(keys), 0, home, false) {
            @Override
            protected Object body(CommandContext context) {
                return addOne(rig, context, keys);
            }
        });
        added.addAndGet(keys.length);
    }
}
