package io.sluice.proxy.command;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row of the {@link CommandTable}.
 *
 * @param name upper case; a subcommand as {@code CONFIG|GET}
 * @param arity Redis's: the exact number of arguments with the name, or its negated minimum; of a subcommand with both
 *     names
 * @param flags Redis's flags and Sluice's own
 * @param keys where the keys stand
 * @param group the group of COMMAND DOCS
 * @param since the version of Redis that brought it
 * @param complexity as COMMAND DOCS has it
 * @param summary one line
 * @param handler what runs it
 */
public record CommandSpec(
        String name,
        int arity,
        Set<Flag> flags,
        KeySpec keys,
        Group group,
        String since,
        String complexity,
        String summary,
        Handler handler) {

    public boolean has(Flag flag) {
        return flags.contains(flag);
    }

    public boolean accepts(int argumentCount) {
        return arity >= 0 ? argumentCount == arity : argumentCount >= -arity;
    }

    /** Rows are told apart by their names: the table has one of each, and maps of rows are asked for every command. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof CommandSpec that && name.equals(that.name));
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
