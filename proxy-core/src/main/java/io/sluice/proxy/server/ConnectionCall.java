package io.sluice.proxy.server;

import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Execution;
import io.sluice.proxy.engine.Prefetch;
import io.sluice.proxy.resp.Reply;
import org.jspecify.annotations.Nullable;

/** A command of a connection, on its way through the engine. */
abstract class ConnectionCall extends Execution {
    private final Connection connection;

    ConnectionCall(
            Connection connection,
            Engine engine,
            LoopHome home,
            int[] slots,
            int db,
            boolean maySplit,
            @Nullable Prefetch prefetch) {
        super(engine, slots, db, home, false, maySplit, prefetch);
        this.connection = connection;
    }

    /** What the connection answers, unless the call failed. */
    @Nullable
    Reply reply() {
        return (Reply) result();
    }

    /**
     * Does what is left to do on the event loop when the outcome is there.
     *
     * @return whether that is all; if not, the connection is told when it is
     */
    boolean finish() {
        return true;
    }

    final void tellConnection() {
        connection.completed(failure(), reply(), gates());
    }

    @Override
    protected final void completed() {
        if (finish()) {
            tellConnection();
        }
    }
}
