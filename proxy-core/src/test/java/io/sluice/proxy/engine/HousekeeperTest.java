package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.kv.MemoryKvStore;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HousekeeperTest {
    private final AtomicLong clock = new AtomicLong(4_000_000_000_000L);
    private final CountDownLatch expired = new CountDownLatch(1);

    /** At one row a second a single flushed slot keeps reclamation at rest for minutes. */
    @Test
    @Timeout(60)
    void keysThatAreDueDoNotWaitForReclamation() throws Exception {
        Engine engine = engine(() -> 100, () -> 1);
        engine.start();
        try {
            put(engine, "flushed", Header.NO_EXPIRY);
            engine.onKeyspace(0, keyspace -> {
                keyspace.flush(0);
                return true;
            });
            awaitBacklog(engine, true);
            put(engine, "due", clock.get() + 10);
            clock.addAndGet(1_000);
            assertThat(expired.await(50, TimeUnit.SECONDS)).isTrue();
        } finally {
            engine.close();
        }
    }

    /** At the rate that it begins with, the rest after each entry takes minutes. */
    @Test
    @Timeout(60)
    void aChangedRateHoldsForTheRestThatHasBegun() throws Exception {
        AtomicInteger rate = new AtomicInteger(1);
        CountDownLatch asked = new CountDownLatch(1);
        Engine engine = engine(() -> 100, () -> {
            int now = rate.get();
            asked.countDown();
            return now;
        });
        engine.start();
        try {
            for (String key : new String[] {"a", "b", "c"}) {
                put(engine, key, Header.NO_EXPIRY);
            }
            engine.onKeyspace(0, keyspace -> {
                keyspace.flush(0);
                return true;
            });
            assertThat(asked.await(50, TimeUnit.SECONDS)).isTrue();
            rate.set(Integer.MAX_VALUE);
            awaitBacklog(engine, false);
        } finally {
            engine.close();
        }
    }

    @Test
    @Timeout(60)
    void everyPassAsksHowLongToPause() throws Exception {
        CountDownLatch asked = new CountDownLatch(10);
        Engine engine = engine(
                () -> {
                    asked.countDown();
                    return 100;
                },
                () -> 1);
        engine.start();
        try {
            assertThat(asked.await(50, TimeUnit.SECONDS)).isTrue();
        } finally {
            engine.close();
        }
    }

    private Engine engine(IntSupplier hz, IntSupplier reclaimRowsPerSecond) {
        EngineOptions options = new EngineOptions(
                1 << 20,
                1 << 20,
                hz,
                reclaimRowsPerSecond,
                clock::get,
                (context, key, limit) -> 0,
                SlotFunction.OF_CLUSTER,
                Rig.LARGEST_CHANGE);
        return new Engine(new MemoryKvStore(), options, new Expiries(), () -> Rig.SETTINGS);
    }

    private static void awaitBacklog(Engine engine, boolean some) {
        while (engine.figures().reclaimBacklog() > 0 != some) {
            assertThat(Thread.interrupted()).as("in time").isFalse();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void put(Engine engine, String name, long expireAtMs) {
        Key key = engine.hasher().key(Rig.bytes(name));
        WorkerHome home = new WorkerHome();
        var call = new WorkerHome.Waitable(engine, new int[] {key.slot()}, 0, home, false) {
            @Override
            protected Object body(CommandContext context) {
                context.put(key, Rig.string("v").withExpireAt(expireAtMs));
                return true;
            }
        };
        home.await(call);
        assertThat(call.failure()).isNull();
    }

    private final class Expiries implements EngineStats {
        @Override
        public void countExpired() {
            expired.countDown();
        }

        @Override
        public void countHits(int lookups) {}

        @Override
        public void countMisses(int lookups) {}
    }
}
