package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.resp.Reply;
import java.util.concurrent.CompletionStage;

/** What runs a command. The kinds differ in what they may touch and where they run. */
public sealed interface Handler {

    /** A command on keys: runs in the lanes of their slots, maybe several times; see {@link CommandContext}. */
    non-sealed interface OnKeys extends Handler {
        Reply run(CommandContext context, Args args);
    }

    /** A command about the connection or the server: runs once, on the connection's event loop, holding no lane. */
    non-sealed interface OnSession extends Handler {
        Reply run(Session session, Args args);
    }

    /**
     * A command about the connection or the server that has to wait for something (a timer, a commit, another thread):
     * begins on the connection's event loop and must not block it. The connection's later commands wait for the stage.
     */
    non-sealed interface Later extends Handler {
        CompletionStage<Reply> run(Session session, Args args);
    }

    /** A command over many slots: runs once on a worker thread, and takes lanes one at a time as it goes. */
    non-sealed interface OnKeyspace extends Handler {
        Reply run(Keyspace keyspace, Args args);
    }

    /** Commands about several commands of a connection, which it runs itself. */
    enum OfConnection implements Handler {
        WATCH,
        EXEC
    }
}
