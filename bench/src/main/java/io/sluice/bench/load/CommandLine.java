package io.sluice.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arguments as memtier_benchmark takes them, read into options. */
final class CommandLine {
    private static final int MAX_PORT = 65535;
    private static final int MAX_DATA = 512 * 1024 * 1024;
    private static final String ALL_KEYS = "allkeys";

    static final Map<Character, String> SHORT = Map.ofEntries(
            Map.entry('s', "server"),
            Map.entry('p', "port"),
            Map.entry('t', "threads"),
            Map.entry('c', "clients"),
            Map.entry('n', "requests"),
            Map.entry('d', "data-size"),
            Map.entry('R', "random-data"),
            Map.entry('a', "authenticate"),
            Map.entry('o', "out-file"),
            Map.entry('x', "run-count"),
            Map.entry('P', "protocol"),
            Map.entry('h', "help"),
            Map.entry('v', "version"));

    private String host = "localhost";
    private int port = 6379;
    private @Nullable String credentials;
    private int protocol;
    private int database;
    private boolean cluster;
    private int threads = 4;
    private int clients = 50;
    private @Nullable String requests;
    private int seconds;
    private int pipeline = 1;
    private int rate;
    private @Nullable String ratio;
    private int size = 32;
    private @Nullable String sizes;
    private boolean randomData;
    private String prefix = "memtier-";
    private long minimum;
    private long maximum = 10_000_000;
    private @Nullable String keyPattern;
    private double deviation;
    private double median;
    private boolean distinct;
    private boolean randomize;
    private @Nullable String file;
    private @Nullable String jsonFile;
    private @Nullable String hdrPrefix;
    private boolean histogram = true;
    private boolean quiet;
    private int runs = 1;
    private boolean help;
    private boolean version;

    /** A command as it was written, with what was said of it after it. */
    private static final class Spoken {
        private final String line;
        private int times = 1;
        private String pattern = "R";

        Spoken(String line) {
            this.line = line;
        }
    }

    private final List<Spoken> commands = new ArrayList<>();

    static CommandLine parse(List<String> args) throws UsageException {
        CommandLine line = new CommandLine();
        Arguments arguments = new Arguments(args, SHORT);
        while (arguments.next()) {
            line.option(arguments.name(), arguments);
        }
        return line;
    }

    boolean help() {
        return help;
    }

    boolean version() {
        return version;
    }

    private void option(String name, Arguments from) throws UsageException {
        switch (name) {
            case "server", "host" -> host = from.value();
            case "port" -> port = from.integer(1, MAX_PORT);
            case "authenticate" -> credentials = from.value();
            case "protocol" -> protocol = protocol(from.value());
            case "select-db" -> database = from.integer(0, Integer.MAX_VALUE);
            case "cluster-mode" -> cluster = true;
            case "threads" -> threads = from.integer(1, 1024);
            case "clients" -> clients = from.integer(1, 1_000_000);
            case "requests" -> requests = from.value();
            case "test-time" -> seconds = from.integer(1, Integer.MAX_VALUE);
            case "pipeline" -> pipeline = from.integer(1, 1_000_000);
            case "rate-limiting" -> rate = from.integer(1, 100_000_000);
            case "ratio" -> ratio = from.value();
            case "data-size" -> size = from.integer(1, MAX_DATA);
            case "data-size-range" -> sizes = from.value();
            case "random-data" -> randomData = true;
            case "key-prefix" -> prefix = from.value();
            case "key-minimum" -> minimum = from.number(0, Long.MAX_VALUE - 1);
            case "key-maximum" -> maximum = from.number(0, Long.MAX_VALUE - 1);
            case "key-pattern" -> keyPattern = from.value();
            case "key-stddev" -> deviation = from.decimal();
            case "key-median" -> median = from.decimal();
            case "command" -> commands.add(new Spoken(from.value()));
            case "command-ratio" -> lastCommand(name).times = from.integer(1, Integer.MAX_VALUE);
            case "command-key-pattern" -> lastCommand(name).pattern = from.value();
            case "distinct-client-seed" -> distinct = true;
            case "randomize" -> randomize = true;
            case "out-file" -> file = from.value();
            case "json-out-file" -> jsonFile = from.value();
            case "hdr-file-prefix" -> hdrPrefix = from.value();
            case "hide-histogram" -> histogram = false;
            case "hide-progress" -> quiet = true;
            case "run-count" -> runs = from.integer(1, 100_000);
            case "help" -> help = true;
            case "version" -> version = true;
            default -> throw new UsageException("option --" + name + " is not known; --help lists those that are");
        }
    }

    private Spoken lastCommand(String name) throws UsageException {
        if (commands.isEmpty()) {
            throw new UsageException("--" + name + " comes after the --command that it is about");
        }
        return commands.get(commands.size() - 1);
    }

    private static int protocol(String name) throws UsageException {
        return switch (name) {
            case "redis" -> 0;
            case "resp2" -> 2;
            case "resp3" -> 3;
            default -> throw new UsageException("protocol '" + name + "': redis, resp2 or resp3 is understood");
        };
    }

    /** What the arguments ask for. @throws UsageException if they contradict each other */
    Options options() throws UsageException {
        if (minimum > maximum) {
            throw new UsageException("--key-minimum " + minimum + " is above --key-maximum " + maximum);
        }
        KeyRange keys = new KeyRange(prefix, minimum, maximum, deviation, median);
        if (median != 0 && (median <= minimum || median >= maximum)) {
            throw new UsageException("--key-median " + median + " is not between the ends of the keys");
        }
        CommandMix mix = mix();
        return new Options(
                server(),
                new Options.Load(
                        threads,
                        clients,
                        requests(mix),
                        seconds,
                        pipeline,
                        rate,
                        randomize ? System.nanoTime() : 0,
                        distinct),
                keys,
                dataSize(),
                mix,
                new Options.Output(file, jsonFile, hdrPrefix, histogram, quiet),
                runs);
    }

    private Options.Server server() {
        String user = null;
        String password = credentials;
        if (password != null && password.contains(":")) {
            user = password.substring(0, password.indexOf(':'));
            password = password.substring(user.length() + 1);
            user = user.isEmpty() ? null : user;
        }
        return new Options.Server(host, port, user, password, protocol, database, cluster);
    }

    private long requests(CommandMix mix) throws UsageException {
        if (requests == null) {
            return seconds > 0 ? Options.NO_LIMIT : 10_000;
        }
        if (seconds > 0) {
            throw new UsageException("--requests and --test-time exclude each other");
        }
        if (!requests.equals(ALL_KEYS)) {
            return Arguments.number("requests", requests, 1, Long.MAX_VALUE - 1);
        }
        long all = maximum - minimum + 1;
        long parts = (long) threads * clients;
        return mix.parallel() ? (all + parts - 1) / parts : all;
    }

    private DataSize dataSize() throws UsageException {
        String range = sizes;
        if (range == null) {
            return new DataSize(size, size, randomData);
        }
        String[] ends = range.split("-", -1);
        if (ends.length != 2) {
            throw new UsageException("--data-size-range '" + range + "' is not of the form 16-1024");
        }
        int from = (int) Arguments.number("data-size-range", ends[0], 1, MAX_DATA);
        int to = (int) Arguments.number("data-size-range", ends[1], from, MAX_DATA);
        return new DataSize(from, to, randomData);
    }

    private CommandMix mix() throws UsageException {
        if (commands.isEmpty()) {
            String[] parts = pair("ratio", ratio == null ? "1:10" : ratio);
            String[] patterns = pair("key-pattern", keyPattern == null ? "R:R" : keyPattern);
            return CommandMix.setGet(
                    (int) Arguments.number("ratio", parts[0], 0, Integer.MAX_VALUE),
                    KeyPattern.of(patterns[0]),
                    (int) Arguments.number("ratio", parts[1], 0, Integer.MAX_VALUE),
                    KeyPattern.of(patterns[1]),
                    prefix);
        }
        if (ratio != null || keyPattern != null) {
            throw new UsageException("--ratio and --key-pattern are about SET and GET; of a --command speak"
                    + " --command-ratio and --command-key-pattern behind it");
        }
        List<CommandMix.Kind> kinds = new ArrayList<>();
        for (Spoken each : commands) {
            kinds.add(new CommandMix.Kind(Request.of(each.line, prefix), each.times, KeyPattern.of(each.pattern)));
        }
        return new CommandMix(false, kinds);
    }

    private static String[] pair(String name, String value) throws UsageException {
        String[] parts = value.split(":", -1);
        if (parts.length != 2) {
            throw new UsageException("--" + name + " '" + value + "' has not two parts with a colon between them");
        }
        return parts;
    }
}
