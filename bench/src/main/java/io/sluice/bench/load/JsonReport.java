package io.sluice.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The results with the names of memtier_benchmark's JSON file, but for its series over time. */
final class JsonReport {
    private final List<String> sections = new ArrayList<>();

    JsonReport(Options options) {
        Options.Load load = options.load();
        sections.add("\"configuration\": "
                + object(List.of(
                        text("server", options.server().host()),
                        number("port", options.server().port()),
                        number("threads", load.threads()),
                        number("clients", load.clients()),
                        number("pipeline", load.pipeline()),
                        text("key_prefix", options.keys().prefix()),
                        number("key_minimum", options.keys().minimum()),
                        number("key_maximum", options.keys().maximum()),
                        number("data_size", options.data().maximum()),
                        number("rate_limiting", load.rate()))));
    }

    void add(String title, Result result, boolean histogram) {
        List<String> fields = new ArrayList<>();
        long millis = result.nanos() / 1_000_000;
        fields.add("\"Runtime\": "
                + object(List.of(
                        number("Start time", result.begun()),
                        number("Finish time", result.begun() + millis),
                        number("Total duration", millis),
                        text("Time unit", "MILLISECONDS"))));
        List<CommandMix.Kind> kinds = result.mix().kinds();
        for (int i = 0; i < kinds.size(); i++) {
            boolean reads = !result.mix().setGet() || i == 1;
            fields.add(rates(kinds.get(i).title(), result.tallies().get(i), reads, result));
        }
        if (result.mix().setGet()) {
            fields.add(rates("Waits", new Tally(), false, result));
        }
        fields.add(rates("Totals", result.total(), true, result));
        if (histogram) {
            for (int i = 0; i < kinds.size(); i++) {
                fields.add(distribution(
                        kinds.get(i).request().name(), result.tallies().get(i).latencies()));
            }
        }
        sections.add(quote(title) + ": " + object(fields));
    }

    void write(Path file) throws IOException {
        Files.writeString(file, object(sections) + "\n");
    }

    private static String rates(String title, Tally tally, boolean reads, Result result) {
        Histogram latencies = tally.latencies();
        double seconds = result.seconds();
        boolean any = latencies.getTotalCount() > 0;
        List<String> percentiles = new ArrayList<>();
        for (double percentile : Report.PERCENTILES) {
            percentiles.add(decimal(
                    String.format(Locale.ROOT, "p%.3f", percentile),
                    3,
                    any ? latencies.getValueAtPercentile(percentile) / Report.MICROS_PER_MILLI : 0));
        }
        double average = any ? latencies.getMean() / Report.MICROS_PER_MILLI : 0;
        return quote(title) + ": "
                + object(List.of(
                        number("Count", tally.requests()),
                        decimal("Ops/sec", 2, tally.requests() / seconds),
                        decimal("Hits/sec", 2, reads ? tally.hits() / seconds : 0),
                        decimal("Misses/sec", 2, reads ? tally.misses() / seconds : 0),
                        number("Errors", tally.errors()),
                        decimal("Latency", 3, average),
                        decimal("Average Latency", 3, average),
                        decimal("Min Latency", 3, any ? latencies.getMinValue() / Report.MICROS_PER_MILLI : 0),
                        decimal("Max Latency", 3, any ? latencies.getMaxValue() / Report.MICROS_PER_MILLI : 0),
                        decimal("KB/sec", 2, tally.bytes() / 1024.0 / seconds),
                        decimal("KB/sec RX", 2, tally.received() / 1024.0 / seconds),
                        decimal("KB/sec TX", 2, tally.sent() / 1024.0 / seconds),
                        "\"Percentile Latencies\": " + object(percentiles)));
    }

    private static String distribution(String name, Histogram latencies) {
        List<String> steps = new ArrayList<>();
        for (HistogramIterationValue each : latencies.percentiles(Report.TICKS)) {
            steps.add(object(List.of(
                    decimal("<=msec", 3, each.getValueIteratedTo() / Report.MICROS_PER_MILLI),
                    decimal("percent", 3, each.getPercentileLevelIteratedTo()))));
        }
        return quote(name) + ": [" + String.join(", ", steps) + "]";
    }

    private static String object(List<String> fields) {
        return "{" + String.join(", ", fields) + "}";
    }

    private static String number(String name, long value) {
        return quote(name) + ": " + value;
    }

    private static String decimal(String name, int digits, double value) {
        return quote(name) + ": " + String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static String text(String name, String value) {
        return quote(name) + ": " + quote(value);
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
