package io.sluice.proxy.engine;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * The home of a command that runs on a thread of its own and may block it: what is executed here runs on that thread, while
 * it waits for an {@link Execution}. Confined to the thread that made it, but for {@link #execute}.
 */
public final class WorkerHome extends Home {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    private volatile boolean abandoned;

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (abandoned) {
            runLeft();
        }
    }

    /** What the thread does not wait for any more is finished by those who bring it on, so that it keeps no lane. */
    private synchronized void runLeft() {
        Runnable task = tasks.poll();
        while (task != null) {
            task.run();
            task = tasks.poll();
        }
    }

    @Override
    protected void changed(CommitQueue queue) {
        queue.flush();
    }

    /**
     * Runs the command and waits for its outcome.
     *
     * @throws CommandException if the thread is interrupted; the command then goes on without it
     */
    public void await(Waitable execution) {
        execution.through = execution.start();
        awaitBegun(execution);
    }

    private void awaitBegun(Waitable execution) {
        if (execution.through) {
            return;
        }
        try {
            while (!execution.isCompleted()) {
                tasks.take().run();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            abandoned = true;
            runLeft();
            throw new CommandException("ERR the server is shutting down");
        }
    }

    /**
     * Runs many commands, so many at a time, and takes the outcomes in their order. They must be of one slot each: else one
     * might wait for a lane that another one here has kept.
     *
     * @throws CommandException if the thread is interrupted; the commands then go on without it
     */
    <W extends Waitable> void awaitAll(Iterator<W> executions, int atOnce, Consumer<W> outcome) {
        ArrayDeque<W> running = new ArrayDeque<>();
        while (executions.hasNext() || !running.isEmpty()) {
            if (executions.hasNext() && running.size() < atOnce) {
                W next = executions.next();
                next.through = next.start();
                running.add(next);
            } else {
                W first = running.remove();
                awaitBegun(first);
                outcome.accept(first);
            }
        }
    }

    /** An execution whose home is a {@link WorkerHome}. */
    public abstract static class Waitable extends Execution {
        private boolean completed;
        /** Whether the outcome was there as soon as it had begun. */
        boolean through;

        protected Waitable(Engine engine, int[] slots, int db, WorkerHome home, boolean maySplit) {
            super(engine, slots, db, home, true, maySplit, null);
        }

        @Override
        protected final void completed() {
            completed = true;
        }

        boolean isCompleted() {
            return completed;
        }
    }
}
