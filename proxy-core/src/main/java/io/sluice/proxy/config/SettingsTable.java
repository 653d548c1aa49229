package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The one table of settings: Sluice's own, and those of the backends that are there. Immutable. */
public final class SettingsTable {
    private final List<Setting> settings;
    private final Map<String, Setting> byName;

    private SettingsTable(List<Setting> settings, Map<String, Setting> byName) {
        this.settings = settings;
        this.byName = byName;
    }

    /**
     * @throws IllegalArgumentException when two settings have one name, or a default is not a value of its type: an
     *     error in the program, not of its user
     */
    public static SettingsTable with(Collection<Setting> backendSettings) {
        List<Setting> settings = new ArrayList<>(ServerSettings.ALL);
        settings.addAll(backendSettings);
        Map<String, Setting> byName = new LinkedHashMap<>();
        for (Setting setting : settings) {
            if (byName.put(setting.name(), setting) != null) {
                throw new IllegalArgumentException("two settings are called " + setting.name());
            }
            try {
                ValueReader.read(setting, setting.defaultValue());
            } catch (InvalidValueException e) {
                throw new IllegalArgumentException("default of " + setting.name() + ": " + e.reason(), e);
            }
        }
        new TreeMap<>(ServerSettings.ALIASES).forEach(byName::put);
        return new SettingsTable(List.copyOf(settings), Collections.unmodifiableMap(byName));
    }

    /** All settings, in the order of the configuration file; a group's settings stand together. */
    public List<Setting> all() {
        return settings;
    }

    /** Every name, Redis's older names included, with the setting it stands for. */
    Map<String, Setting> byName() {
        return byName;
    }

    @Nullable
    Setting find(String name) {
        return byName.get(name);
    }

    /** The name that the writer probably meant, or null when nothing is close. */
    @Nullable
    String nearest(String name) {
        String nearest = null;
        int closest = Math.max(2, name.length() / 4) + 1;
        for (String candidate : byName.keySet()) {
            int distance = distance(name, candidate);
            if (distance < closest) {
                closest = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** How many letters must be changed, added or removed. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
