package io.sluice.proxy.command;

import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the row of a request, and says why it may not run: the checks before a command, in Redis's order and words. Pure
 * and thread-safe.
 */
public final class CommandResolver {
    private static final int SHOWN = 128;

    /** Has subcommands of its own, some with rows: what has no row is its own business. */
    private static final String PARSES_ITS_OWN = "DEBUG";

    private static final Reply NOAUTH = Reply.error(Errors.NOAUTH);

    private static final Reply NOT_IN_MULTI = Reply.error("ERR Command not allowed inside a transaction");

    private static final Reply DEBUG_REFUSED = Reply.error(
            "ERR DEBUG command not allowed. If the enable-debug-command option is set to \"local\", you can run it from a"
                    + " local connection, otherwise you need to set this option in the configuration file, and then"
                    + " restart the server.");

    private final CommandTable table;

    public CommandResolver(CommandTable table) {
        this.table = table;
    }

    /** The row that a request is for, the subcommand's where there is one; null when there is no such command. */
    public @Nullable CommandSpec find(Args args) {
        byte[] name = args.bytes(0);
        CommandSpec spec = table.find(name);
        if (spec == null || spec.name().indexOf('|') >= 0) {
            return null; // "config|get" is a row's name, but not a command's
        }
        if (args.count() == 1 || !table.isContainer(spec.name())) {
            return spec;
        }
        CommandSpec subcommand = table.findSubcommand(spec.name(), args.bytes(1));
        return subcommand == null && spec.name().equals(PARSES_ITS_OWN) ? spec : subcommand;
    }

    /**
     * Why the request may not run, or null when it may.
     *
     * @param spec what {@link #find} answered
     */
    public @Nullable Reply refusal(@Nullable CommandSpec spec, Args args, Session session, Settings settings) {
        if (spec == null) {
            return unknown(args);
        }
        if (!spec.accepts(args.count())) {
            return Reply.error(Errors.wrongArity(spec.name().toLowerCase(Locale.ROOT)));
        }
        if (isOfDebug(spec) && !debugAllowed(session, settings)) {
            return DEBUG_REFUSED;
        }
        if (!session.isAuthenticated()
                && !spec.has(Flag.NO_AUTH)
                && !settings.text(SecuritySettings.REQUIREPASS).isEmpty()) {
            return NOAUTH;
        }
        if (session.transaction() != null && spec.has(Flag.NO_MULTI)) {
            return NOT_IN_MULTI;
        }
        return null;
    }

    /** Whether this is DEBUG, or one of its subcommands. */
    static boolean isOfDebug(CommandSpec spec) {
        return spec.name().startsWith(PARSES_ITS_OWN);
    }

    private static boolean debugAllowed(Session session, Settings settings) {
        return switch (settings.text(SecuritySettings.ENABLE_DEBUG_COMMAND)) {
            case "yes" -> true;
            case "local" -> session.isLocal();
            default -> false;
        };
    }

    private Reply unknown(Args args) {
        CommandSpec container = table.find(args.bytes(0));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        if (container != null && container.name().indexOf('|') < 0) {
            ascii(text, "ERR unknown subcommand '");
            cut(text, args.bytes(1), SHOWN);
            ascii(text, "'. Try " + container.name() + " HELP.");
            return Reply.error(text.toByteArray());
        }
        ascii(text, "ERR unknown command '");
        cut(text, args.bytes(0), SHOWN);
        ascii(text, "', with args beginning with: ");
        int start = text.size();
        for (int i = 1; i < args.count() && text.size() - start < SHOWN; i++) {
            int room = SHOWN - (text.size() - start);
            ascii(text, "'");
            cut(text, args.bytes(i), room);
            ascii(text, "' ");
        }
        return Reply.error(text.toByteArray());
    }

    /** At most so many bytes, and as C prints them: not beyond a zero byte. */
    private static void cut(ByteArrayOutputStream text, byte[] argument, int limit) {
        for (int i = 0; i < Math.min(argument.length, limit) && argument[i] != 0; i++) {
            text.write(argument[i]);
        }
    }

    private static void ascii(ByteArrayOutputStream text, String words) {
        text.writeBytes(words.getBytes(StandardCharsets.US_ASCII));
    }
}
