package io.sluice.bench.run;

import io.sluice.bench.load.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** (g), by the number of connections: SET and GET 1:10 of 64 bytes. */
final class ConnectionsTable implements Table {
    private static final int[] CONNECTIONS = {1, 50, 1_000, 10_000};
    private static final int VALUE = 64;

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        List<String> counts = new ArrayList<>();
        List<Double> redis = new ArrayList<>();
        List<Double> sluice = new ArrayList<>();
        int keys = 100_000;
        String[] common = {
            "-t",
            "1",
            "--ratio=1:10",
            "-d",
            Integer.toString(VALUE),
            "--key-minimum=1",
            "--key-maximum=" + keys,
            "--distinct-client-seed",
            "--randomize",
            "--test-time=" + bench.plan().seconds(20, 3)
        };
        try (Duel duel = bench.duel()) {
            bench.say("  filling " + keys + " keys");
            duel.each(server -> Bench.fill(server, keys, VALUE));
            for (int connections : CONNECTIONS) {
                bench.say("  " + connections + " connections");
                List<String> options = new ArrayList<>(List.of(common));
                options.add("--clients=" + connections);
                Map<String, Duel.Outcome> outcomes = duel.run(bench.plan().rounds(), server -> {
                    double before = server.cpuMicros();
                    Result result = Bench.memtier(server, options.toArray(String[]::new));
                    double cpu = (server.cpuMicros() - before) / result.total().requests();
                    Map<String, Sample> samples = new LinkedHashMap<>();
                    samples.put(connections + " connections", new Sample(result.perSecond(), cpu));
                    samples.put(
                            connections + " connections, p99",
                            Sample.of(result.total().latencies().getValueAtPercentile(99) / 1e3));
                    return samples;
                });
                outcomes.forEach((name, outcome) -> {
                    boolean latency = name.endsWith("p99");
                    rows.add(new Row(
                            name, latency ? "ms" : "requests/s", outcome.redis(), outcome.sluice(), Target.NONE));
                    if (!latency) {
                        counts.add(Integer.toString(connections));
                        redis.add(outcome.redis().value());
                        sluice.add(outcome.sluice().value());
                    }
                });
            }
        }
        LineChart chart = new LineChart("requests a second, by the number of connections", counts)
                .line("Redis", redis)
                .line("Sluice", sluice);
        return new Sheet(
                "g-connections",
                "Growth by connections, SET and GET 1:10 of 64 bytes",
                "bench/memtier.sh " + String.join(" ", common) + " --clients=...",
                bench.plan().medians() + ", on keys that are all there",
                rows,
                List.of(new Chart("throughput", chart.draw())));
    }
}
