package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Doubles;
import io.sluice.proxy.text.Glob;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** DEBUG: what tests and bug hunts need. Allowed by {@code enable-debug-command}. */
final class DebugCommands {
    private static final Logger LOG = LoggerFactory.getLogger(DebugCommands.class);

    private static final Help HELP = Help.of(
            "DEBUG",
            "CHANGE-REPL-ID",
            "    Draw a new replication id.",
            "ERROR <string>",
            "    Answer an error with <string> as its text.",
            "JMAP",
            "    Return what the virtual machine says about its memory.",
            "LOG <message>",
            "    Write <message> into the server's log.",
            "OBJECT <key>",
            "    Return how the value of <key> is kept.",
            "PROTOCOL <type>",
            "    Answer a value of this type: string, integer, double, bignum, null, array, set, map, attrib, push,"
                    + " verbatim, true, false.",
            "QUICKLIST-PACKED-THRESHOLD <size>",
            "    Accepted; lists have no such threshold here.",
            "RELOAD [MERGE] [NOFLUSH] [NOSAVE]",
            "    Forget what is in memory, so that the data is read from the store again.",
            "LOADAOF",
            "    As RELOAD: the store's log is what an append-only file would be.",
            "REPLYBUFFER (PEAK-RESET-TIME|RESIZING) <value>",
            "    Accepted; replies have no such buffer here.",
            "SET-ACTIVE-EXPIRE (0|1)",
            "    Stop or resume the deletion of expired keys in the background.",
            "SET-DISABLE-DENY-SCRIPTS (0|1)",
            "    Accepted; there are no scripts.",
            "SLEEP <seconds>",
            "    Answer after <seconds>, decimals allowed. Other connections go on.",
            "STRINGMATCH-LEN <length> <pattern>",
            "    Match <pattern> against a text of so many times 'a'.");

    private final Server server;

    DebugCommands(Server server) {
        this.server = server;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        t.later(
                "DEBUG",
                -2,
                EnumSet.of(ADMIN, NOSCRIPT, LOADING, STALE),
                "1.0.0",
                "Depends on subcommand.",
                "For tests of the server.",
                this::run);
    }

    private CompletionStage<Reply> run(Session session, Args args) {
        String subcommand = args.text(1).toUpperCase(Locale.ROOT);
        if (subcommand.equals("SLEEP") && args.count() == 3) {
            return sleep(session, args);
        }
        if (subcommand.equals("RELOAD") || (subcommand.equals("LOADAOF") && args.count() == 2)) {
            return reload(args);
        }
        return CompletableFuture.completedStage(atOnce(subcommand, session, args));
    }

    private Reply atOnce(String subcommand, Session session, Args args) {
        return switch (subcommand + " " + (args.count() - 2)) {
            case "HELP 0" -> HELP.answer(session, args);
            case "JMAP 0" -> Reply.bulk(ProcessMemory.now().toString());
            case "ERROR 1" -> Reply.error(args.bytes(2));
            case "LOG 1" -> log(args);
            case "PROTOCOL 1" -> ProtocolSamples.of(args.text(2).toLowerCase(Locale.ROOT), session.protocol());
            case "CHANGE-REPL-ID 0" -> changeReplicationId();
            case "SET-ACTIVE-EXPIRE 1" -> setActiveExpire(args);
            case "STRINGMATCH-LEN 2" -> matchLong(args);
            case "QUICKLIST-PACKED-THRESHOLD 1", "SET-DISABLE-DENY-SCRIPTS 1", "REPLYBUFFER 2" -> Reply.OK;
            default -> throw HELP.advised(args);
        };
    }

    /** On a timer of the connection: a server for many must not stop because one client asks for it. */
    private CompletionStage<Reply> sleep(Session session, Args args) {
        double seconds = Math.max(0, seconds(args.text(2)));
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        session.executor().schedule(() -> reply.complete(Reply.OK), (long) (seconds * 1e6), TimeUnit.MICROSECONDS);
        return reply;
    }

    /** As C reads it: what is no number is 0. */
    private static double seconds(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private CompletionStage<Reply> reload(Args args) {
        for (int i = 2; i < args.count(); i++) {
            if (!args.is(i, "MERGE") && !args.is(i, "NOFLUSH") && !args.is(i, "NOSAVE")) {
                throw new CommandException("ERR DEBUG RELOAD only supports the MERGE, NOFLUSH and NOSAVE options.");
            }
        }
        return server.store().reload().handle((done, failure) -> {
            if (failure != null) {
                LOG.warn("DEBUG RELOAD failed", failure);
                return Reply.error("ERR Error trying to load the data from the store, check server logs.");
            }
            return Reply.OK;
        });
    }

    private Reply log(Args args) {
        LOG.warn("DEBUG LOG: {}", Text.utf8(args.bytes(2)));
        return Reply.OK;
    }

    private Reply changeReplicationId() {
        StringBuilder id = new StringBuilder();
        while (id.length() < 40) {
            id.append(String.format(
                    Locale.ROOT, "%08x", ThreadLocalRandom.current().nextInt()));
        }
        server.facts().replicationId().set(id.toString());
        return Reply.OK;
    }

    private Reply setActiveExpire(Args args) {
        server.store().activeExpire(!args.text(2).equals("0"));
        return Reply.OK;
    }

    private static Reply matchLong(Args args) {
        long length = args.integer(2, 0, Integer.MAX_VALUE / 2, "ERR value is out of range, must be positive");
        byte[] text = new byte[(int) length];
        Arrays.fill(text, (byte) 'a');
        return Glob.of(args.bytes(3)).matches(text) ? Reply.ONE : Reply.ZERO;
    }

    /** One value of each type that the protocol has. */
    private static final class ProtocolSamples {
        private ProtocolSamples() {}

        static Reply of(String type, int protocol) {
            return switch (type) {
                case "string" -> Reply.bulk("Hello World");
                case "integer" -> Reply.integer(12345);
                case "double" -> Reply.dbl(3.141, Doubles.format(3.141));
                case "bignum" -> Reply.bigNumber("1234567999999999999999999999999999999");
                case "null" -> Reply.NULL;
                case "array" -> Reply.array(numbers());
                case "set" -> Reply.set(numbers());
                case "map" ->
                    Reply.map(List.of(Reply.ZERO, Reply.FALSE, Reply.ONE, Reply.TRUE, Reply.integer(2), Reply.FALSE));
                case "attrib" ->
                    Reply.attributed(
                            List.of(
                                    Reply.bulk("key-popularity"),
                                    Reply.array(Reply.bulk("key:123"), Reply.integer(90))),
                            Reply.bulk("Some real reply following the attribute"));
                case "push" -> push(protocol);
                case "verbatim" ->
                    Reply.verbatim("txt", "This is a verbatim\nstring".getBytes(StandardCharsets.US_ASCII));
                case "true" -> Reply.TRUE;
                case "false" -> Reply.FALSE;
                default ->
                    throw new CommandException("ERR Wrong protocol type name. Please use one of the following:"
                            + " string|integer|double|bignum|null|array|set|map|attrib|push|verbatim|true|false");
            };
        }

        private static List<Reply> numbers() {
            return List.of(Reply.ZERO, Reply.ONE, Reply.integer(2));
        }

        private static Reply push(int protocol) {
            if (protocol < 3) {
                throw new CommandException("ERR RESP2 is not supported by this command");
            }
            return Reply.sequence(List.of(
                    Reply.push(List.of(Reply.bulk("server-cpu-usage"), Reply.integer(42))),
                    Reply.bulk("Some real reply following the push reply")));
        }
    }
}
