package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** (b): ZADD with 32 requests at a time, and LPUSH of 64 bytes to few and to many lists. */
final class PipelinesTable implements Table {
    private static final int[] LISTS = {100, 10_000, 1_000_000};
    private static final String VALUE = "x".repeat(64);

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        String many = Long.toString(bench.plan().count(1_000_000, 40_000));
        String few = Long.toString(bench.plan().count(200_000, 20_000));
        for (int members : new int[] {100_000, 1_000_000}) {
            measure(
                    bench,
                    rows,
                    "ZADD -P 32, one set of up to " + members,
                    Target.PIPELINED_WRITE,
                    members,
                    32,
                    many,
                    "ZADD",
                    "myzset",
                    "__rand_int__",
                    "element:__rand_int__");
        }
        for (int lists : LISTS) {
            measure(
                    bench,
                    rows,
                    "LPUSH -P 1, " + lists + " lists",
                    Target.SINGLE,
                    lists,
                    1,
                    few,
                    "LPUSH",
                    "list:__rand_int__",
                    VALUE);
            measure(
                    bench,
                    rows,
                    "LPUSH -P 32, " + lists + " lists",
                    Target.PIPELINED_WRITE,
                    lists,
                    32,
                    many,
                    "LPUSH",
                    "list:__rand_int__",
                    VALUE);
        }
        return new Sheet(
                "b",
                "Pushes and insertions, by how many keys or members there are",
                "redis-benchmark -c 50 -P 32 -n " + many + " (-P 1: -n " + few + ") -r MEMBERS ZADD, and LPUSH of 64"
                        + " bytes -r LISTS",
                rows,
                List.of(new Chart("ratio", new BarChart("Sluice's throughput by Redis's").draw(rows))));
    }

    private static void measure(
            Bench bench,
            List<Row> rows,
            String name,
            Target target,
            int range,
            int pipeline,
            String requests,
            String... command)
            throws IOException, InterruptedException {
        bench.say("  " + name);
        List<String> options = new ArrayList<>(
                List.of("-c", "50", "-n", requests, "-P", Integer.toString(pipeline), "-r", Integer.toString(range)));
        options.addAll(List.of(command));
        try (Duel duel = bench.duel()) {
            Duel.Outcome outcome = duel.run(bench.plan().rounds(), server -> {
                        double before = server.cpuMicros();
                        double rate = RedisBenchmark.run(server, options.toArray(String[]::new))
                                .values()
                                .iterator()
                                .next();
                        double cpu = (server.cpuMicros() - before) / Double.parseDouble(requests);
                        return Map.of(name, new Sample(rate, cpu));
                    })
                    .get(name);
            if (outcome != null) {
                rows.add(new Row(name, "requests/s", outcome.redis(), outcome.sluice(), target));
            }
        }
    }
}
