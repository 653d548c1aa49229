package io.sluice.proxy.command;

import java.util.EnumSet;

/** The rows of commands that only have subcommands. */
final class Containers {
    private Containers() {}

    /** Adds the row; {@link CommandResolver} never answers it for a request, so its handler never runs. */
    static void row(CommandTable.Builder table, String name, String since, String summary) {
        table.onSession(
                name, -2, EnumSet.noneOf(Flag.class), since, "Depends on subcommand.", summary, (session, args) -> {
                    throw new IllegalStateException(name + " was routed without its subcommand");
                });
    }
}
