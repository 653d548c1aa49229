package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import java.util.Map;
import java.util.TreeMap;

/** Renders the documentation page of all settings, in Markdown. */
public final class ConfigurationPage {
    private ConfigurationPage() {}

    public static String render(SettingsTable table) {
        StringBuilder page = new StringBuilder(
                """
                # Configuration

                Settings come from a file and from the command line, as redis-server's do: `sluice [file] [--name value ...]`.
                The command line wins. The file has redis.conf's syntax; [conf/sluice.conf](../conf/sluice.conf) holds every
                setting at its default. A setting that Sluice does not know, or a value that it does not allow, ends the
                start with one line that says where, what, and what is allowed. Where Redis has the setting, the name and
                the meaning are Redis's.

                *Run time* tells whether `CONFIG SET` takes it. `CONFIG GET` shows sizes in bytes. `CONFIG REWRITE` writes
                the present values into the file and keeps its comments.

                A file written for Redis can be used: settings that only tune what Sluice does not have (snapshots,
                replication buffers and the like) are passed over with a warning; those that ask for something that Sluice
                does not do (`replicaof`, `rename-command`, ...) are refused.

                This page is generated from the table of settings.
                """);
        String group = "";
        for (Setting setting : table.all()) {
            if (!setting.group().equals(group)) {
                group = setting.group();
                page.append("\n## ").append(group).append("\n\n");
                page.append("| Setting | Default | Allowed | Run time | |\n|---|---|---|---|---|\n");
            }
            page.append("| `").append(setting.name()).append("` | ");
            page.append(setting.defaultValue().isEmpty() ? "empty" : "`" + setting.defaultValue() + "`");
            page.append(" | ").append(cell(ServerSettings.allowed(setting)));
            page.append(" | ").append(setting.reloadable() ? "yes" : "no");
            page.append(" | ").append(cell(setting.doc())).append(" |\n");
        }
        page.append("\n## Redis's older names\n\nThey mean the same, in files and in CONFIG.\n\n");
        page.append("| Older name | Setting |\n|---|---|\n");
        for (Map.Entry<String, Setting> alias : new TreeMap<>(ServerSettings.ALIASES).entrySet()) {
            page.append("| `").append(alias.getKey()).append("` | `");
            page.append(alias.getValue().name()).append("` |\n");
        }
        return page.toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("*", "\\*");
    }
}
