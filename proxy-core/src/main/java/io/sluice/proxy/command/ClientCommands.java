package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;

/** CLIENT: what a connection says about itself, and what an operator does to connections. */
final class ClientCommands {
    private static final EnumSet<Flag> OWN = EnumSet.of(NOSCRIPT, LOADING, STALE);
    private static final EnumSet<Flag> OPERATOR = EnumSet.of(ADMIN, NOSCRIPT, LOADING, STALE);

    private static final Help HELP = Help.of(
            "CLIENT",
            "CACHING (YES|NO)",
            "    Choose whether the keys of the next command are tracked, when tracking is on.",
            "GETREDIR",
            "    Return the id that invalidation messages are redirected to, -1 when tracking is off.",
            "GETNAME",
            "    Return the name of this connection.",
            "ID",
            "    Return the id of this connection.",
            "INFO",
            "    Return this connection's line of CLIENT LIST.",
            "KILL <ip:port>",
            "    Close the connection made from <ip:port>.",
            "KILL <option> <value> [<option> <value> [...]]",
            "    Close all connections that fit. Options are:",
            "    * ADDR <ip:port>",
            "      Made from this address.",
            "    * LADDR <ip:port>",
            "      Made to this address.",
            "    * ID <client-id>",
            "      The one with this id.",
            "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)",
            "      Of this type.",
            "    * USER <username>",
            "      Of this user.",
            "    * SKIPME (YES|NO)",
            "      Whether to leave this connection open (default: yes).",
            "LIST [options ...]",
            "    Return a line about each connection. Options:",
            "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)",
            "      Those of this type.",
            "    * ID <client-id> [<client-id> ...]",
            "      Those with these ids.",
            "UNPAUSE",
            "    End CLIENT PAUSE.",
            "PAUSE <timeout> [WRITE|ALL]",
            "    Hold back all commands, or those that write, for <timeout> milliseconds.",
            "REPLY (ON|OFF|SKIP)",
            "    Choose whether this connection's commands are answered.",
            "SETNAME <name>",
            "    Give this connection a name.",
            "SETINFO <option> <value>",
            "    Say what library this connection uses. Options are:",
            "    * LIB-NAME: its name.",
            "    * LIB-VER: its version.",
            "UNBLOCK <clientid> [TIMEOUT|ERROR]",
            "    End the wait of another connection.",
            "TRACKING (ON|OFF) [REDIRECT <id>] [BCAST] [PREFIX <prefix> [...]]",
            "         [OPTIN] [OPTOUT] [NOLOOP]",
            "    Client side caching. Only OFF: this server sends no invalidation messages.",
            "TRACKINGINFO",
            "    Return whether this connection tracks keys.",
            "NO-EVICT (ON|OFF)",
            "    Keep this connection when connections are closed for want of memory.",
            "NO-TOUCH (ON|OFF)",
            "    Leave the idle times of keys as they are.");

    private final Clients clients;

    ClientCommands(Server server) {
        this.clients = server.clients();
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.CONNECTION);
        Containers.row(t, "CLIENT", "2.4.0", "Commands about connections.");
        row(t, "CACHING", 3, OWN, "6.0.0", "Tracks or leaves out the keys of the next command.", this::caching);
        row(t, "GETNAME", 2, OWN, "2.6.9", "The connection's name.", this::getName);
        row(t, "GETREDIR", 2, OWN, "6.0.0", "Where invalidation messages go.", (s, a) -> Reply.integer(-1));
        row(t, "HELP", 2, EnumSet.of(LOADING, STALE), "5.0.0", "Help about the subcommands.", HELP::answer);
        row(t, "ID", 2, OWN, "5.0.0", "The connection's id.", (s, a) -> Reply.integer(s.id()));
        row(t, "INFO", 2, OWN, "6.2.0", "What CLIENT LIST says about this connection.", this::info);
        perClient(t, "KILL", -3, OPERATOR, "2.4.0", "Closes connections.", this::kill);
        perClient(t, "LIST", -2, OPERATOR, "2.4.0", "A line about each connection.", this::list);
        row(t, "NO-EVICT", 3, OPERATOR, "7.0.0", "Protects the connection from eviction.", this::noEvict);
        row(t, "NO-TOUCH", 3, OWN, "7.2.0", "Leaves idle times as they are.", this::noTouch);
        row(t, "PAUSE", -3, OPERATOR, "2.9.50", "Holds commands back for a while.", this::pause);
        row(t, "REPLY", 3, OWN, "3.2.0", "Answers commands, or does not.", this::reply);
        row(t, "SETINFO", 4, OWN, "7.2.0", "Names the client's library.", this::setInfo);
        row(t, "SETNAME", 3, OWN, "2.6.9", "Names the connection.", this::setName);
        t.onSession(
                "CLIENT|TRACKING",
                -3,
                OWN,
                "6.0.0",
                "O(1). Some options may introduce additional complexity.",
                "Turns tracking of keys off.",
                this::tracking);
        row(t, "TRACKINGINFO", 2, OWN, "6.2.0", "Whether keys are tracked.", this::trackingInfo);
        t.onSession(
                "CLIENT|UNBLOCK",
                -3,
                OPERATOR,
                "5.0.0",
                "O(log N) where N is the number of client connections",
                "Ends the wait of a connection.",
                this::unblock);
        t.onSession(
                "CLIENT|UNPAUSE",
                2,
                OPERATOR,
                "6.2.0",
                "O(N) Where N is the number of paused clients",
                "Ends CLIENT PAUSE.",
                this::unpause);
    }

    private static void row(
            CommandTable.Builder t,
            String name,
            int arity,
            EnumSet<Flag> flags,
            String since,
            String summary,
            Handler.OnSession handler) {
        t.onSession("CLIENT|" + name, arity, flags, since, "O(1)", summary, handler);
    }

    private static void perClient(
            CommandTable.Builder t,
            String name,
            int arity,
            EnumSet<Flag> flags,
            String since,
            String summary,
            Handler.OnSession handler) {
        String complexity = "O(N) where N is the number of client connections";
        t.onSession("CLIENT|" + name, arity, flags, since, complexity, summary, handler);
    }

    private Reply getName(Session session, Args args) {
        return session.name().length == 0 ? Reply.NULL : Reply.bulk(session.name());
    }

    private Reply setName(Session session, Args args) {
        ClientNames.check(args.bytes(2));
        session.name(args.bytes(2));
        return Reply.OK;
    }

    private Reply setInfo(Session session, Args args) {
        boolean isName = args.is(2, "LIB-NAME");
        if (!isName && !args.is(2, "LIB-VER")) {
            throw new CommandException("ERR Unrecognized option '" + Text.utf8(args.bytes(2)) + "'");
        }
        if (!ClientNames.isWord(args.bytes(3))) {
            throw new CommandException(
                    "ERR " + Text.utf8(args.bytes(2)) + " cannot contain spaces, newlines or special characters.");
        }
        session.library(isName ? args.text(3) : null, isName ? null : args.text(3));
        return Reply.OK;
    }

    private Reply info(Session session, Args args) {
        return lines(List.of(session));
    }

    private Reply list(Session session, Args args) {
        if (args.count() == 2) {
            return lines(clients.all());
        }
        if (args.count() == 4 && args.is(2, "TYPE")) {
            Session.Type type = ClientFilter.type(args, 3);
            return lines(clients.all().stream().filter(c -> c.type() == type).toList());
        }
        if (args.count() > 3 && args.is(2, "ID")) {
            List<Session> wanted = new java.util.ArrayList<>();
            for (int i = 3; i < args.count(); i++) {
                Session client = clients.byId(args.integer(i, "ERR Invalid client ID"));
                if (client != null) {
                    wanted.add(client);
                }
            }
            return lines(wanted);
        }
        throw Args.syntaxError();
    }

    private static Reply lines(List<? extends Session> sessions) {
        StringBuilder text = new StringBuilder(sessions.size() * 256);
        for (Session session : sessions) {
            text.append(session.describe()).append('\n');
        }
        return Reply.verbatim("txt", text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private Reply kill(Session session, Args args) {
        if (args.count() == 3) {
            if (close(session, c -> c.address().equals(args.text(2))) == 0) {
                throw new CommandException("ERR No such client");
            }
            return Reply.OK;
        }
        ClientFilter filter = ClientFilter.parse(args, 2);
        return Reply.integer(close(session, c -> filter.matches(c) && !(filter.skipsCaller() && c == session)));
    }

    private long close(Session caller, Predicate<Session> which) {
        long closed = 0;
        for (Session client : clients.all()) {
            if (which.test(client)) {
                closed++;
                if (client == caller) {
                    caller.closeAfterReplies(); // it shall read the answer
                } else {
                    client.close();
                }
            }
        }
        return closed;
    }

    private Reply pause(Session session, Args args) {
        boolean writesOnly = false;
        if (args.count() > 4) {
            throw HELP.advised(args);
        }
        if (args.count() == 4) {
            writesOnly = args.is(3, "WRITE");
            if (!writesOnly && !args.is(3, "ALL")) {
                throw new CommandException("ERR CLIENT PAUSE mode must be WRITE or ALL");
            }
        }
        clients.pause(Timeouts.millis(args, 2), writesOnly);
        return Reply.OK;
    }

    private Reply unpause(Session session, Args args) {
        clients.resume();
        return Reply.OK;
    }

    private Reply reply(Session session, Args args) {
        if (args.is(2, "ON")) {
            session.replies(Session.Replies.ON);
            return Reply.OK;
        }
        if (args.is(2, "OFF")) {
            session.replies(Session.Replies.OFF);
        } else if (args.is(2, "SKIP")) {
            session.replies(Session.Replies.SKIP);
        } else {
            throw Args.syntaxError();
        }
        return Reply.NONE;
    }

    private Reply noEvict(Session session, Args args) {
        session.noEvict(onOrOff(args, 2));
        return Reply.OK;
    }

    private Reply noTouch(Session session, Args args) {
        session.noTouch(onOrOff(args, 2));
        return Reply.OK;
    }

    private static boolean onOrOff(Args args, int index) {
        boolean on = args.is(index, "ON");
        if (!on && !args.is(index, "OFF")) {
            throw Args.syntaxError();
        }
        return on;
    }

    private Reply tracking(Session session, Args args) {
        boolean redirects = false;
        for (int i = 3; i < args.count(); i++) {
            boolean hasValue = i + 1 < args.count();
            if (hasValue && args.is(i, "REDIRECT")) {
                checkRedirection(args, ++i, redirects);
                redirects = true;
            } else if (hasValue && args.is(i, "PREFIX")) {
                i++;
            } else if (!args.is(i, "BCAST") && !args.is(i, "OPTIN") && !args.is(i, "OPTOUT") && !args.is(i, "NOLOOP")) {
                throw Args.syntaxError();
            }
        }
        if (onOrOff(args, 2)) {
            throw new CommandException(
                    "ERR CLIENT TRACKING ON is not supported: this server sends no invalidation messages");
        }
        return Reply.OK;
    }

    private void checkRedirection(Args args, int index, boolean isSecond) {
        if (isSecond) {
            throw new CommandException("ERR A client can only redirect to a single other client");
        }
        if (clients.byId(args.integer(index)) == null) {
            throw new CommandException("ERR The client ID you want redirect to does not exist");
        }
    }

    private Reply caching(Session session, Args args) {
        throw new CommandException(
                "ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN"
                        + " or OPTOUT mode enabled");
    }

    private Reply trackingInfo(Session session, Args args) {
        return Reply.map(List.of(
                Reply.bulk("flags"),
                Reply.set(List.of(Reply.bulk("off"))),
                Reply.bulk("redirect"),
                Reply.integer(-1),
                Reply.bulk("prefixes"),
                Reply.EMPTY_ARRAY));
    }

    private Reply unblock(Session session, Args args) {
        if (args.count() > 4) {
            throw HELP.advised(args);
        }
        boolean asError = false;
        if (args.count() == 4) {
            asError = args.is(3, "ERROR");
            if (!asError && !args.is(3, "TIMEOUT")) {
                throw new CommandException("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
            }
        }
        Session client = clients.byId(args.integer(2));
        return client != null && client.unblock(asError) ? Reply.ONE : Reply.ZERO;
    }
}
