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
    private final EventLoop loop;
    private final Set<CommitQueue> changed = new LinkedHashSet<>();
    private List<Connection> replied = new ArrayList<>();
    private List<Connection> spare = new ArrayList<>();
    private final Runnable endTurn = this::endTurn;
    private boolean turnEnds;
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

    /** The connection has replies that are not written yet. */
    void replied(Connection connection) {
        replied.add(connection);
        turn();
    }

    private void turn() {
        if (!turnEnds) {
            turnEnds = true;
            loop.execute(endTurn);
        }
    }

    private void endTurn() {
        turnEnds = false;
        lastChanged = null;
        if (!changed.isEmpty()) {
            List<CommitQueue> queues = List.copyOf(changed);
            changed.clear();
            queues.forEach(this::commit);
        }
        List<Connection> write = replied;
        replied = spare;
        spare = write;
        for (int i = 0; i < write.size(); i++) {
            write.get(i).writeReplies();
        }
        write.clear();
    }
}
