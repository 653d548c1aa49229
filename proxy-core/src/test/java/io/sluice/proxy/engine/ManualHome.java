package io.sluice.proxy.engine;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * An event loop that a test turns by hand: what is executed waits until the test runs it, and what was changed is
 * committed when the test says so, or at the end of each turn. Used by the test's thread; others may only execute.
 */
final class ManualHome extends Home {
    private static final long PATIENCE_SECONDS = 20;

    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Set<CommitQueue> changed = new LinkedHashSet<>();
    private boolean commitsByItself = true;

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    protected void changed(CommitQueue queue) {
        synchronized (changed) {
            changed.add(queue);
        }
    }

    /** From now on changes stay pending until {@link #commit()}. */
    void holdCommits() {
        commitsByItself = false;
    }

    void commitByItself() {
        commitsByItself = true;
    }

    /** Runs what is there to run, and commits unless commits are held. */
    void turn() {
        do {
            Runnable task = tasks.poll();
            while (task != null) {
                task.run();
                task = tasks.poll();
            }
            if (commitsByItself) {
                commit();
            }
        } while (!tasks.isEmpty());
    }

    void commit() {
        Set<CommitQueue> flushing;
        synchronized (changed) {
            flushing = new LinkedHashSet<>(changed);
            changed.clear();
        }
        flushing.forEach(this::commit);
    }

    /** Turns until the condition holds; what it waits for comes as a task, from other threads. */
    void turnUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        turn();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain");
            }
            try {
                Runnable task = tasks.poll(1, TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.run();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            turn();
        }
    }
}
