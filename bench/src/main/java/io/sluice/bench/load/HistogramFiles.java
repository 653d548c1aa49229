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
            String name = kinds.get(i).request().name();
            write(
                    name + "_command_run_" + run,
                    name + " command",
                    result.tallies().get(i),
                    result);
        }
        write("FULL_RUN_" + run, "Full Run command", result.total(), result);
    }

    private void write(String name, String title, Tally tally, Result result) throws IOException {
        Histogram latencies = tally.latencies();
        if (latencies.getTotalCount() == 0) {
            return;
        }
        String file = String.format(Locale.ROOT, "%s_%s", prefix, name);
        try (PrintStream text = new PrintStream(file + ".txt", StandardCharsets.UTF_8)) {
            latencies.outputPercentileDistribution(text, Report.TICKS, Report.MICROS_PER_MILLI);
        }
        try (PrintStream log = new PrintStream(file + ".hgrm", StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(log);
            writer.outputComment("[" + title + " HDR latency histogram results]");
            writer.outputLogFormatVersion();
            writer.outputStartTime(result.begun());
            writer.outputLegend();
            writer.outputIntervalHistogram(0, result.seconds(), latencies, Report.MICROS_PER_MILLI);
        }
    }
}
