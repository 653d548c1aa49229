package io.sluice.bench.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The latencies of a run in files named as memtier_benchmark names them: of each kind of request and of all, the percentiles
 * as text, and a log for HistogramLogProcessor.
 */
final class HistogramFiles {
    private final String prefix;
    private final int run;

    /** @param run counted from 1 */
    HistogramFiles(String prefix, int run) {
        this.prefix = prefix;
        this.run = run;
    }

    void write(Result result) throws IOException {
        List<CommandMix.Kind> kinds = result.mix().kinds();
        for (int i = 0; i < kinds.size(); i++) {
            String name = nameOf(kinds, i);
            write(
                    name + "_command_run_" + run,
                    name + " command",
                    result.tallies().get(i),
                    result);
        }
        write("FULL_RUN_" + run, "Full Run command", result.total(), result);
    }

    /** Commands of one name are told apart by a number, from the second on. */
    private static String nameOf(List<CommandMix.Kind> kinds, int index) {
        String name = kinds.get(index).request().name();
        long before = kinds.subList(0, index).stream()
                .filter(kind -> kind.request().name().equals(name))
                .count();
        return before == 0 ? name : name + "_" + (before + 1);
    }

    private void write(String name, String title, Tally tally, Result result) throws IOException {
        Histogram latencies = tally.latencies();
        if (latencies.getTotalCount() == 0) {
            return;
        }
        String file = String.format(Locale.ROOT, "%s_%s", prefix, name);
        try (PrintStream text = new PrintStream(file + ".txt", StandardCharsets.UTF_8)) {
            latencies.outputPercentileDistribution(text, Report.TICKS, Report.MICROS_PER_MILLI);
            check(text, file);
        }
        try (PrintStream log = new PrintStream(file + ".hgrm", StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(log);
            writer.outputComment("[" + title + " HDR latency histogram results]");
            writer.outputLogFormatVersion();
            writer.outputStartTime(result.begun());
            writer.outputLegend();
            writer.outputIntervalHistogram(0, result.seconds(), latencies, Report.MICROS_PER_MILLI);
            check(log, file);
        }
    }

    private static void check(PrintStream out, String file) throws IOException {
        if (out.checkError()) {
            throw new IOException("cannot write " + file);
        }
    }
}
