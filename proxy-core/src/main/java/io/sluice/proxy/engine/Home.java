package io.sluice.proxy.engine;

import java.util.concurrent.Executor;

/** Where a command came from and its outcome goes: an event loop, or a worker's thread. Runs tasks in order. */
public abstract class Home implements Executor {

    /**
     * A command has changed rows of this queue. An event loop commits at the end of its turn, so that the commands of all
     * connections it served share one batch; others commit at once. Called by the thread that ran the command, which
     * need not be the home's.
     */
    protected abstract void changed(CommitQueue queue);

    /** Commits what the queue holds, if nothing of it is in flight. */
    protected final void commit(CommitQueue queue) {
        queue.flush();
    }
}
