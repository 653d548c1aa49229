package io.sluice.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Measures the tables that are asked for, one after the other, and writes each when it is done. */
public final class Main {
    private static final double QUICK = 0.01;
    private static final int ROUNDS = 3;
    private static final int USAGE = 2;

    private Main() {}

    static Map<String, Supplier<Table>> tables() {
        Map<String, Supplier<Table>> tables = new LinkedHashMap<>();
        tables.put("a-p1", () -> new CommandsTable(1));
        tables.put("a-p16", () -> new CommandsTable(16));
        tables.put("b", PipelinesTable::new);
        tables.put("c", WritesTable::new);
        tables.put("d", MixTable::new);
        tables.put("e", LatencyTable::new);
        tables.put("f", FootprintTable::new);
        tables.put("g-keys", GrowthTable::new);
        tables.put("g-connections", ConnectionsTable::new);
        tables.put("g-values", ValuesTable::new);
        return tables;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Plan plan;
        try {
            plan = plan(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println("error: " + e.getMessage());
            System.exit(USAGE);
            return;
        }
        Path work = Files.createTempDirectory("sluice-bench");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leaveNothing(work)));
        Results results = new Results(plan.results(), Machine.describe(plan), plan.suffix());
        Bench bench = new Bench(plan, work);
        int failed = 0;
        for (String name : plan.tables()) {
            Supplier<Table> table = tables().get(name);
            if (table == null) {
                continue;
            }
            bench.say(name);
            try {
                results.write(table.get().measure(bench));
            } catch (IOException | IllegalStateException e) {
                failed++;
                System.err.println(name + " could not be measured: " + e);
            }
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    /** Ends servers that a measurement was interrupted with, suspended ones too, and deletes what they stored. */
    private static void leaveNothing(Path work) {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        try {
            Folders.delete(work);
        } catch (IOException e) {
            System.err.println(work + " is left: " + e);
        }
    }

    /** @throws IllegalArgumentException if an argument is not understood */
    static Plan plan(List<String> args) {
        List<String> chosen = new ArrayList<>();
        double scale = 1;
        int rounds = ROUNDS;
        String backend = "rocksdb";
        Path results = Path.of("bench", "results");
        List<String> settings = List.of();
        for (int i = 0; i < args.size(); i++) {
            String word = args.get(i);
            switch (word) {
                case "--quick" -> scale = QUICK;
                case "--scale" -> scale = Double.parseDouble(value(args, ++i, word));
                case "--rounds" -> rounds = Integer.parseInt(value(args, ++i, word));
                case "--backend" -> backend = value(args, ++i, word);
                case "--results" -> results = Path.of(value(args, ++i, word));
                case "--" -> {
                    settings = args.subList(i + 1, args.size());
                    i = args.size();
                }
                default -> chosen.addAll(matching(word));
            }
        }
        if (scale <= 0 || scale > 100 || rounds < 1) {
            throw new IllegalArgumentException("a scale from 0 to 100 and at least one round are wanted");
        }
        if (chosen.isEmpty()) {
            chosen.addAll(tables().keySet());
        }
        return new Plan(
                chosen,
                scale,
                rounds,
                backend,
                List.copyOf(settings),
                results,
                "bench/run.sh " + String.join(" ", args));
    }

    /** A table by its name, or all that begin with a letter: g is all of g-keys, g-connections and g-values. */
    private static List<String> matching(String word) {
        List<String> names = tables().keySet().stream()
                .filter(name -> name.equals(word) || name.startsWith(word + "-"))
                .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("'" + word + "' is no table: " + String.join(" ", tables().keySet()));
        }
        return names;
    }

    private static String value(List<String> args, int at, String option) {
        if (at >= args.size()) {
            throw new IllegalArgumentException(option + " wants a value");
        }
        return args.get(at);
    }
}
