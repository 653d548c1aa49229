package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.ALLOW_BUSY;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.NO_MULTI;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** TIME, SHUTDOWN and LOLWUT. */
final class ServerCommands {
    private final Server server;

    ServerCommands(Server server) {
        this.server = server;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        t.onSession("TIME", 1, EnumSet.of(LOADING, STALE, FAST), "2.6.0", "O(1)", "The server's clock.", this::time);
        t.later(
                "SHUTDOWN",
                -1,
                EnumSet.of(ADMIN, NOSCRIPT, LOADING, STALE, NO_MULTI, ALLOW_BUSY),
                "1.0.0",
                "O(N) where N is the number of writes that are not durable yet",
                "Makes all writes durable and ends the server.",
                this::shutdown);
        t.onSession(
                "LOLWUT", -1, EnumSet.of(READONLY, FAST), "5.0.0", "O(1)", "The version, with a flow.", this::lolwut);
    }

    private Reply time(Session session, Args args) {
        Instant now = Instant.now();
        return Reply.array(
                Reply.bulk(Long.toString(now.getEpochSecond())), Reply.bulk(Long.toString(now.getNano() / 1000)));
    }

    private CompletionStage<Reply> shutdown(Session session, Args args) {
        boolean save = false;
        boolean noSave = false;
        boolean force = false;
        boolean abort = false;
        for (int i = 1; i < args.count(); i++) {
            if (args.is(i, "NOSAVE")) {
                noSave = true;
            } else if (args.is(i, "SAVE")) {
                save = true;
            } else if (args.is(i, "FORCE")) {
                force = true;
            } else if (args.is(i, "ABORT")) {
                abort = true;
            } else if (!args.is(i, "NOW")) { // there are no replicas to wait for
                throw Args.syntaxError();
            }
        }
        if ((abort && args.count() > 2) || (save && noSave)) {
            throw Args.syntaxError();
        }
        if (abort) {
            if (!server.lifecycle().abortShutdown()) {
                throw new CommandException("ERR No shutdown in progress.");
            }
            return CompletableFuture.completedStage(Reply.OK);
        }
        // NOSAVE forgoes a snapshot, in Redis as here; what was acknowledged is made durable all the same.
        return server.lifecycle()
                .shutdown(force)
                .handle((done, failure) ->
                        failure == null ? Reply.NONE : Reply.error("ERR Errors trying to SHUTDOWN. Check logs."));
    }

    private Reply lolwut(Session session, Args args) {
        if (args.count() > 2 && args.is(1, "VERSION")) {
            args.integer(2); // all versions show the same
        }
        String text = "  ~~~~~~~~~~~~\\   /~~~~~~~~~~~~\n"
                + "               \\=/\n"
                + "  ~~~~~~~~~~~~~~|~~~~~~~~~~~~~~\n"
                + "Sluice ver. " + server.facts().version() + "\n"
                + "Redis ver. " + ServerFacts.REDIS_VERSION + "\n";
        return Reply.verbatim("txt", text.getBytes(StandardCharsets.US_ASCII));
    }
}
