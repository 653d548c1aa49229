package io.sluice.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** (c): SET only, 512 bytes, 10,485,760 keys, Gaussian. */
final class WritesTable implements Table {
    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        String[] options = {
            "-t",
            "2",
            "-c",
            "25",
            "--ratio=1:0",
            "-d",
            "512",
            "-R",
            "--key-pattern=G:G",
            "--key-minimum=1",
            "--key-maximum=" + bench.plan().count(10_485_760, 100_000),
            "--distinct-client-seed",
            "--randomize",
            "--test-time=" + bench.plan().seconds(60, 3)
        };
        List<Row> rows = new ArrayList<>();
        try (Duel duel = bench.duel()) {
            Map<String, Duel.Outcome> outcomes =
                    duel.run(bench.plan().rounds(), server -> Map.of("SET", Bench.rate(server, options)));
            outcomes.forEach((name, outcome) ->
                    rows.add(new Row(name, "requests/s", outcome.redis(), outcome.sluice(), Target.MIX)));
        }
        return new Sheet(
                "c",
                "SET only, 512 bytes, Gaussian",
                "bench/memtier.sh " + String.join(" ", options),
                bench.plan().medians(),
                rows,
                List.of());
    }
}
