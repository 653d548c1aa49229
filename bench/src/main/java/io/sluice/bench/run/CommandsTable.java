package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** (a): the tests of redis-benchmark, one request at a time and 16 at a time. */
final class CommandsTable implements Table {
    private static final String[] SHAPE = {"-d", "64", "-r", "100000", "-c", "50"};
    private static final List<String> COLLECTIONS = List.of("mylist", "myset", "myhash", "myzset");

    /** Tests that use what the ones before them left, in the order in which redis-benchmark would run them. */
    private static final List<List<String>> GROUPS = List.of(
            List.of("ping"),
            List.of("set", "get", "incr"),
            List.of("lpush", "rpush", "lpop", "rpop"),
            List.of("sadd", "hset", "spop"),
            List.of("zadd", "zpopmin"),
            List.of("lrange_100,lrange_300,lrange_500,lrange_600"),
            List.of("mset"));

    /** After so many requests of a test the JVM has compiled what they need. */
    private static final long WARM_UP = 1_000_000;

    private static final int WARM_UP_PIPELINE = 16;

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
            for (List<String> group : GROUPS) {
                bench.say("  " + group);
                Map<String, Duel.Outcome> outcomes = duel.run(
                        bench.plan().rounds(),
                        server -> warmUp(server, group, warmUp),
                        server -> group(server, group, requests, pipeline));
                outcomes.forEach((name, outcome) ->
                        rows.add(new Row(name, "requests/s", outcome.redis(), outcome.sluice(), target(name))));
            }
        }
        String load = "redis-benchmark " + String.join(" ", SHAPE) + " -P " + pipeline + " -n " + requests
                + " (LRANGE a tenth and MSET a quarter of that), each test after " + warmUp + " requests of it, "
                + WARM_UP_PIPELINE + " at a time, that do not count";
        return new Sheet(
                "a-p" + pipeline,
                "redis-benchmark, " + (pipeline == 1 ? "one request at a time" : pipeline + " requests at a time"),
                load,
                rows,
                List.of(new Chart("ratio", new BarChart("Sluice's throughput by Redis's, -P " + pipeline).draw(rows))));
    }

    private static void warmUp(ServerProcess server, List<String> group, long requests)
            throws IOException, InterruptedException {
        group(server, group, requests, WARM_UP_PIPELINE);
    }

    private static Map<String, Sample> group(ServerProcess server, List<String> tests, long requests, int pipeline)
            throws IOException, InterruptedException {
        server.ask("DEL", COLLECTIONS.get(0), COLLECTIONS.get(1), COLLECTIONS.get(2), COLLECTIONS.get(3));
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (String test : tests) {
            boolean ranges = test.startsWith("lrange");
            long count = ranges ? requests / 10 : test.equals("mset") ? requests / 4 : requests;
            List<String> options = new ArrayList<>(List.of(SHAPE));
            options.addAll(List.of("-t", test, "-n", Long.toString(count), "-P", Integer.toString(pipeline)));
            double before = server.cpuMicros();
            Map<String, Double> rates = RedisBenchmark.run(server, options.toArray(String[]::new));
            double cpu = (server.cpuMicros() - before) / count / rates.size();
            // filling the list is in the processor time of the ranges
            rates.forEach((name, rate) -> samples.put(name, new Sample(rate, ranges ? Double.NaN : cpu)));
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
