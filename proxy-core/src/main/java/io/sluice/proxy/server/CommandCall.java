package io.sluice.proxy.server;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Prefetch;
import org.jspecify.annotations.Nullable;

/** A command on keys. */
final class CommandCall extends ConnectionCall {
    private final Handler.OnKeys handler;
    private final boolean reaching;
    private final Args args;

    CommandCall(
            Connection connection,
            Engine engine,
            LoopHome home,
            CommandSpec spec,
            Args args,
            int[] slots,
            int db,
            @Nullable Prefetch prefetch) {
        super(connection, engine, home, slots, db, spec.has(Flag.SPLIT), prefetch);
        this.handler = (Handler.OnKeys) spec.handler();
        this.reaching = spec.has(Flag.REACHING);
        this.args = args;
    }

    @Override
    protected Object body(CommandContext context) {
        return handler.run(context, args);
    }

    @Override
    protected boolean mayReachFurther() {
        return reaching;
    }
}
