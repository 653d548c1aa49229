package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ALLOW_BUSY;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.SKIP_SLOWLOG;
import static io.sluice.proxy.command.Flag.STALE;
import static io.sluice.proxy.command.Flag.UNQUEUED;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.util.EnumSet;

/** MULTI, EXEC, DISCARD, WATCH, UNWATCH. EXEC and WATCH are run by the connection: they are about several commands. */
final class TransactionCommands {
    private TransactionCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.TRANSACTIONS);
        t.onSession(
                "MULTI",
                1,
                EnumSet.of(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY, UNQUEUED),
                "1.2.0",
                "O(1)",
                "Starts a transaction.",
                TransactionCommands::multi);
        t.row(
                "EXEC",
                1,
                EnumSet.of(NOSCRIPT, LOADING, STALE, SKIP_SLOWLOG, UNQUEUED),
                KeySpec.NONE,
                "1.2.0",
                "Depends on commands in the transaction",
                "Executes all commands in a transaction.",
                Handler.OfConnection.EXEC);
        t.onSession(
                "DISCARD",
                1,
                EnumSet.of(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY, UNQUEUED),
                "2.0.0",
                "O(N), when N is the number of queued commands",
                "Discards a transaction.",
                TransactionCommands::discard);
        t.row(
                "WATCH",
                -2,
                EnumSet.of(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY, UNQUEUED),
                KeySpec.range(1, -1, 1),
                "2.2.0",
                "O(1) for every key.",
                "Monitors changes to keys to determine the execution of a transaction.",
                Handler.OfConnection.WATCH);
        t.onSession(
                "UNWATCH",
                1,
                EnumSet.of(NOSCRIPT, LOADING, STALE, FAST, ALLOW_BUSY),
                "2.2.0",
                "O(1)",
                "Forgets about watched keys of a transaction.",
                TransactionCommands::unwatch);
    }

    private static Reply multi(Session session, Args args) {
        if (session.transaction() != null) {
            throw new CommandException("ERR MULTI calls can not be nested");
        }
        session.transaction(new Transaction());
        return Reply.OK;
    }

    private static Reply discard(Session session, Args args) {
        if (session.transaction() == null) {
            throw new CommandException("ERR DISCARD without MULTI");
        }
        session.transaction(null);
        session.unwatch();
        return Reply.OK;
    }

    private static Reply unwatch(Session session, Args args) {
        session.unwatch();
        return Reply.OK;
    }
}
