package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * (d): SET and GET 1:10 over 30,000,000 keys that are there, Gaussian: with a deviation that keeps what is asked for in
 * memory, and with that of memtier_benchmark, a sixth of the keys.
 */
final class MixTable implements Table {
    private static final int VALUE = 32;

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        long keys = bench.plan().count(30_000_000, 200_000);
        String[] mix = {
            "-t",
            "2",
            "-c",
            "25",
            "--ratio=1:10",
            "-d",
            Integer.toString(VALUE),
            "--key-pattern=G:G",
            "--key-minimum=1",
            "--key-maximum=" + keys,
            "--distinct-client-seed",
            "--randomize",
            "--test-time=" + bench.plan().seconds(60, 3)
        };
        List<Row> rows = new ArrayList<>();
        try (Duel duel = bench.duel()) {
            bench.say("  filling " + keys + " keys");
            duel.each(server -> Bench.fill(server, keys, VALUE));
            bench.say("  the mix");
            measure(bench, duel, rows, "1:10, deviation of a 600th of the keys", Target.MIX, mix, keys / 600);
            measure(bench, duel, rows, "1:10, deviation of a sixth of the keys", Target.NONE, mix, keys / 6);
        }
        return new Sheet(
                "d",
                "SET and GET 1:10, 32 bytes, Gaussian",
                "bench/memtier.sh " + String.join(" ", mix) + " --key-stddev=...",
                bench.plan().medians(),
                rows,
                List.of());
    }

    private static void measure(
            Bench bench, Duel duel, List<Row> rows, String name, Target target, String[] mix, long deviation)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(mix));
        options.add("--key-stddev=" + deviation);
        Map<String, Duel.Outcome> outcomes = duel.run(
                bench.plan().rounds(), server -> Map.of(name, Bench.rate(server, options.toArray(String[]::new))));
        outcomes.forEach(
                (row, outcome) -> rows.add(new Row(row, "requests/s", outcome.redis(), outcome.sluice(), target)));
    }
}
