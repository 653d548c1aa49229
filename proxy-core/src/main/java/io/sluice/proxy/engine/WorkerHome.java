package io.sluice.proxy.engine;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

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
        if (execution.start()) {
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

    /** An execution whose home is a {@link WorkerHome}. */
    public abstract static class Waitable extends Execution {
        private boolean completed;

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
