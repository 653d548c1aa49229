package io.sluice.rocksdb;

import java.util.concurrent.ThreadFactory;
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
}
