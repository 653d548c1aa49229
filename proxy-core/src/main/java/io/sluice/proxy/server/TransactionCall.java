package io.sluice.proxy.server;

import io.sluice.proxy.command.Flag;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Prefetch;
import io.sluice.proxy.resp.Reply;
import org.jspecify.annotations.Nullable;

/** EXEC, when none of its commands may take long. */
final class TransactionCall extends ConnectionCall {
    private final TransactionRun run;
    private final Prefetch prefetch;

    TransactionCall(
            Connection connection, Engine engine, LoopHome home, TransactionRun run, int db, Prefetch prefetch) {
        super(connection, engine, home, run.slots(), db, false, prefetch);
        this.run = run;
        this.prefetch = prefetch;
    }

    @Override
    protected boolean isBoundToHome() {
        return run.isBoundToLoop();
    }

    @Override
    protected boolean mayReachFurther() {
        return run.hasAny(Flag.REACHING);
    }

    @Override
    protected boolean keepsLanes() {
        return run.keepsLanes();
    }

    @Override
    protected @Nullable Object body(CommandContext context) {
        run.run(scope());
        return null;
    }

    @Override
    boolean finish() {
        prefetch.close();
        return run.finish(failure() != null, this::tellConnection);
    }

    @Override
    Reply reply() {
        return run.reply();
    }
}
