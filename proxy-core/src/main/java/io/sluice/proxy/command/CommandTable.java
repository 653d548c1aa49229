package io.sluice.proxy.command;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row per command, the single source of truth for arity, flags, key positions and handler. COMMAND, COMMAND DOCS and
 * docs/commands.md are derived from it. Sealed once built: a wrong row stops start-up.
 */
public final class CommandTable {
    private final Map<String, CommandSpec> rows;
    private final Map<String, Map<String, CommandSpec>> subcommands;
    /** The rows by their names, at a place that the name's letters say, or behind it. */
    private final @Nullable CommandSpec[] places;

    private CommandTable(Map<String, CommandSpec> rows) {
        this.rows = rows;
        this.subcommands = new HashMap<>();
        this.places = new CommandSpec[Integer.highestOneBit(rows.size()) * 4];
        for (CommandSpec row : rows.values()) {
            int bar = row.name().indexOf('|');
            if (bar > 0) {
                subcommands
                        .computeIfAbsent(row.name().substring(0, bar), c -> new LinkedHashMap<>())
                        .put(row.name().substring(bar + 1), row);
            }
            int at = place(row.name().getBytes(StandardCharsets.ISO_8859_1));
            while (places[at] != null) {
                at = at + 1 & places.length - 1;
            }
            places[at] = row;
        }
    }

    /** The same for a name in any case. */
    private int place(byte[] name) {
        int hash = 0;
        for (byte letter : name) {
            hash = hash * 31 + (letter & ~0x20);
        }
        return (hash ^ hash >>> 12) & places.length - 1;
    }

    /** The row of the name, in any case; null when there is none. A container's own row is answered for it. */
    public @Nullable CommandSpec find(byte[] name) {
        int at = place(name);
        CommandSpec row = places[at];
        while (row != null && !isNamed(row, name)) {
            at = at + 1 & places.length - 1;
            row = places[at];
        }
        return row;
    }

    /** The subcommand's row, or null. */
    public @Nullable CommandSpec findSubcommand(String container, byte[] name) {
        Map<String, CommandSpec> of = subcommands.get(container);
        return of == null ? null : of.get(upper(name));
    }

    /** Whether the command has subcommands, and so no meaning without one. */
    public boolean isContainer(String name) {
        return subcommands.containsKey(name);
    }

    public Collection<CommandSpec> subcommands(String container) {
        return subcommands.getOrDefault(container, Map.of()).values();
    }

    /** All rows, subcommands included, in the order they were declared. */
    public Collection<CommandSpec> rows() {
        return rows.values();
    }

    private static boolean isNamed(CommandSpec row, byte[] name) {
        String upper = row.name();
        if (upper.length() != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            int letter = name[i];
            if (upper.charAt(i) != (letter >= 'a' && letter <= 'z' ? letter - 0x20 : letter)) {
                return false;
            }
        }
        return true;
    }

    private static String upper(byte[] name) {
        return new String(name, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects rows; checks each as it comes and the table as a whole at the end. */
    public static final class Builder {
        private final Map<String, CommandSpec> rows = new LinkedHashMap<>();
        private Group group = Group.GENERIC;

        /** The group of the rows that follow. */
        public Builder group(Group group) {
            this.group = group;
            return this;
        }

        public Builder row(
                String name,
                int arity,
                Set<Flag> flags,
                KeySpec keys,
                String since,
                String complexity,
                String summary,
                Handler handler) {
            CommandSpec spec = new CommandSpec(
                    name, arity, EnumSet.copyOf(flags), keys, group, since, complexity, summary, handler);
            check(spec);
            if (rows.put(name, spec) != null) {
                throw new IllegalStateException("two rows of the command table are named " + name);
            }
            return this;
        }

        public Builder row(
                String name,
                int arity,
                Set<Flag> flags,
                KeySpec keys,
                String since,
                String complexity,
                String summary,
                Handler.OnKeys handler) {
            return row(name, arity, flags, keys, since, complexity, summary, (Handler) handler);
        }

        public Builder blocking(
                String name,
                int arity,
                Set<Flag> flags,
                KeySpec keys,
                String since,
                String complexity,
                String summary,
                Handler.Blocking handler) {
            return row(name, arity, flags, keys, since, complexity, summary, (Handler) handler);
        }

        public Builder onSession(
                String name,
                int arity,
                Set<Flag> flags,
                String since,
                String complexity,
                String summary,
                Handler.OnSession handler) {
            return row(name, arity, flags, KeySpec.NONE, since, complexity, summary, (Handler) handler);
        }

        public Builder later(
                String name,
                int arity,
                Set<Flag> flags,
                String since,
                String complexity,
                String summary,
                Handler.Later handler) {
            return row(name, arity, flags, KeySpec.NONE, since, complexity, summary, (Handler) handler);
        }

        public Builder onKeyspace(
                String name,
                int arity,
                Set<Flag> flags,
                String since,
                String complexity,
                String summary,
                Handler.OnKeyspace handler) {
            return row(name, arity, flags, KeySpec.NONE, since, complexity, summary, (Handler) handler);
        }

        private static void check(CommandSpec spec) {
            if (!spec.name().equals(spec.name().toUpperCase(Locale.ROOT))
                    || spec.name().isEmpty()) {
                throw new IllegalStateException("command name not in upper case: " + spec.name());
            }
            if (spec.arity() == 0) {
                throw new IllegalStateException("arity 0: " + spec.name());
            }
            if (spec.has(Flag.WRITE) && spec.has(Flag.READONLY)) {
                throw new IllegalStateException("both write and readonly: " + spec.name());
            }
            if (spec.handler() instanceof Handler.OnKeys && spec.keys().isNone() && !spec.has(Flag.NO_MANDATORY_KEYS)) {
                throw new IllegalStateException("a command on keys that names none: " + spec.name());
            }
            int minimum = Math.abs(spec.arity());
            if (spec.keys().first() >= minimum || spec.keys().countAt() >= minimum) {
                throw new IllegalStateException("keys begin beyond the shortest request: " + spec.name());
            }
        }

        public CommandTable build() {
            for (String name : List.copyOf(rows.keySet())) {
                int bar = name.indexOf('|');
                if (bar > 0 && !rows.containsKey(name.substring(0, bar))) {
                    throw new IllegalStateException("subcommand of no command: " + name);
                }
            }
            return new CommandTable(rows);
        }
    }
}
