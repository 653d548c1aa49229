package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;

/** Renders the configuration file that ships with Sluice: every setting at its default, under its documentation. */
public final class ConfigurationFile {
    private static final int WIDTH = 98;

    private ConfigurationFile() {}

    public static String render(SettingsTable table) {
        StringBuilder file = new StringBuilder(
                """
                # Sluice's settings, each at its default. The syntax is redis.conf's:
                #
                #   - one setting a line, and a line that begins with '#' is a comment;
                #   - a value with blanks stands in quotes;
                #   - sizes take units: 1k is 1000 bytes, 1kb is 1024, and so on for m, mb, g, gb;
                #   - "include FILE" reads another file in its place;
                #   - a later line wins over an earlier one, and the command line over the file:
                #     sluice sluice.conf --port 7000 --loglevel verbose
                #
                # "at run time" marks what CONFIG SET can change.
                #
                # This file is generated from the table of settings; docs/configuration.md holds the same.
                """);
        String group = "";
        for (Setting setting : table.all()) {
            if (!setting.group().equals(group)) {
                group = setting.group();
                String title = "# ---- " + group + " ";
                file.append('\n')
                        .append(title)
                        .append("-".repeat(Math.max(0, WIDTH + 2 - title.length())))
                        .append('\n');
            }
            file.append('\n');
            for (String line : Wrapped.lines(setting.doc(), WIDTH)) {
                file.append("# ").append(line).append('\n');
            }
            String allowed =
                    "Allowed: " + ServerSettings.allowed(setting) + (setting.reloadable() ? "; at run time." : ".");
            for (String line : Wrapped.lines(allowed, WIDTH)) {
                file.append("# ").append(line).append('\n');
            }
            file.append(setting.name()).append(' ').append(value(setting)).append('\n');
        }
        return file.toString();
    }

    private static String value(Setting setting) {
        boolean quoted = setting.defaultValue().isEmpty()
                || (setting.defaultValue().contains(" ") && !ServerSettings.takesSeveralWords(setting));
        return quoted ? ArgumentSplitter.quote(setting.defaultValue()) : setting.defaultValue();
    }
}
