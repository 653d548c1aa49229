package io.sluice.rocksdb;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Daemon threads with names that a thread dump can be read by. Closing the store, not the JVM's exit, ends them. */
final class NamedThreads {
    private NamedThreads() {}

    static ThreadFactory of(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Waits for the end of a thread that was told to end. An interrupt does not end the wait, and is kept. */
    static void join(Thread thread) {
        join(thread, Long.MAX_VALUE);
    }

    /** As {@link #join(Thread)}, but not for longer than this. */
    static void join(Thread thread, long millis) {
        boolean interrupted = false;
        long from = System.nanoTime();
        long left = millis;
        while (left > 0 && thread != Thread.currentThread() && thread.isAlive()) {
            try {
                thread.join(left);
                left = millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
