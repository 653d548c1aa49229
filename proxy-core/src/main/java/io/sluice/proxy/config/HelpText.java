package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;

/** Renders what {@code --help} prints: how to start Sluice, and the settings that most installations touch. */
public final class HelpText {
    private static final int WIDTH = 74;

    private HelpText() {}

    public static String render(SettingsTable table) {
        StringBuilder help = new StringBuilder(
                """
                Usage: sluice [FILE] [--NAME VALUE ...]
                       sluice check [FILE] [--NAME VALUE ...]
                       sluice --help | --version

                Serves the Redis protocol from an ordered key-value store. FILE has redis.conf's
                syntax; settings on the command line win over it. With check, it reads all of a
                store that no server has open, and says what is wrong with it, if anything.

                  sluice                                data under ./data, port 6379
                  sluice conf/sluice.conf --port 7000
                  sluice --dir /var/lib/sluice --requirepass secret
                  sluice check --dir /var/lib/sluice

                The settings that most installations touch, with their defaults:

                """);
        for (Setting setting : ServerSettings.ESSENTIAL) {
            help.append("  --").append(setting.name()).append(' ');
            help.append(setting.defaultValue().isEmpty() ? "\"\"" : setting.defaultValue())
                    .append('\n');
            for (String line : Wrapped.lines(setting.doc(), WIDTH)) {
                help.append("      ").append(line).append('\n');
            }
        }
        return help.append("\nAll ")
                .append(table.all().size())
                .append(" settings: conf/sluice.conf and docs/configuration.md\n")
                .toString();
    }
}
