package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The options of CLIENT KILL: a client must fit all of them, and of one that is given twice the last. */
final class ClientFilter {
    private static final Map<String, Session.Type> TYPES = Map.of(
            "normal", Session.Type.NORMAL,
            "slave", Session.Type.REPLICA,
            "replica", Session.Type.REPLICA,
            "master", Session.Type.MASTER,
            "pubsub", Session.Type.PUBSUB);

    private final Map<String, Predicate<Session>> conditions = new HashMap<>();
    private boolean skipsCaller = true;

    private ClientFilter() {}

    static ClientFilter parse(Args args, int from) {
        ClientFilter filter = new ClientFilter();
        for (int i = from; i < args.count(); i += 2) {
            if (i + 1 >= args.count()) {
                throw Args.syntaxError();
            }
            filter.option(args, i);
        }
        return filter;
    }

    private void option(Args args, int at) {
        String value = args.text(at + 1);
        if (args.is(at, "ID")) {
            long id = args.integer(at + 1, 1, Long.MAX_VALUE, "ERR client-id should be greater than 0");
            conditions.put("ID", client -> client.id() == id);
        } else if (args.is(at, "TYPE")) {
            Session.Type type = type(args, at + 1);
            conditions.put("TYPE", client -> client.type() == type);
        } else if (args.is(at, "ADDR")) {
            conditions.put("ADDR", client -> client.address().equals(value));
        } else if (args.is(at, "LADDR")) {
            conditions.put("LADDR", client -> client.localAddress().equals(value));
        } else if (args.is(at, "USER")) {
            if (!Arrays.equals(args.bytes(at + 1), Authentication.DEFAULT_USER)) {
                throw new CommandException("ERR No such user '" + Text.utf8(args.bytes(at + 1)) + "'");
            }
        } else if (args.is(at, "SKIPME")) {
            skipsCaller = args.is(at + 1, "YES");
            if (!skipsCaller && !args.is(at + 1, "NO")) {
                throw Args.syntaxError();
            }
        } else {
            throw Args.syntaxError();
        }
    }

    static Session.Type type(Args args, int index) {
        Session.Type type = TYPES.get(args.text(index).toLowerCase(Locale.ROOT));
        if (type == null) {
            throw new CommandException("ERR Unknown client type '" + Text.utf8(args.bytes(index)) + "'");
        }
        return type;
    }

    boolean matches(Session client) {
        return conditions.values().stream().allMatch(condition -> condition.test(client));
    }

    boolean skipsCaller() {
        return skipsCaller;
    }
}
