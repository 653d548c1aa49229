package io.sluice.bench.run;

import io.sluice.bench.load.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * (e): latencies at half of the peak. The peak is Sluice's, measured first with as many requests as are answered; then both
 * get half of it, at even intervals, in slices in turn, so that Sluice's compactions run in its own time.
 */
final class LatencyTable implements Table {
    private static final int CONNECTIONS = 50;
    private static final int SLICES = 5;
    private static final int VALUE = 512;
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final double MICROS_PER_MILLI = 1000;

    @Override
    public Sheet measure(Bench bench) throws IOException, InterruptedException {
        long keys = bench.plan().count(1_000_000, 50_000);
        int slice = bench.plan().seconds(600 / SLICES, 2);
        String[] load = {
            "-t",
            "1",
            "-c",
            Integer.toString(CONNECTIONS),
            "--ratio=1:1",
            "-d",
            Integer.toString(VALUE),
            "-R",
            "--key-pattern=R:R",
            "--key-minimum=1",
            "--key-maximum=" + keys,
            "--distinct-client-seed",
            "--randomize"
        };
        List<Row> rows = new ArrayList<>();
        String rate;
        try (Duel duel = bench.duel()) {
            bench.say("  filling " + keys + " keys");
            duel.each(server -> Bench.fill(server, keys, VALUE));
            String peakSeconds = "--test-time=" + bench.plan().seconds(30, 5);
            Map<String, Duel.Outcome> peaks =
                    duel.run(1, server -> Map.of("peak", Bench.rate(server, with(load, peakSeconds))));
            Duel.Outcome peak = peaks.values().iterator().next();
            rows.add(new Row("throughput as fast as answered", "requests/s", peak.redis(), peak.sluice(), Target.NONE));
            int each = Math.max(1, (int) (peak.sluice().value() / 2 / CONNECTIONS));
            rate = "--rate-limiting=" + each;
            bench.say("  " + each * CONNECTIONS + " requests/s, " + SLICES + " slices of " + slice + " s each");
            Map<Boolean, Histogram> latencies = new HashMap<>();
            Map<Boolean, Sample> stolen = new HashMap<>();
            for (int i = 1; i <= SLICES; i++) {
                String name = "slice " + i;
                duel.each(server -> {
                    ProcessorShare before = ProcessorShare.now();
                    Result result = Bench.memtier(server, with(load, rate, "--test-time=" + slice));
                    bench.say("  " + name + ", " + spread(server, result.total().latencies()));
                    latencies
                            .computeIfAbsent(
                                    server.isRedis(),
                                    key -> new Histogram(result.total().latencies()))
                            .add(result.total().latencies());
                    stolen.merge(
                            server.isRedis(),
                            Sample.of(ProcessorShare.now().stolenSince(before) / SLICES),
                            (a, b) -> Sample.of(a.value() + b.value()));
                });
            }
            Sample asked = Sample.of(each * CONNECTIONS);
            Sample redisSent = perSecond(latencies.get(true), slice);
            Sample sluiceSent = perSecond(latencies.get(false), slice);
            rows.add(new Row("requests/s that were due", "requests/s", asked, asked, Target.NONE));
            rows.add(new Row("requests/s that were sent", "requests/s", redisSent, sluiceSent, Target.NONE));
            rows.add(new Row(
                    "left out, since the load generator had no processor",
                    "%",
                    leftOut(redisSent, asked),
                    leftOut(sluiceSent, asked),
                    Target.NONE));
            for (double percentile : PERCENTILES) {
                rows.add(new Row(
                        "p" + Row.number(percentile) + " at half of the peak",
                        "ms",
                        millis(latencies.get(true), percentile),
                        millis(latencies.get(false), percentile),
                        percentile == PERCENTILES[0] ? Target.NONE : Target.TAIL));
            }
            rows.add(new Row(
                    "longest", "ms", millis(latencies.get(true), 100), millis(latencies.get(false), 100), Target.NONE));
            rows.add(new Row(
                    "processor time that the host of a virtual machine took away",
                    "%",
                    stolen.getOrDefault(true, Sample.MISSING),
                    stolen.getOrDefault(false, Sample.MISSING),
                    Target.NONE));
        }
        return new Sheet(
                "e",
                "Latency at half of the peak, counted from when a request was due",
                "bench/memtier.sh " + String.join(" ", load) + " " + rate + " --test-time=" + slice + ", " + SLICES
                        + " times each in turn, on keys that are all there",
                "throughput of one round after one that does not count; percentiles of all requests of the " + SLICES
                        + " times together",
                rows,
                List.of());
    }

    /** What a slice had: in the first ones Sluice's cache may still fill, which all of them together do not show. */
    private static String spread(ServerProcess server, Histogram latencies) {
        StringBuilder spread = new StringBuilder(server.isRedis() ? "Redis:" : "Sluice:");
        for (double percentile : PERCENTILES) {
            spread.append(" p").append(Row.number(percentile)).append(' ');
            spread.append(Row.number(millis(latencies, percentile).value()));
        }
        return spread.append(" ms").toString();
    }

    private static String[] with(String[] options, String... more) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static Sample perSecond(@Nullable Histogram latencies, int slice) {
        return latencies == null ? Sample.MISSING : Sample.of(latencies.getTotalCount() / (double) (SLICES * slice));
    }

    private static Sample leftOut(Sample sent, Sample asked) {
        return Sample.of(Math.max(0, 100 * (1 - sent.value() / asked.value())));
    }

    private static Sample millis(@Nullable Histogram latencies, double percentile) {
        return latencies == null
                ? Sample.MISSING
                : Sample.of(latencies.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
    }
}
