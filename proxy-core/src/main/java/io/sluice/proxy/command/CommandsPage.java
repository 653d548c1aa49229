package io.sluice.proxy.command;

import io.sluice.proxy.config.ConfigException;
import io.sluice.proxy.config.Settings;
import io.sluice.proxy.stats.LatencyEvents;
import io.sluice.proxy.stats.ServerStats;
import io.sluice.proxy.stats.SlowLog;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * docs/commands.md, written from the table: which commands there are, by group. bin/generate-reference writes it after a
 * change of the table; a test fails while the page is behind.
 */
public final class CommandsPage {
    private CommandsPage() {}

    /** The page of the commands there are. */
    public static String render() {
        return render(table());
    }

    /** The table of a server that does not run: enough to read its rows. */
    private static CommandTable table() {
        try {
            Settings settings = Settings.of(Map.of());
            ServerFacts facts = new ServerFacts("", "", new AtomicReference<>(""), 0, 0, "", "", Optional.empty());
            return Commands.table(new Server(
                    facts,
                    settings,
                    absent(Clients.class),
                    new ServerStats(),
                    new SlowLog(),
                    new LatencyEvents(),
                    absent(StoreControl.class),
                    absent(Lifecycle.class)));
        } catch (ConfigException e) {
            throw new IllegalStateException("the defaults are valid", e);
        }
    }

    private static <T> T absent(Class<T> part) {
        return part.cast(
                Proxy.newProxyInstance(part.getClassLoader(), new Class<?>[] {part}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("there is no server to ask");
                }));
    }

    static String render(CommandTable table) {
        StringBuilder page = new StringBuilder();
        page.append("# Commands\n\n")
                .append(
                        "Generated from the command table; do not edit. Behaviour, options and error texts follow Redis ")
                .append(ServerFacts.REDIS_VERSION.replaceAll("\\.[0-9]+$", ""))
                .append(".\n\n")
                .append("*Arguments* counts the command's own name (and its subcommand's); `N+` means at least N.\n");
        Map<String, Map<String, CommandSpec>> groups = new TreeMap<>();
        for (CommandSpec spec : table.rows()) {
            groups.computeIfAbsent(title(spec.group()), g -> new TreeMap<>()).put(spec.name(), spec);
        }
        groups.forEach((title, rows) -> {
            page.append("\n## ").append(title).append("\n\n");
            page.append("| Command | Arguments | Flags | |\n|---|---|---|---|\n");
            rows.values().forEach(spec -> row(page, spec, table));
        });
        return page.toString();
    }

    private static String title(Group group) {
        String word = group.word().replace('-', ' ');
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static void row(StringBuilder page, CommandSpec spec, CommandTable table) {
        if (table.isContainer(spec.name()) && spec.arity() == -2 && !spec.name().equals("DEBUG")) {
            return; // nothing but its subcommands
        }
        StringBuilder flags = new StringBuilder();
        for (Flag flag : spec.flags()) {
            if (flag.shown()) {
                flags.append(flags.length() > 0 ? ", " : "").append(flag.word());
            }
        }
        page.append("| `")
                .append(spec.name().replace('|', ' '))
                .append("` | ")
                .append(spec.arity() < 0 ? -spec.arity() + "+" : Integer.toString(spec.arity()))
                .append(" | ")
                .append(flags)
                .append(" | ")
                .append(spec.summary().replace("|", "\\|"))
                .append(" |\n");
    }
}
