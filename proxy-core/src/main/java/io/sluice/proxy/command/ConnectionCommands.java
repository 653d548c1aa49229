package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ALLOW_BUSY;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.NO_AUTH;
import static io.sluice.proxy.command.Flag.STALE;
import static io.sluice.proxy.command.Flag.UNQUEUED;

import io.sluice.proxy.config.StorageSettings;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.util.EnumSet;
import java.util.List;

/** Commands about the connection itself, but for CLIENT. */
final class ConnectionCommands {
    private static final EnumSet<Flag> GREETING = EnumSet.of(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY);
    private static final EnumSet<Flag> AT_ONCE =
            EnumSet.of(NOSCRIPT, LOADING, STALE, FAST, NO_AUTH, ALLOW_BUSY, UNQUEUED);

    private static final String NOT_A_CLUSTER = "ERR This instance has cluster support disabled";

    private final Server server;
    private final Authentication authentication;

    ConnectionCommands(Server server) {
        this.server = server;
        this.authentication = new Authentication(server.settings(), server.stats());
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.CONNECTION);
        t.onSession("PING", -1, EnumSet.of(FAST), "1.0.0", "O(1)", "Answers PONG, or the argument.", this::ping);
        t.onSession("ECHO", 2, EnumSet.of(LOADING, STALE, FAST), "1.0.0", "O(1)", "Answers the argument.", this::echo);
        t.onSession("QUIT", -1, AT_ONCE, "1.0.0", "O(1)", "Closes the connection.", this::quit);
        t.onSession("RESET", 1, AT_ONCE, "6.2.0", "O(1)", "Makes the connection as it was at first.", this::reset);
        t.onSession(
                "HELLO",
                -1,
                GREETING,
                "6.0.0",
                "O(1)",
                "Chooses the version of the protocol, and may authenticate and name the connection.",
                this::hello);
        t.onSession(
                "AUTH",
                -2,
                GREETING,
                "1.0.0",
                "O(N) where N is the number of passwords defined for the user",
                "Authenticates the connection.",
                this::auth);
        t.onSession(
                "SELECT", 2, EnumSet.of(LOADING, STALE, FAST), "1.0.0", "O(1)", "Selects the database.", this::select);
        t.group(Group.CLUSTER);
        t.onSession(
                "READONLY",
                1,
                EnumSet.of(LOADING, STALE, FAST),
                "3.0.0",
                "O(1)",
                "Allows reads from a replica of a cluster.",
                ConnectionCommands::noCluster);
        t.onSession(
                "READWRITE",
                1,
                EnumSet.of(LOADING, STALE, FAST),
                "3.0.0",
                "O(1)",
                "Takes READONLY back.",
                ConnectionCommands::noCluster);
        t.onSession(
                "ASKING",
                1,
                EnumSet.of(FAST),
                "3.0.0",
                "O(1)",
                "Says that a node of a cluster was asked because of a redirection.",
                ConnectionCommands::noCluster);
    }

    private Reply ping(Session session, Args args) {
        if (args.count() > 2) {
            throw new CommandException(Errors.wrongArity("ping"));
        }
        return args.count() == 1 ? Reply.PONG : Reply.bulk(args.bytes(1));
    }

    private Reply echo(Session session, Args args) {
        return Reply.bulk(args.bytes(1));
    }

    private Reply quit(Session session, Args args) {
        session.closeAfterReplies();
        return Reply.OK;
    }

    private Reply reset(Session session, Args args) {
        session.reset();
        return Reply.simple("RESET");
    }

    private Reply select(Session session, Args args) {
        long db = args.integer(1);
        if (db < Integer.MIN_VALUE || db > Integer.MAX_VALUE) {
            throw new CommandException("ERR value is out of range, value must between -2147483648 and 2147483647");
        }
        if (db < 0 || db >= server.settings().integer(StorageSettings.DATABASES)) {
            throw new CommandException(Errors.DB_INDEX);
        }
        session.select((int) db);
        return Reply.OK;
    }

    private Reply auth(Session session, Args args) {
        if (args.count() > 3) {
            throw Args.syntaxError();
        }
        if (args.count() == 2) {
            if (!authentication.required()) {
                throw new CommandException("ERR AUTH <password> called without any password configured for the default"
                        + " user. Are you sure your configuration is correct?");
            }
            authentication.check(session, Authentication.DEFAULT_USER, args.bytes(1));
        } else {
            authentication.check(session, args.bytes(1), args.bytes(2));
        }
        return Reply.OK;
    }

    private Reply hello(Session session, Args args) {
        int version = session.protocol();
        int next = 1;
        if (args.count() > 1) {
            long wanted = args.integer(1, "ERR Protocol version is not an integer or out of range");
            if (wanted != 2 && wanted != 3) {
                throw new CommandException(Errors.NOPROTO);
            }
            version = (int) wanted;
            next = 2;
        }
        int user = 0;
        int name = 0;
        while (next < args.count()) {
            int more = args.count() - 1 - next;
            if (args.is(next, "AUTH") && more >= 2) {
                user = next + 1;
                next += 3;
            } else if (args.is(next, "SETNAME") && more >= 1) {
                name = next + 1;
                ClientNames.check(args.bytes(name));
                next += 2;
            } else {
                throw new CommandException("ERR Syntax error in HELLO option '" + Text.utf8(args.bytes(next)) + "'");
            }
        }
        if (user > 0) {
            authentication.check(session, args.bytes(user), args.bytes(user + 1));
        }
        if (!session.isAuthenticated() && authentication.required()) {
            throw new CommandException(
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise the"
                            + " HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the"
                            + " RESP protocol version at the same time");
        }
        if (name > 0) {
            session.name(args.bytes(name));
        }
        session.protocol(version);
        return greeting(session);
    }

    private static Reply greeting(Session session) {
        return Reply.map(List.of(
                Reply.bulk("server"),
                Reply.bulk("redis"),
                Reply.bulk("version"),
                Reply.bulk(ServerFacts.REDIS_VERSION),
                Reply.bulk("proto"),
                Reply.integer(session.protocol()),
                Reply.bulk("id"),
                Reply.integer(session.id()),
                Reply.bulk("mode"),
                Reply.bulk("standalone"),
                Reply.bulk("role"),
                Reply.bulk("master"),
                Reply.bulk("modules"),
                Reply.EMPTY_ARRAY));
    }

    private static Reply noCluster(Session session, Args args) {
        throw new CommandException(NOT_A_CLUSTER);
    }
}
