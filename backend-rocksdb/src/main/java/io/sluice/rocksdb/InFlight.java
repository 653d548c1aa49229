package io.sluice.rocksdb;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls are inside native code, and the door that closes behind them.
 *
 * <p>A native handle used after it was closed is not an exception but a dead JVM. So every call into RocksDB is made
 * between {@link #enter} and {@link #exit}, and the handles are released only after {@link #close}, which lets
 * nobody in any more, and {@link #awaitEmpty}, which waits until all are out. One word holds both facts, so that there is no moment between
 * looking at the door and going through it: the sign bit says closed, the rest counts.
 */
final class InFlight {
    private static final int CLOSED = Integer.MIN_VALUE;

    private final AtomicInteger state = new AtomicInteger();
    private final CountDownLatch empty = new CountDownLatch(1);

    /** Goes in. False when closed; then there is nothing to leave. */
    boolean enter() {
        int seen = state.get();
        while (seen >= 0) {
            if (state.compareAndSet(seen, seen + 1)) {
                return true;
            }
            seen = state.get();
        }
        return false;
    }

    void exit() {
        if (state.decrementAndGet() == CLOSED) {
            empty.countDown();
        }
    }

    /** Runs something inside; nothing when closed. */
    void run(Runnable action) {
        if (enter()) {
            try {
                action.run();
            } finally {
                exit();
            }
        }
    }

    /** Closes the door. False when it was closed already. */
    boolean close() {
        int before = state.getAndUpdate(s -> s | CLOSED);
        if (before == 0) {
            empty.countDown();
        }
        return before >= 0;
    }

    /** Waits until nobody is inside. An interrupt does not end the wait: what it protects is the JVM itself. */
    void awaitEmpty() {
        boolean interrupted = false;
        for (; ; ) {
            try {
                empty.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
