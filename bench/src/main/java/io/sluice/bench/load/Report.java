package io.sluice.bench.load;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The closing table and the distribution of latencies, in the form of memtier_benchmark. */
final class Report {
    static final int TICKS = 10;
    static final double MICROS_PER_MILLI = 1000;
    static final double[] PERCENTILES = {50, 99, 99.9};

    private static final String NONE = "---";
    private static final int NUMBER = 12;
    private static final int LATENCY = 15;
    private static final int NAME = 6;

    private final PrintStream out;
    private final boolean cluster;

    Report(PrintStream out, boolean cluster) {
        this.out = out;
        this.cluster = cluster;
    }

    void print(String title, Result result, boolean histogram) {
        int name = 1
                + result.mix().kinds().stream()
                        .mapToInt(kind -> kind.request().name().length())
                        .reduce(NAME, Math::max);
        int columns = cluster ? 6 : 4;
        int width = name + 1 + columns * (NUMBER + 1) + 4 * (LATENCY + 1);
        out.printf(Locale.ROOT, "%n%n%s%n%s%n", title, "=".repeat(width));
        row(
                name,
                "Type",
                List.of("Ops/sec", "Hits/sec", "Misses/sec"),
                List.of("MOVED/sec", "ASK/sec"),
                List.of("Avg. Latency", "p50 Latency", "p99 Latency", "p99.9 Latency"),
                "KB/sec");
        out.println("-".repeat(width));
        List<CommandMix.Kind> kinds = result.mix().kinds();
        for (int i = 0; i < kinds.size(); i++) {
            Tally tally = result.tallies().get(i);
            boolean reads = !result.mix().setGet() || i == 1;
            row(name, kinds.get(i).title(), result, tally, reads);
        }
        if (result.mix().setGet()) {
            row(
                    name,
                    "Waits",
                    List.of(number(0), NONE, NONE),
                    List.of(NONE, NONE),
                    List.of(NONE, NONE, NONE, NONE),
                    NONE);
        }
        Tally total = result.total();
        Tally reads = result.mix().setGet() ? result.tallies().get(1) : total;
        row(
                name,
                "Totals",
                List.of(rate(total.requests(), result), rate(reads.hits(), result), rate(reads.misses(), result)),
                List.of(rate(total.moved(), result), rate(total.asked(), result)),
                latencies(total),
                kilobytes(total, result));
        if (histogram) {
            distribution(result);
        }
    }

    private void row(int name, String title, Result result, Tally tally, boolean reads) {
        row(
                name,
                title,
                List.of(
                        rate(tally.requests(), result),
                        reads ? rate(tally.hits(), result) : NONE,
                        reads ? rate(tally.misses(), result) : NONE),
                List.of(rate(tally.moved(), result), rate(tally.asked(), result)),
                latencies(tally),
                kilobytes(tally, result));
    }

    private void row(
            int name,
            String title,
            List<String> rates,
            List<String> redirections,
            List<String> latencies,
            String bytes) {
        StringBuilder line = new StringBuilder(pad(title, -name)).append(' ');
        rates.forEach(each -> line.append(pad(each, NUMBER)).append(' '));
        if (cluster) {
            redirections.forEach(each -> line.append(pad(each, NUMBER)).append(' '));
        }
        latencies.forEach(each -> line.append(pad(each, LATENCY)).append(' '));
        out.println(line.append(pad(bytes, NUMBER)).append(' '));
    }

    private static String pad(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private static String rate(long count, Result result) {
        return number(count / result.seconds());
    }

    private static String kilobytes(Tally tally, Result result) {
        return number(tally.bytes() / 1024.0 / result.seconds());
    }

    private static List<String> latencies(Tally tally) {
        Histogram latencies = tally.latencies();
        if (latencies.getTotalCount() == 0) {
            return List.of(NONE, NONE, NONE, NONE);
        }
        return List.of(
                millis(latencies.getMean()),
                millis(latencies.getValueAtPercentile(PERCENTILES[0])),
                millis(latencies.getValueAtPercentile(PERCENTILES[1])),
                millis(latencies.getValueAtPercentile(PERCENTILES[2])));
    }

    private static String millis(double micros) {
        return String.format(Locale.ROOT, "%.5f", micros / MICROS_PER_MILLI);
    }

    private void distribution(Result result) {
        out.printf(Locale.ROOT, "%n%nRequest Latency Distribution%n%-6s %12s %12s%n", "Type", "<= msec   ", "Percent");
        out.println("-".repeat(72));
        List<CommandMix.Kind> kinds = result.mix().kinds();
        for (int i = 0; i < kinds.size(); i++) {
            distribution(kinds.get(i).request().name(), result.tallies().get(i).latencies());
            out.println(NONE);
        }
        if (result.mix().setGet()) {
            distribution("WAIT", new Tally().latencies());
        }
    }

    private void distribution(String name, Histogram latencies) {
        if (latencies.getTotalCount() == 0) {
            line(name, 0, 100);
            return;
        }
        for (HistogramIterationValue each : latencies.percentiles(TICKS)) {
            line(name, each.getValueIteratedTo() / MICROS_PER_MILLI, each.getPercentileLevelIteratedTo());
        }
    }

    private void line(String name, double millis, double percent) {
        out.printf(Locale.ROOT, "%-6s %8.3f %12.3f%n", name, millis, percent);
    }
}
