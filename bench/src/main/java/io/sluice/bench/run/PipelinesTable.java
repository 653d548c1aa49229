package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** (b): ZADD with 32 requests at a time, and LPUSH of 64 bytes to few and to many lists. */
final class PipelinesTable implements Table {
    private static final int[] LISTS = {100, 10_000, 1_000_000};
    private static final String VALUE = "x".repeat(64);
    private static final int PIPELINE = 32;

    /** After so many requests the JVM has compiled what they need. */
    private static final long WARM_UP = 1_000_000;

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        long many = bench.plan().count(1_000_000, 40_000);
        long few = bench.plan().count(200_000, 20_000);
        for (int members : new int[] {100_000, 1_000_000}) {
            measure(
                    bench,
                    rows,
                    "ZADD -P 32, one set of up to " + members,
                    Target.PIPELINED_WRITE,
                    members,
                    PIPELINE,
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
                    PIPELINE,
                    many,
                    "LPUSH",
                    "list:__rand_int__",
                    VALUE);
        }
        return new Sheet(
                "b",
                "Pushes and insertions, by how many keys or members there are",
                "redis-benchmark -c 50 -P 32 -n " + many + " (-P 1: -n " + few + ") -r MEMBERS ZADD, and LPUSH of 64"
                        + " bytes -r LISTS; each after " + bench.plan().count(WARM_UP, 40_000)
                        + " requests, 32 at a time, and -P 1 after " + CommandsTable.WARM_UP_ROUNDS
                        + " rounds more, that do not count",
                "medians of " + bench.plan().rounds() + " rounds, in turn",
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
            long requests,
            String... command)
            throws IOException, InterruptedException {
        bench.say("  " + name);
        try (Duel duel = bench.duel()) {
            Duel.Outcome outcome = duel.run(
                            bench.plan().rounds(),
                            server -> {
                                long warmUp = bench.plan().count(WARM_UP, 40_000);
                                RedisBenchmark.run(server, options(range, PIPELINE, warmUp, command));
                                for (int i = 0; i < CommandsTable.WARM_UP_ROUNDS && pipeline != PIPELINE; i++) {
                                    RedisBenchmark.run(server, options(range, pipeline, requests, command));
                                }
                            },
                            server -> {
                                double before = server.cpuMicros();
                                double rate = RedisBenchmark.run(server, options(range, pipeline, requests, command))
                                        .values()
                                        .iterator()
                                        .next();
                                double cpu = (server.cpuMicros() - before) / requests;
                                return Map.of(name, new Sample(rate, cpu));
                            })
                    .get(name);
            if (outcome != null) {
                rows.add(new Row(name, "requests/s", outcome.redis(), outcome.sluice(), target));
            }
        }
    }

    private static String[] options(int range, int pipeline, long requests, String... command) {
        List<String> options = new ArrayList<>(List.of(
                "-c",
                "50",
                "-n",
                Long.toString(requests),
                "-P",
                Integer.toString(pipeline),
                "-r",
                Integer.toString(range)));
        options.addAll(List.of(command));
        return options.toArray(String[]::new);
    }
}
