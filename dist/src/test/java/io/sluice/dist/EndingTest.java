package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.dist.ServerStarter.RunningServer;
import io.sluice.kv.KvStore;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.ForwardingKvStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a process that only notes with which code it was halted. */
@Timeout(120)
class EndingTest {
    private final List<String> calls = new ArrayList<>();
    private final List<Integer> halted = new ArrayList<>();

    @Test
    void closesTheServerAndThenTheStore() {
        Ending ending = ending(() -> calls.add("server"), () -> calls.add("store"), Duration.ZERO);

        assertThat(ending.end()).isZero();
        assertThat(ending.end()).isZero();
        assertThat(calls).containsExactly("server", "store");
        assertThat(halted).isEmpty();
    }

    @Test
    void aSignalHaltsTheProcessWithItsOwnCode() {
        ending(() -> {}, () -> {}, Duration.ofHours(1)).onSignal();

        assertThat(halted).containsExactly(0);
    }

    @Test
    void theStoreIsClosedBehindAServerThatFailed() {
        Ending ending = ending(EndingTest::fail, () -> calls.add("store"), Duration.ofHours(1));

        assertThat(ending.end()).isEqualTo(1);
        assertThat(calls).containsExactly("store");
        assertThat(halted).isEmpty();
    }

    @Test
    void aStoreThatFailsToCloseShowsInTheCode() {
        assertThat(ending(() -> {}, EndingTest::fail, Duration.ofHours(1)).end())
                .isEqualTo(1);
        assertThat(halted).isEmpty();
    }

    @Test
    void aStoreThatNeverClosesDoesNotKeepTheProcess() throws InterruptedException {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Ending ending = ending(
                () -> calls.add("server"),
                () -> {
                    closing.countDown();
                    awaitQuietly(over);
                },
                Duration.ZERO);

        assertThat(ending.end()).isEqualTo(1);
        closing.await();
        assertThat(calls).containsExactly("server");
        assertThat(halted).containsExactly(1);
        over.countDown();
    }

    private Ending ending(Runnable closeServer, Runnable closeStore, Duration left) {
        RunningServer server = new RunningServer() {
            @Override
            public int port() {
                return 1;
            }

            @Override
            public void awaitClosed() {}

            @Override
            public void close() {
                closeServer.run();
            }

            @Override
            public Duration timeLeft() {
                return left;
            }
        };
        KvStore store = new ForwardingKvStore(new MemoryKvStore()) {
            @Override
            public void close() {
                closeStore.run();
            }
        };
        return new Ending(server, store, halted::add);
    }

    private static void fail() {
        throw new IllegalStateException("as the test wants it");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
