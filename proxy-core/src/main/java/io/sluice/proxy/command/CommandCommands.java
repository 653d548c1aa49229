package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.LOADING;
import static io.sluice.proxy.command.Flag.STALE;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Glob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** COMMAND: the table itself, as clients ask for it. */
final class CommandCommands {
    private static final EnumSet<Flag> FLAGS = EnumSet.of(LOADING, STALE);
    private static final String PER_COMMAND = "O(N) where N is the number of commands to look up";

    private static final Help HELP = Help.of(
            "COMMAND",
            "(no subcommand)",
            "    Return the facts about all commands.",
            "COUNT",
            "    Return the number of commands.",
            "LIST [FILTERBY (MODULE <name>|ACLCAT <category>|PATTERN <pattern>)]",
            "    Return the names of all commands, or of those that fit.",
            "INFO [<command-name> ...]",
            "    Return the facts about these commands, or about all.",
            "DOCS [<command-name> ...]",
            "    Return the documentation of these commands, or of all.",
            "GETKEYS <full-command>",
            "    Return the keys of a request.",
            "GETKEYSANDFLAGS <full-command>",
            "    Return the keys of a request, and what it does to each.");

    /** The table that these rows are themselves a part of: there once it is built. */
    private final Supplier<CommandTable> table;

    CommandCommands(Supplier<CommandTable> table) {
        this.table = table;
    }

    void rows(CommandTable.Builder t) {
        t.group(Group.SERVER);
        String perTable = "O(N) where N is the total number of Redis commands";
        String perArgument = "O(N) where N is the number of arguments to the command";
        t.onSession("COMMAND", -1, FLAGS, "2.8.13", perTable, "The facts about all commands.", this::all);
        row(t, "COUNT", 2, "2.8.13", "O(1)", "The number of commands.", this::number);
        row(t, "DOCS", -2, "7.0.0", PER_COMMAND, "The documentation of commands.", this::docs);
        row(t, "GETKEYS", -3, "2.8.13", perArgument, "The keys of a request.", this::getKeys);
        row(
                t,
                "GETKEYSANDFLAGS",
                -3,
                "7.0.0",
                perArgument,
                "The keys of a request and their use.",
                this::getKeysAndFlags);
        row(t, "HELP", 2, "5.0.0", "O(1)", "Help about the subcommands.", HELP::answer);
        row(t, "INFO", -2, "2.8.13", PER_COMMAND, "The facts about commands.", this::info);
        row(t, "LIST", -2, "7.0.0", perTable, "The names of commands.", this::list);
    }

    private static void row(
            CommandTable.Builder t,
            String name,
            int arity,
            String since,
            String complexity,
            String summary,
            Handler.OnSession handler) {
        t.onSession("COMMAND|" + name, arity, FLAGS, since, complexity, summary, handler);
    }

    private Reply all(Session session, Args args) {
        CommandDescription description = new CommandDescription(table.get());
        return Reply.array(commands().stream().map(description::info).toList());
    }

    private Reply number(Session session, Args args) {
        return Reply.integer(commands().size());
    }

    private Reply info(Session session, Args args) {
        if (args.count() == 2) {
            return all(session, args);
        }
        CommandDescription description = new CommandDescription(table.get());
        List<Reply> replies = new ArrayList<>();
        for (int i = 2; i < args.count(); i++) {
            CommandSpec spec = table.get().find(args.bytes(i));
            replies.add(spec == null ? Reply.NULL : description.info(spec));
        }
        return Reply.array(replies);
    }

    private Reply docs(Session session, Args args) {
        CommandDescription description = new CommandDescription(table.get());
        List<CommandSpec> wanted = new ArrayList<>();
        for (int i = 2; i < args.count(); i++) {
            CommandSpec spec = table.get().find(args.bytes(i));
            if (spec != null) {
                wanted.add(spec);
            }
        }
        List<Reply> entries = new ArrayList<>();
        for (CommandSpec spec : args.count() == 2 ? commands() : wanted) {
            entries.add(Reply.bulk(CommandDescription.name(spec)));
            entries.add(description.docs(spec));
        }
        return Reply.map(entries);
    }

    private Reply list(Session session, Args args) {
        Predicate<CommandSpec> filter;
        if (args.count() == 2) {
            filter = spec -> true;
        } else if (args.count() == 5 && args.is(2, "FILTERBY")) {
            filter = filter(args);
        } else {
            throw Args.syntaxError();
        }
        List<Reply> names = new ArrayList<>();
        for (CommandSpec spec : table.get().rows()) {
            if (filter.test(spec)) {
                names.add(Reply.bulk(CommandDescription.name(spec)));
            }
        }
        return Reply.array(names);
    }

    private Predicate<CommandSpec> filter(Args args) {
        if (args.is(3, "MODULE")) {
            return spec -> false; // there are no modules
        }
        if (args.is(3, "ACLCAT")) {
            AclCategory category = AclCategory.named(args.text(4));
            return spec -> category != null && AclCategory.of(spec, table.get()).contains(category);
        }
        if (args.is(3, "PATTERN")) {
            Glob pattern = Glob.ignoringCase(args.bytes(4));
            return spec -> pattern.matches(spec.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII));
        }
        throw Args.syntaxError();
    }

    private Reply getKeys(Session session, Args args) {
        Args request = args.from(2);
        CommandSpec spec = withKeys(request);
        List<Reply> keys = new ArrayList<>();
        for (KeyAccess part : parts(spec, request)) {
            part.positions(request).forEach(at -> keys.add(Reply.bulk(request.bytes(at))));
        }
        return checked(keys, spec);
    }

    private Reply getKeysAndFlags(Session session, Args args) {
        Args request = args.from(2);
        CommandSpec spec = withKeys(request);
        List<Reply> keys = new ArrayList<>();
        for (KeyAccess part : parts(spec, request)) {
            List<String> use = OptionalAccess.of(spec, request, part.flags());
            Reply flags = Reply.set(use.stream().map(Reply::simple).toList());
            part.positions(request).forEach(at -> keys.add(Reply.array(Reply.bulk(request.bytes(at)), flags)));
        }
        return checked(keys, spec);
    }

    private CommandSpec withKeys(Args request) {
        @Nullable CommandSpec spec = new CommandResolver(table.get()).find(request);
        if (spec == null) {
            throw new CommandException("ERR Invalid command specified");
        }
        // Redis's COMMAND knows nothing of DEBUG's subcommands.
        if (spec.keys().isNone() || CommandResolver.isOfDebug(spec)) {
            throw new CommandException("ERR The command has no key arguments");
        }
        if (!spec.accepts(request.count())) {
            throw new CommandException("ERR Invalid number of arguments specified for command");
        }
        return spec;
    }

    /** The parts of the request's keys; none when keys are missing, as if there were no key. */
    private static List<KeyAccess> parts(CommandSpec spec, Args request) {
        List<KeyAccess> parts = KeyAccess.of(spec);
        return parts.stream().allMatch(part -> part.isComplete(request)) ? parts : List.of();
    }

    private static Reply checked(List<Reply> keys, CommandSpec spec) {
        if (keys.isEmpty() && !spec.has(Flag.NO_MANDATORY_KEYS)) {
            throw new CommandException("ERR Invalid arguments specified for command");
        }
        return Reply.array(keys);
    }

    /** The rows that are no subcommands. */
    private Collection<CommandSpec> commands() {
        return table.get().rows().stream()
                .filter(spec -> spec.name().indexOf('|') < 0)
                .toList();
    }
}
