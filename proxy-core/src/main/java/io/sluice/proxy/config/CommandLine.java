package io.sluice.proxy.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * redis-server's command line: a configuration file if the first argument does not begin with {@code --}, then {@code
 * --name value ...}. Words up to the next one that begins with {@code --} belong to the setting before them.
 *
 * @param file the configuration file, or null
 * @param assignments the settings given as arguments; they win over the file
 */
record CommandLine(@Nullable Path file, List<Assignment> assignments) {

    static CommandLine parse(List<String> arguments) throws ConfigException {
        Path file = null;
        int next = 0;
        if (!arguments.isEmpty() && !arguments.get(0).startsWith("--")) {
            file = Path.of(arguments.get(0));
            next = 1;
        }
        List<Assignment> assignments = new ArrayList<>();
        while (next < arguments.size()) {
            String argument = arguments.get(next++);
            if (!argument.startsWith("--") || argument.length() == 2) {
                throw new ConfigException("command line: '" + argument
                        + "' is in the place of a setting; write: [file] --name value ...");
            }
            List<String> words = new ArrayList<>();
            while (next < arguments.size() && !arguments.get(next).startsWith("--")) {
                words.add(arguments.get(next++));
            }
            String name = argument.substring(2).toLowerCase(Locale.ROOT);
            assignments.add(new Assignment("command line", name, List.copyOf(words)));
        }
        return new CommandLine(file, List.copyOf(assignments));
    }
}
