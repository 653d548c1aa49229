package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** (a): the tests of redis-benchmark, one request at a time and 16 at a time. */
final class CommandsTable implements Table {
    private static final String[] SHAPE = {"-d", "64", "-c", "50"};
    private static final String KEYS = "100000";
    /** With which hardly two of its numbers are the same. */
    private static final String DISTINCT = "100000000000";

    private static final List<String> COLLECTIONS = List.of("mylist", "myset", "myhash", "myzset");

    /**
     * A test of redis-benchmark.
     *
     * @param range from which it draws the numbers in keys and members
     * @param suffix to its name in the table; null when it only fills what the next one takes away
     */
    private record Step(String test, String range, @Nullable String suffix) {
        static Step of(String test) {
            return new Step(test, KEYS, "");
        }

        static Step filling(String test) {
            return new Step(test, DISTINCT, null);
        }

        /** Of pops that each find a member: of {@link #KEYS} members most find none, there are fewer of them than requests. */
        static Step popping(String test) {
            return new Step(test, DISTINCT, ", each of a member");
        }

        boolean counts() {
            return suffix != null;
        }
    }

    /** Tests that use what the ones before them left, in the order in which redis-benchmark would run them. */
    private static final List<List<Step>> GROUPS = List.of(
            List.of(Step.of("ping_inline"), Step.of("ping_mbulk")),
            List.of(Step.of("set"), Step.of("get"), Step.of("incr")),
            List.of(Step.of("lpush"), Step.of("rpush"), Step.of("lpop"), Step.of("rpop")),
            List.of(Step.of("sadd"), Step.of("hset"), Step.of("spop")),
            List.of(Step.filling("sadd"), Step.popping("spop")),
            List.of(Step.of("zadd"), Step.of("zpopmin")),
            List.of(Step.filling("zadd"), Step.popping("zpopmin")),
            List.of(Step.of("lrange_100,lrange_300,lrange_500,lrange_600")),
            List.of(Step.of("mset")));

    /** After so many requests of a test the JVM has compiled what they need. */
    private static final long WARM_UP = 1_000_000;

    private static final int WARM_UP_PIPELINE = 16;

    /** So many rounds until what is compiled for pipelines is compiled for single requests as well. */
    static final int WARM_UP_ROUNDS = 2;

    private final int pipeline;

    CommandsTable(int pipeline) {
        this.pipeline = pipeline;
    }

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        long requests = bench.plan().count(pipeline == 1 ? 200_000 : 1_000_000, 20_000);
        long warmUp = bench.plan().count(WARM_UP, 20_000);
        List<Row> rows = new ArrayList<>();
        try (Duel duel = bench.duel()) {
            for (List<Step> group : GROUPS) {
                bench.say("  " + group.stream().map(Step::test).toList());
                Map<String, Duel.Outcome> outcomes = duel.run(
                        bench.plan().rounds(),
                        server -> warmUp(server, group, warmUp, requests),
                        server -> group(server, group, requests, pipeline));
                outcomes.forEach((name, outcome) ->
                        rows.add(new Row(name, "requests/s", outcome.redis(), outcome.sluice(), target(name))));
            }
        }
        String load =
                "redis-benchmark " + String.join(" ", SHAPE) + " -r " + KEYS + " -P " + pipeline + " -n " + requests
                        + " (LRANGE a tenth of that). SPOP and ZPOPMIN find nothing once the members are gone that"
                        + " the tests before have left, fewer than " + KEYS
                        + "; \"each of a member\" takes from as many members as"
                        + " there are requests";
        String figures = "medians of " + bench.plan().rounds() + " rounds, in turn, after " + warmUp
                + " requests of each test, " + WARM_UP_PIPELINE + " at a time, "
                + (pipeline == WARM_UP_PIPELINE ? "" : "and " + WARM_UP_ROUNDS + " rounds as they are measured, ")
                + "that do not count";
        return new Sheet(
                "a-p" + pipeline,
                "redis-benchmark, " + (pipeline == 1 ? "one request at a time" : pipeline + " requests at a time"),
                load,
                figures,
                rows,
                List.of(new Chart("ratio", new BarChart("Sluice's throughput by Redis's, -P " + pipeline).draw(rows))));
    }

    private void warmUp(ServerProcess server, List<Step> group, long warmUp, long requests)
            throws IOException, InterruptedException {
        group(server, group, warmUp, WARM_UP_PIPELINE);
        for (int i = 0; i < WARM_UP_ROUNDS && pipeline != WARM_UP_PIPELINE; i++) {
            group(server, group, requests, pipeline);
        }
    }

    private static Map<String, Sample> group(ServerProcess server, List<Step> steps, long requests, int pipeline)
            throws IOException, InterruptedException {
        server.ask("DEL", COLLECTIONS.get(0), COLLECTIONS.get(1), COLLECTIONS.get(2), COLLECTIONS.get(3));
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (Step step : steps) {
            String test = step.test();
            boolean ranges = test.startsWith("lrange");
            long count = ranges ? requests / 10 : requests;
            List<String> options = new ArrayList<>(List.of(SHAPE));
            int atOnce = step.counts() ? pipeline : WARM_UP_PIPELINE;
            options.addAll(List.of("-r", step.range(), "-t", test));
            options.addAll(List.of("-n", Long.toString(count), "-P", Integer.toString(atOnce)));
            double before = server.cpuMicros();
            Map<String, Double> rates = RedisBenchmark.run(server, options.toArray(String[]::new));
            double cpu = (server.cpuMicros() - before) / count / rates.size();
            if (step.counts()) {
                // filling the list is in the processor time of the ranges
                rates.forEach(
                        (name, rate) -> samples.put(name + step.suffix(), new Sample(rate, ranges ? Double.NaN : cpu)));
            }
        }
        return samples;
    }

    private Target target(String name) {
        if (pipeline == 1) {
            return Target.SINGLE;
        }
        if (name.startsWith("LRANGE") || name.startsWith("MSET")) {
            return Target.PIPELINED_MANY;
        }
        return name.startsWith("PING") || name.equals("GET") || name.equals("INCR")
                ? Target.PIPELINED_READ
                : Target.PIPELINED_WRITE;
    }
}
