package io.sluice.dist;

import io.sluice.proxy.command.CommandsPage;
import io.sluice.proxy.config.ConfigurationFile;
import io.sluice.proxy.config.ConfigurationPage;
import io.sluice.proxy.config.SettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the files that are derived from the tables of settings and of commands, with the settings of all backends on the
 * class path. The one argument is the project's directory.
 */
final class GenerateReference {
    private GenerateReference() {}

    public static void main(String[] arguments) throws IOException, StartFailure {
        for (Map.Entry<Path, String> file : render().entrySet()) {
            Path target = Path.of(arguments[0]).resolve(file.getKey());
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.writeString(target, file.getValue());
        }
    }

    /** The text of each file by its path in the project. */
    static Map<Path, String> render() throws StartFailure {
        SettingsTable table = SettingsTable.with(Backends.onClassPath().settings());
        Map<Path, String> files = new LinkedHashMap<>();
        files.put(Path.of("conf", "sluice.conf"), ConfigurationFile.render(table));
        files.put(Path.of("docs", "configuration.md"), ConfigurationPage.render(table));
        files.put(Path.of("docs", "commands.md"), CommandsPage.render());
        return files;
    }
}
