package io.sluice.proxy.config;

import io.sluice.kv.config.Setting;
import io.sluice.proxy.text.Glob;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The settings a server runs with: every value checked, those that are reloadable changed by {@link #set} alone.
 *
 * <p>Threads: all methods may be called from any thread. A read is one lookup in a map that is never changed but
 * replaced, so one {@code CONFIG SET} of several values is seen as a whole. Code that runs for every command should keep
 * the value in a field of its own and refresh it with {@link #onChange}.
 */
public final class Settings {

    /** A value in the text that CONFIG GET shows, and as a number where the type is one. */
    private record Value(String text, long number) {}

    /** What this machine allows, and what is answered to whoever asks for more. */
    private record Ceiling(long number, String reason) {}

    private record Listener(Setting setting, Runnable action) {}

    private final SettingsTable table;
    private final @Nullable Path file;
    private final List<String> warnings;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Ceiling> ceilings = new ConcurrentHashMap<>();
    private volatile Map<String, Value> values;

    private Settings(SettingsTable table, @Nullable Path file, Map<String, String> assigned, List<String> warnings) {
        this.table = table;
        this.file = file;
        this.warnings = List.copyOf(warnings);
        Map<String, Value> all = new HashMap<>();
        for (Setting setting : table.all()) {
            String text = assigned.get(setting.name());
            all.put(setting.name(), value(setting, text == null ? defaultOf(setting) : text));
        }
        this.values = all;
    }

    /**
     * Reads redis-server's command line: {@code [file] [--name value ...]}.
     *
     * @throws ConfigException with one line for the operator: where, what is wrong, what is allowed
     */
    public static Settings load(SettingsTable table, List<String> arguments) throws ConfigException {
        CommandLine line = CommandLine.parse(arguments);
        SettingsLoader loader = new SettingsLoader(table);
        Path file = line.file();
        if (file != null) {
            loader.apply(ConfigFileReader.read(file));
        }
        loader.apply(line.assignments());
        return new Settings(table, file == null ? null : file.toAbsolutePath(), loader.values(), loader.warnings());
    }

    /** Sluice's own settings at their defaults, but for these; for tests and embedding. */
    public static Settings of(Map<Setting, String> changed) throws ConfigException {
        SettingsTable table = SettingsTable.with(List.of());
        SettingsLoader loader = new SettingsLoader(table);
        for (Map.Entry<Setting, String> entry : changed.entrySet()) {
            loader.apply(List.of(new Assignment("settings", entry.getKey().name(), List.of(entry.getValue()))));
        }
        return new Settings(table, null, loader.values(), loader.warnings());
    }

    /** The number of a whole-number setting, or the bytes of a memory setting. */
    public long number(Setting setting) {
        if (!(setting.type() instanceof Setting.Int) && !(setting.type() instanceof Setting.Memory)) {
            throw new IllegalArgumentException(setting.name() + " is no number");
        }
        return current(setting).number();
    }

    /** As {@link #number}; a value beyond an int is the nearest int. */
    public int integer(Setting setting) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number(setting)));
    }

    /** Whether a yes-or-no setting says yes. */
    public boolean flag(Setting setting) {
        if (!(setting.type() instanceof Setting.Bool)) {
            throw new IllegalArgumentException(setting.name() + " is not yes or no");
        }
        return current(setting).text().equals("yes");
    }

    /** The text of any setting: of a choice its word in lower case, of a number its decimal digits. */
    public String text(Setting setting) {
        return current(setting).text();
    }

    /** Whether a setting has the value that it has when nobody gives one. */
    public boolean isDefault(Setting setting) {
        return text(setting).equals(defaultOf(setting));
    }

    /** The addresses to listen on, in the order given. */
    public List<BindAddress> bind() {
        try {
            return BindAddress.parse(text(NetworkSettings.BIND));
        } catch (InvalidValueException e) {
            throw new IllegalStateException("bind was checked when it was read", e);
        }
    }

    /** The text of each of these settings by name: what a backend is opened with. */
    public Map<String, String> texts(Collection<Setting> settings) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Setting setting : settings) {
            texts.put(setting.name(), text(setting));
        }
        return texts;
    }

    /** The configuration file, absolute, when there is one. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Lines for the log about settings that were passed over. */
    public List<String> warnings() {
        return warnings;
    }

    /**
     * Calls the action after every {@link #set} that changed the setting, on the thread of the caller of {@code set} and
     * never two at a time. The action reads the new value from these settings; it must be short and must not throw.
     */
    public void onChange(Setting setting, Runnable action) {
        listeners.add(new Listener(setting, action));
    }

    /**
     * CONFIG GET: the settings whose names match any of the glob-style patterns, upper and lower case being the same, with
     * their values. Redis's older names match too and come under the name that matched; what is no pattern but the name of
     * a setting comes as it was written.
     */
    public Map<String, String> get(List<String> patterns) {
        Map<String, Value> now = values;
        List<Glob> globs = patterns.stream()
                .map(pattern -> Glob.ignoringCase(pattern.getBytes(StandardCharsets.UTF_8)))
                .toList();
        Map<String, String> found = new LinkedHashMap<>();
        for (String pattern : patterns) {
            Setting named = table.byName().get(pattern.toLowerCase(Locale.ROOT));
            if (named != null) {
                found.put(pattern, valueIn(now, named).text());
            }
        }
        table.byName().forEach((name, setting) -> {
            byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
            if (globs.stream().anyMatch(glob -> glob.matches(bytes))
                    && found.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                found.put(name, valueIn(now, setting).text());
            }
        });
        return found;
    }

    /**
     * CONFIG SET: all of the pairs or none.
     *
     * @param namesAndValues name, value, name, value...
     * @throws ConfigCommandException with Redis's error text; nothing was changed
     */
    public synchronized void set(List<String> namesAndValues) throws ConfigCommandException {
        if (namesAndValues.size() % 2 != 0) {
            throw new ConfigCommandException("ERR syntax error");
        }
        Map<Setting, String> pairs = resolve(namesAndValues);
        Map<String, Value> next = new HashMap<>(values);
        List<Setting> changed = new ArrayList<>();
        for (Map.Entry<Setting, String> pair : pairs.entrySet()) {
            Setting setting = pair.getKey();
            try {
                Value value = value(setting, ValueReader.read(setting, pair.getValue()));
                Ceiling ceiling = ceilings.get(setting.name());
                if (ceiling != null && value.number() > ceiling.number()) {
                    throw failed(setting.name(), ceiling.reason());
                }
                if (!value.equals(next.put(setting.name(), value))) {
                    changed.add(setting);
                }
            } catch (InvalidValueException e) {
                throw failed(setting.name(), e.reason());
            }
        }
        replace(next, changed);
    }

    /**
     * Keeps a number at what this machine allows: lowers it if it is above, and lets {@link #set} refuse what is.
     *
     * @param reason why, in the words that Redis has for it
     */
    public synchronized void limit(Setting setting, long most, String reason) {
        ceilings.put(setting.name(), new Ceiling(most, reason));
        if (number(setting) > most) {
            Map<String, Value> next = new HashMap<>(values);
            next.put(setting.name(), value(setting, Long.toString(most)));
            replace(next, List.of(setting));
        }
    }

    private void replace(Map<String, Value> next, List<Setting> changed) {
        values = next;
        for (Listener listener : listeners) {
            if (changed.contains(listener.setting())) {
                listener.action().run();
            }
        }
    }

    /**
     * CONFIG REWRITE: writes the present values into the configuration file, keeping its comments and order.
     *
     * @throws ConfigCommandException with Redis's error text; the file is as it was
     */
    public synchronized void rewrite() throws ConfigCommandException {
        if (file == null) {
            throw new ConfigCommandException("ERR The server is running without a config file");
        }
        Map<String, String> texts = new HashMap<>();
        values.forEach((name, value) -> texts.put(name, value.text()));
        new ConfigRewriter(table, texts).rewrite(file);
    }

    /** Looks all names up before any value is read: in Redis, too, an unknown name is reported before a wrong value. */
    private Map<Setting, String> resolve(List<String> namesAndValues) throws ConfigCommandException {
        Map<Setting, String> pairs = new LinkedHashMap<>();
        @Nullable ConfigCommandException refused = null;
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            String name = namesAndValues.get(i);
            Setting setting = table.find(name.toLowerCase(Locale.ROOT));
            if (setting == null) {
                throw refused != null
                        ? refused
                        : new ConfigCommandException(
                                "ERR Unknown option or number of arguments for CONFIG SET - '" + name + "'");
            }
            if (refused == null && !setting.reloadable()) {
                refused = failed(name, "can't set immutable config");
            }
            if (pairs.put(setting, namesAndValues.get(i + 1)) != null && refused == null) {
                refused = failed(name, "duplicate parameter");
            }
        }
        if (refused != null) {
            throw refused;
        }
        return pairs;
    }

    private static ConfigCommandException failed(String name, String reason) {
        return new ConfigCommandException(
                "ERR CONFIG SET failed (possibly related to argument '" + name + "') - " + reason);
    }

    private Value current(Setting setting) {
        return valueIn(values, setting);
    }

    private static Value valueIn(Map<String, Value> values, Setting setting) {
        Value value = values.get(setting.name());
        if (value == null) {
            throw new IllegalArgumentException("no such setting in this server: " + setting.name());
        }
        return value;
    }

    private static Value value(Setting setting, String text) {
        boolean numeric = setting.type() instanceof Setting.Int || setting.type() instanceof Setting.Memory;
        return new Value(text, numeric ? Long.parseLong(text) : 0);
    }

    private static String defaultOf(Setting setting) {
        try {
            return ValueReader.read(setting, setting.defaultValue());
        } catch (InvalidValueException e) {
            throw new IllegalStateException("the table checks its defaults", e);
        }
    }
}
