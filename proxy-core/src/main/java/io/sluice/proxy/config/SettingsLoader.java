package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns what was written in files and on the command line into checked values; a later one wins. */
final class SettingsLoader {
    private final SettingsTable table;
    private final Map<String, String> values = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();

    SettingsLoader(SettingsTable table) {
        this.table = table;
    }

    void apply(List<Assignment> assignments) throws ConfigException {
        for (Assignment assignment : assignments) {
            apply(assignment);
        }
    }

    /** Canonical values by the settings' own names, only of those that were assigned. */
    Map<String, String> values() {
        return values;
    }

    /** What was passed over, one line each. */
    List<String> warnings() {
        return warnings;
    }

    private void apply(Assignment assignment) throws ConfigException {
        String name = assignment.name();
        List<String> words = assignment.words();
        try {
            Setting setting = table.find(name);
            if (setting == null) {
                throw new ConfigException(assignment.where() + ": " + unknown(name));
            }
            values.put(setting.name(), value(assignment, setting));
        } catch (ConfigException e) {
            // Only what Sluice itself cannot take may be passed over as Redis's.
            if (!RedisOnlySettings.withoutEffect(name, words)) {
                throw e;
            }
            String written = (name + " " + String.join(" ", words)).strip();
            warnings.add(assignment.where() + ": '" + written + "' has no effect in Sluice");
        }
    }

    private static String value(Assignment assignment, Setting setting) throws ConfigException {
        String subject = assignment.where() + ": " + assignment.name();
        List<String> words = assignment.words();
        String text = String.join(" ", words);
        if (words.isEmpty()) {
            throw new ConfigException(subject + " needs a value; allowed: " + ServerSettings.allowed(setting));
        }
        if (words.size() > 1 && !ServerSettings.takesSeveralWords(setting)) {
            throw new ConfigException(subject + " takes one value, not " + words.size() + ": " + text);
        }
        if (!SettingText.isWhole(text)) {
            throw new ConfigException(subject + " has bytes that are not UTF-8"); // not shown: it may be a password
        }
        try {
            return ValueReader.read(setting, text);
        } catch (InvalidValueException e) {
            throw new ConfigException(subject + " cannot be '" + text + "'; allowed: " + e.allowed(), e);
        }
    }

    private String unknown(String name) {
        String reason = RedisOnlySettings.whyRefused(name);
        if (reason != null) {
            return name + ": " + reason;
        }
        String nearest = table.nearest(name);
        return "unknown setting '" + name + "'"
                + (nearest == null
                        ? "; --help and conf/sluice.conf list them all"
                        : "; did you mean '" + nearest + "'?");
    }
}
