package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** (g), by the size of values, 64 bytes to 16 MiB. */
final class ValuesTable implements Table {
    private static final int[] SIZES = {64, 1 << 10, 16 << 10, 256 << 10, 4 << 20, 16 << 20};
    /** What is sent or received in the full form, at most. */
    private static final long BYTES = 4L << 30;

    /** What the keys that are there take. */
    private static final long STORED = 1L << 30;

    private static final int MOST_KEYS = 100_000;
    private static final int MIB = 1 << 20;
    private static final int MOST_REQUESTS = 400_000;

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        List<String> names = new ArrayList<>();
        StringJoiner loads = new StringJoiner("; ");
        Map<String, List<Double>> lines = new LinkedHashMap<>();
        for (int size : SIZES) {
            String name = name(size);
            bench.say("  values of " + name);
            names.add(name);
            int connections = size >= MIB ? 4 : 50;
            long requests = Math.min(
                    bench.plan().count(MOST_REQUESTS, 10_000), bench.plan().count(BYTES, 64 << 20) / size);
            long each = Math.max(1, requests / connections);
            long keys = Math.max(4, Math.min(MOST_KEYS, bench.plan().count(STORED, 64 << 20) / size));
            loads.add(name + " " + each * connections + " and " + keys);
            String[] common = {
                "-t",
                "1",
                "-c",
                Integer.toString(connections),
                "-n",
                Long.toString(each),
                "-d",
                Integer.toString(size),
                "-R",
                "--key-minimum=1",
                "--key-maximum=" + keys,
                "--distinct-client-seed"
            };
            Map<String, Duel.Outcome> outcomes;
            try (Duel duel = bench.duel()) {
                duel.each(server -> Bench.fill(server, keys, size));
                outcomes = duel.run(bench.plan().rounds(), server -> {
                    Map<String, Sample> samples = new LinkedHashMap<>();
                    samples.put("SET", rate(server, common, "--ratio=1:0"));
                    samples.put("GET", rate(server, common, "--ratio=0:1"));
                    return samples;
                });
            }
            outcomes.forEach((command, outcome) -> {
                rows.add(
                        new Row(command + " of " + name, "requests/s", outcome.redis(), outcome.sluice(), Target.NONE));
                lines.computeIfAbsent(command, key -> new ArrayList<>())
                        .add(outcome.sluice().value() / outcome.redis().value());
            });
        }
        LineChart chart = new LineChart("Sluice's throughput by Redis's, by the size of values", names);
        lines.forEach(chart::line);
        return new Sheet(
                "g-values",
                "Growth by the size of values",
                "bench/memtier.sh -t 1 -c 50 -R --distinct-client-seed --ratio=1:0 and 0:1 (from 1 MiB on -c 4), over keys that"
                        + " are all there; for each size as many requests and keys as follow: " + loads,
                bench.plan().medians(),
                rows,
                List.of(new Chart("ratio", chart.draw())));
    }

    private static Sample rate(ServerProcess server, String[] common, String ratio)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(common));
        options.add(ratio);
        return Bench.rate(server, options.toArray(String[]::new));
    }

    private static String name(int size) {
        if (size >= MIB) {
            return size / MIB + " MiB";
        }
        return size >= 1 << 10 ? (size >> 10) + " KiB" : size + " B";
    }
}
