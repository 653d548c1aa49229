package io.sluice.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the processors have done since the machine was started. On a virtual one the host may take them away for milliseconds,
 * which stands in every latency.
 *
 * @param all ticks; NaN where the system does not say
 * @param stolen of these, those that went to other machines
 */
record ProcessorShare(double all, double stolen) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int FIELDS = 8;

    static ProcessorShare now() throws IOException {
        return Files.isReadable(STAT)
                ? parse(Files.readAllLines(STAT).get(0))
                : new ProcessorShare(Double.NaN, Double.NaN);
    }

    /** The first line of /proc/stat: user, nice, system, idle, waiting, interrupts, soft interrupts, stolen. */
    static ProcessorShare parse(String line) {
        String[] words = line.trim().split(" +", -1);
        double all = 0;
        double last = Double.NaN;
        for (int i = 1; i < words.length && i <= FIELDS; i++) {
            last = Double.parseDouble(words[i]);
            all += last;
        }
        return new ProcessorShare(all, words.length > FIELDS ? last : Double.NaN);
    }

    /** In percent of the time of all processors. */
    double stolenSince(ProcessorShare before) {
        return 100 * (stolen - before.stolen) / (all - before.all);
    }
}
