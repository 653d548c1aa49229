package io.sluice.proxy.command;

import io.sluice.proxy.stats.LatencyEvents.Sample;
import java.util.List;

/** The samples of an event drawn with letters, as Redis does: a column for each sample, and its age beneath. */
final class LatencyGraph {
    private static final int COLUMNS = 80;
    private static final int ROWS = 4;
    /** How high a column ends in its uppermost row. */
    private static final String TOPS = "_o#";

    private static final char BELOW_TOP = '|';
    private static final int STEPS = ROWS * TOPS.length();
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int DAY = 24 * HOUR;

    private final StringBuilder text = new StringBuilder();
    private final long low;
    private final long high;
    private final long nowSeconds;

    private LatencyGraph(List<Sample> samples, long nowSeconds) {
        this.low = samples.stream().mapToLong(Sample::millis).min().orElse(0);
        this.high = samples.stream().mapToLong(Sample::millis).max().orElse(0);
        this.nowSeconds = nowSeconds;
    }

    /**
     * The text of the drawing.
     *
     * @param samples the oldest first
     * @param worst the worst sample since the last reset, in milliseconds
     */
    static String of(String event, List<Sample> samples, long worst, long nowSeconds) {
        LatencyGraph graph = new LatencyGraph(samples, nowSeconds);
        graph.head(event, worst);
        for (int from = 0; from < samples.size(); from += COLUMNS) {
            graph.text.append(from > 0 ? "\n" : "");
            graph.part(samples.subList(from, Math.min(samples.size(), from + COLUMNS)));
        }
        return graph.text.toString();
    }

    private void head(String event, long worst) {
        text.append(event)
                .append(" - high ")
                .append(high)
                .append(" ms, low ")
                .append(low)
                .append(" ms (all time high ")
                .append(worst)
                .append(" ms)\n");
        text.append("-".repeat(COLUMNS)).append('\n');
    }

    /** Samples that stand beside each other. */
    private void part(List<Sample> samples) {
        for (int row = ROWS - 1; row >= 0; row--) {
            for (Sample sample : samples) {
                text.append(piece(sample, row));
            }
            text.append('\n');
        }
        text.append(" ".repeat(samples.size())).append('\n');
        ages(samples.stream().map(this::age).toList());
    }

    /** What is seen of a sample's column in a row, the lowest being 0. */
    private char piece(Sample sample, int row) {
        long step = Math.min(STEPS - 1, (sample.millis() - low) * STEPS / Math.max(1, high - low));
        long inRow = step - (long) row * TOPS.length();
        if (inRow < 0) {
            return ' ';
        }
        return inRow < TOPS.length() ? TOPS.charAt((int) inRow) : BELOW_TOP;
    }

    private String age(Sample sample) {
        long seconds = nowSeconds - sample.unixSeconds();
        if (seconds < MINUTE) {
            return seconds + "s";
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + "m";
        }
        return seconds < DAY ? seconds / HOUR + "h" : seconds / DAY + "d";
    }

    /** Each written downwards. */
    private void ages(List<String> ages) {
        int longest = ages.stream().mapToInt(String::length).max().orElse(0);
        for (int line = 0; line < longest; line++) {
            for (String age : ages) {
                text.append(line < age.length() ? age.charAt(line) : ' ');
            }
            text.append('\n');
        }
    }
}
