package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.config.SecuritySettings;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;

/** ACL, as far as there is one user who may do everything. */
final class AclCommands {
    private static final EnumSet<Flag> PLAIN = EnumSet.of(NOSCRIPT, LOADING, STALE);
    private static final EnumSet<Flag> OPERATOR = EnumSet.of(ADMIN, NOSCRIPT, LOADING, STALE);
    private static final String PER_USER = "O(N). Where N is the number of configured users.";

    private static final Help HELP = Help.of(
            "ACL",
            "CAT [<category>]",
            "    Return the categories of commands, or the commands of one.",
            "LIST",
            "    Return the rules of each user.",
            "USERS",
            "    Return the names of the users.",
            "WHOAMI",
            "    Return the user of this connection.");

    private final Server server;
    private final java.util.function.Supplier<CommandTable> table;

    AclCommands(Server server, java.util.function.Supplier<CommandTable> table) {
        this.server = server;
        this.table = table;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        Containers.row(t, "ACL", "6.0.0", "Commands about users and what they may do.");
        String fixed = "O(1) since the categories and commands are a fixed set.";
        t.onSession("ACL|CAT", -2, PLAIN, "6.0.0", fixed, "The categories, or the commands of one.", this::cat);
        t.onSession(
                "ACL|HELP",
                2,
                EnumSet.of(LOADING, STALE),
                "6.0.0",
                "O(1)",
                "Help about the subcommands.",
                HELP::answer);
        t.onSession("ACL|LIST", 2, OPERATOR, "6.0.0", PER_USER, "The rules of each user.", this::list);
        t.onSession("ACL|USERS", 2, OPERATOR, "6.0.0", PER_USER, "The names of the users.", this::users);
        t.onSession("ACL|WHOAMI", 2, PLAIN, "6.0.0", "O(1)", "The connection's user.", this::whoAmI);
    }

    private Reply cat(Session session, Args args) {
        List<Reply> names = new ArrayList<>();
        if (args.count() == 2) {
            for (AclCategory category : AclCategory.values()) {
                names.add(Reply.bulk(category.word()));
            }
            return Reply.array(names);
        }
        if (args.count() > 3) {
            throw HELP.advised(args);
        }
        AclCategory wanted = AclCategory.named(args.text(2));
        if (wanted == null) {
            throw new CommandException("ERR Unknown category '" + Text.utf8(args.bytes(2)) + "'");
        }
        for (CommandSpec spec : table.get().rows()) {
            if (AclCategory.of(spec, table.get()).contains(wanted)) {
                names.add(Reply.bulk(CommandDescription.name(spec)));
            }
        }
        return Reply.array(names);
    }

    private Reply list(Session session, Args args) {
        String password = server.settings().text(SecuritySettings.REQUIREPASS);
        String secret = password.isEmpty() ? "nopass" : "#" + sha256(password);
        return Reply.array(Reply.bulk("user default on " + secret + " ~* &* +@all"));
    }

    private static String sha256(String password) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(password.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private Reply users(Session session, Args args) {
        return Reply.array(Reply.bulk(Authentication.DEFAULT_USER));
    }

    private Reply whoAmI(Session session, Args args) {
        return Reply.bulk(Authentication.DEFAULT_USER);
    }
}
