package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.config.ConfigCommandException;
import io.sluice.proxy.config.SettingText;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** CONFIG: the settings, while the server runs. */
final class ConfigCommands {
    private static final EnumSet<Flag> OPERATOR = EnumSet.of(ADMIN, NOSCRIPT, LOADING, STALE);
    private static final String PER_PARAMETER = "O(N) when N is the number of configuration parameters provided";

    private static final Help HELP = Help.of(
            "CONFIG",
            "GET <pattern> [<pattern> ...]",
            "    Return the settings whose names match a glob-like <pattern>, with their values.",
            "SET <directive> <value> [<directive> <value> ...]",
            "    Change settings: all of them or none.",
            "RESETSTAT",
            "    Set the counters of INFO to zero.",
            "REWRITE",
            "    Write the present settings into the configuration file.");

    private final Server server;

    ConfigCommands(Server server) {
        this.server = server;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        Containers.row(t, "CONFIG", "2.0.0", "Commands about the settings.");
        t.onSession("CONFIG|GET", -3, OPERATOR, "2.0.0", PER_PARAMETER, "The values of settings.", this::get);
        t.onSession(
                "CONFIG|HELP",
                2,
                EnumSet.of(LOADING, STALE),
                "5.0.0",
                "O(1)",
                "Help about the subcommands.",
                HELP::answer);
        t.onSession(
                "CONFIG|RESETSTAT",
                2,
                OPERATOR,
                "2.0.0",
                "O(1)",
                "Sets the counters of INFO to zero.",
                this::resetStat);
        t.onSession("CONFIG|REWRITE", 2, OPERATOR, "2.8.0", "O(1)", "Writes the configuration file.", this::rewrite);
        t.onSession("CONFIG|SET", -4, OPERATOR, "2.0.0", PER_PARAMETER, "Changes settings.", this::set);
    }

    private Reply get(Session session, Args args) {
        List<Reply> entries = new ArrayList<>();
        server.settings().get(texts(args)).forEach((name, value) -> {
            entries.add(Reply.bulk(name));
            entries.add(Reply.bulk(value));
        });
        return Reply.map(entries);
    }

    private Reply set(Session session, Args args) {
        try {
            server.settings().set(namesAndValues(args));
        } catch (ConfigCommandException e) {
            throw new CommandException(e.error());
        }
        return Reply.OK;
    }

    private Reply rewrite(Session session, Args args) {
        try {
            server.settings().rewrite();
        } catch (ConfigCommandException e) {
            throw new CommandException(e.error());
        }
        return Reply.OK;
    }

    private Reply resetStat(Session session, Args args) {
        server.stats().reset();
        return Reply.OK;
    }

    /** Of a value that is no text, one that is refused. */
    private static List<String> namesAndValues(Args args) {
        List<String> texts = texts(args);
        for (int i = 1; i < texts.size(); i += 2) {
            texts.set(i, SettingText.of(args.bytes(i + 2)));
        }
        return texts;
    }

    /** The arguments behind the subcommand; names and patterns are text, so bytes that are none are replaced. */
    private static List<String> texts(Args args) {
        List<String> texts = new ArrayList<>();
        for (int i = 2; i < args.count(); i++) {
            texts.add(Text.utf8(args.bytes(i)));
        }
        return texts;
    }
}
