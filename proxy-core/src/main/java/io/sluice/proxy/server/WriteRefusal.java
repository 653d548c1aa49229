package io.sluice.proxy.server;

import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Flag;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.Transaction;
import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.resp.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Refuses commands that write while the store takes no writes, as Redis does when it cannot write its log: what would be lost is
 * better not tried, and costs its slots what memory knows of them.
 */
final class WriteRefusal {
    private WriteRefusal() {}

    /** @param open the connection's transaction, which an EXEC would execute */
    static @Nullable Reply of(CommandSpec spec, @Nullable Transaction open, Engine engine) {
        String why = engine.writeRefusal();
        if (why == null) {
            return null;
        }
        boolean executes = open != null && spec.handler() == Handler.OfConnection.EXEC && open.hasAny(Flag.WRITE);
        return executes || spec.has(Flag.WRITE) ? Reply.error(why) : null;
    }
}
