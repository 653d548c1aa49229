package io.sluice.proxy.server;

import io.netty.channel.EventLoop;
import io.sluice.proxy.engine.CommitQueue;
import io.sluice.proxy.engine.Home;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event loop as the home of its connections' commands. Netty serves all sockets that are ready and then runs the
 * tasks; the first change or reply of a turn queues {@link #endTurn} as a task, so it runs once all of them were served:
 * one commit for the commands of all connections, then one write per connection. Confined to the loop, but for
 * {@link #execute} and {@link #changed}.
 */
final class LoopHome extends Home {
    /**
     * A turn with this much to send ends before all sockets were served, so that clients take large replies while the loop
     * makes the next ones. Netty's io_uring looks for requests until there are no more: 50 clients' replies of 42 KB would
     * all leave at once, and clients and loop wait for each other in turn (docs/optimisations.md).
     */
    private static final int TURN_BYTES = 128 << 10;

    /**
     * So does a turn with replies for this many connections. It has them when requests have gathered, because the loop was kept from
     * them; then clients take the first replies while the loop makes the others, and none waits for the last one.
     */
    private static final int TURN_CONNECTIONS = 16;

    private final EventLoop loop;
    private final Set<CommitQueue> changed = new LinkedHashSet<>();
    private List<Runnable> replied = new ArrayList<>();
    private List<Runnable> spare = new ArrayList<>();
    private final Runnable endTurn = this::endTurn;
    /** Whether {@link #endTurn} is among the loop's tasks. */
    private boolean turnEnds;
    /** Bytes of replies since the last turn ended. */
    private long turnBytes;
    /** The queue that was changed last in this turn: nearly always the only one. */
    private @Nullable CommitQueue lastChanged;

    LoopHome(EventLoop loop) {
        this.loop = loop;
    }

    EventLoop loop() {
        return loop;
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    protected void changed(CommitQueue queue) {
        if (loop.inEventLoop()) {
            if (queue != lastChanged) {
                lastChanged = queue;
                changed.add(queue);
                turn();
            }
        } else {
            commit(queue);
        }
    }

    /** A connection has replies that are not written yet: this writes them. */
    void replied(Runnable writeReplies) {
        replied.add(writeReplies);
        turn();
    }

    /** So many more bytes of replies wait for the end of the turn. */
    void encoded(int bytes) {
        turnBytes += bytes;
    }

    /** The loop has served a socket, and is not in the middle of a connection's requests or replies. */
    void served() {
        if (turnBytes >= TURN_BYTES || replied.size() >= TURN_CONNECTIONS) {
            commitAndWrite(); // the task that is queued ends what comes until then
        }
    }

    private void turn() {
        if (!turnEnds) {
            turnEnds = true;
            loop.execute(endTurn);
        }
    }

    private void endTurn() {
        turnEnds = false;
        commitAndWrite();
    }

    private void commitAndWrite() {
        turnBytes = 0;
        lastChanged = null;
        if (!changed.isEmpty()) {
            List<CommitQueue> queues = List.copyOf(changed);
            changed.clear();
            queues.forEach(this::commit);
        }
        List<Runnable> write = replied;
        replied = spare;
        spare = write;
        for (int i = 0; i < write.size(); i++) {
            write.get(i).run();
        }
        write.clear();
    }
}
