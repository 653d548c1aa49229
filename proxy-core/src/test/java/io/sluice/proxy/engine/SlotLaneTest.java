package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SlotLaneTest {
    private static final int PATIENCE_SECONDS = 30;

    private final SlotLane lane = new SlotLane();

    /** A waiter that notes its turn and gives the lane back at once, or when it is told to. */
    private record Waiter(Executor executor, boolean runsAnywhere, Consumer<SlotLane> action) implements LaneWaiter {
        @Override
        public void granted(SlotLane lane) {
            action.accept(lane);
        }
    }

    private static int stackDepth() {
        long frames = StackWalker.getInstance().walk(stack -> stack.count());
        return (int) frames;
    }

    @Test
    void waitersAreGrantedInTheOrderOfArrivalAndNobodyOvertakesThem() {
        assertThat(lane.tryAcquire()).isTrue();
        List<Integer> granted = new ArrayList<>();
        List<Boolean> overtaken = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            lane.acquire(new Waiter(Runnable::run, true, held -> {
                granted.add(number);
                overtaken.add(held.tryAcquire());
                held.release();
            }));
        }
        assertThat(granted).isEmpty();
        assertThat(lane.tryAcquire()).isFalse();
        lane.release();
        assertThat(granted).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(overtaken).containsOnly(false);
        assertThat(lane.isHeld()).isFalse();
        assertThat(lane.tryAcquire()).isTrue();
    }

    @Test
    void theStackStaysFlatHoweverManyWait() {
        int count = 100_000;
        assertThat(lane.tryAcquire()).isTrue();
        Queue<Runnable> home = new ArrayDeque<>();
        int[] granted = {0};
        int[] deepest = {0};
        for (int i = 0; i < count; i++) {
            lane.acquire(new Waiter(home::add, true, held -> {
                granted[0]++;
                if (granted[0] % 997 == 0) {
                    deepest[0] = Math.max(deepest[0], stackDepth());
                }
                held.release();
            }));
        }
        int before = stackDepth();
        lane.release();
        int handovers = 0;
        while (!home.isEmpty()) {
            handovers++;
            home.remove().run();
        }
        assertThat(granted[0]).isEqualTo(count);
        assertThat(deepest[0] - before).isLessThan(20);
        assertThat(handovers).as("a holder works for others with a bound").isGreaterThan(count / 50);
    }

    /** Chains of lanes: each waiter holds one and waits for the next, so that one release sets the next free, and so on. */
    @Test
    void theStackStaysFlatAcrossLanes() {
        int count = 5_000;
        SlotLane[] lanes = new SlotLane[count + 1];
        for (int i = 0; i <= count; i++) {
            lanes[i] = new SlotLane();
            assertThat(lanes[i].tryAcquire()).isTrue();
        }
        Queue<Runnable> home = new ArrayDeque<>();
        int[] deepest = {0};
        for (int i = 0; i < count; i++) {
            SlotLane mine = lanes[i];
            lanes[i + 1].acquire(new Waiter(home::add, true, next -> {
                deepest[0] = Math.max(deepest[0], stackDepth());
                next.release();
                mine.release();
            }));
        }
        lanes[count].release();
        while (!home.isEmpty()) {
            home.remove().run();
        }
        assertThat(lanes).noneMatch(SlotLane::isHeld);
        assertThat(deepest[0]).isLessThan(500);
    }

    @Test
    void aWaiterThatKeepsTheLaneStopsTheOthersUntilItGivesItBack() {
        assertThat(lane.tryAcquire()).isTrue();
        List<String> order = new ArrayList<>();
        lane.acquire(new Waiter(Runnable::run, true, held -> {
            held.markLong();
            order.add("kept");
        }));
        lane.acquire(new Waiter(Runnable::run, true, held -> {
            order.add("after");
            held.release();
        }));
        lane.release();
        assertThat(order).containsExactly("kept");
        assertThat(lane.isHeldLong()).isTrue();
        lane.release();
        assertThat(order).containsExactly("kept", "after");
        assertThat(lane.isHeldLong()).isFalse();
        assertThat(lane.isHeld()).isFalse();
    }

    @Test
    void aWaiterThatMustRunAtHomeIsHandedOver() {
        assertThat(lane.tryAcquire()).isTrue();
        Queue<Runnable> home = new ArrayDeque<>();
        List<String> order = new ArrayList<>();
        lane.acquire(new Waiter(home::add, false, held -> {
            order.add("home");
            held.release();
        }));
        lane.acquire(new Waiter(Runnable::run, true, held -> {
            order.add("after");
            held.release();
        }));
        lane.release();
        assertThat(order).isEmpty();
        assertThat(lane.isHeld()).isTrue();
        home.remove().run();
        assertThat(order).containsExactly("home", "after");
        assertThat(lane.isHeld()).isFalse();
    }

    @Test
    void aWaiterThatThrowsOrHasNoHomeLeavesTheLaneToTheOthers() {
        assertThat(lane.tryAcquire()).isTrue();
        List<String> order = new ArrayList<>();
        lane.acquire(new Waiter(Runnable::run, true, held -> {
            held.release();
            throw new IllegalStateException("for the test");
        }));
        lane.acquire(new Waiter(
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                false,
                held -> {
                    order.add("homeless");
                    held.release();
                }));
        lane.acquire(new Waiter(Runnable::run, true, held -> {
            order.add("after");
            held.release();
        }));
        lane.release();
        assertThat(order).containsExactly("homeless", "after");
        assertThat(lane.isHeld()).isFalse();
    }

    /** Many threads; some give the lane back at once, some later from another thread, some on their own home. */
    @Test
    void underStressNobodyIsInsideTwiceAndNoWaiterIsLost() throws InterruptedException {
        int threads = 6;
        int each = 30_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        ExecutorService others = Executors.newFixedThreadPool(2);
        CountDownLatch done = new CountDownLatch(threads * each);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger violations = new AtomicInteger();
        int[] unguarded = {0};
        try {
            for (int t = 0; t < threads; t++) {
                int seed = t;
                pool.execute(() -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    for (int i = 0; i < each; i++) {
                        int kind = random.nextInt(20);
                        Runnable enter = () -> {
                            if (inside.incrementAndGet() != 1) {
                                violations.incrementAndGet();
                            }
                            unguarded[0]++;
                        };
                        Runnable leave = () -> {
                            inside.decrementAndGet();
                            done.countDown();
                            lane.release();
                        };
                        if (kind < 10 && lane.tryAcquire()) {
                            enter.run();
                            leave.run();
                        } else {
                            lane.acquire(new Waiter(others, kind != 19, held -> {
                                enter.run();
                                if (kind == 18) {
                                    held.markLong();
                                    others.execute(leave);
                                } else {
                                    leave.run();
                                }
                            }));
                        }
                    }
                });
            }
            assertThat(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("all were granted")
                    .isTrue();
        } finally {
            pool.shutdownNow();
            others.shutdown();
            assertThat(others.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        }
        assertThat(violations).hasValue(0);
        assertThat(unguarded[0]).as("no increment was lost").isEqualTo(threads * each);
        assertThat(lane.isHeld()).isFalse();
    }

    /** Each thread's own waiters are granted in the order in which that thread queued them. */
    @Test
    void underStressTheOrderOfArrivalIsKept() throws InterruptedException {
        int threads = 4;
        int each = 20_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        ExecutorService home = Executors.newSingleThreadExecutor();
        CountDownLatch done = new CountDownLatch(threads * each);
        int[] next = new int[threads];
        AtomicInteger disorder = new AtomicInteger();
        try {
            for (int t = 0; t < threads; t++) {
                int thread = t;
                pool.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = i;
                        lane.acquire(new Waiter(home, true, held -> {
                            if (next[thread]++ != number) {
                                disorder.incrementAndGet();
                            }
                            done.countDown();
                            held.release();
                        }));
                    }
                });
            }
            assertThat(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            pool.shutdownNow();
            home.shutdown();
        }
        assertThat(disorder).hasValue(0);
    }
}
