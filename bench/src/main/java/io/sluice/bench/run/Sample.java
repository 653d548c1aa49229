package io.sluice.bench.run;

import java.util.List;

/**
 * A figure, and what it cost the server.
 *
 * @param cpuMicros processor time of the server for one request; NaN where it was not taken
 */
record Sample(double value, double cpuMicros) {
    static final Sample MISSING = new Sample(Double.NaN, Double.NaN);

    static Sample of(double value) {
        return new Sample(value, Double.NaN);
    }

    static Sample median(List<Sample> samples) {
        return new Sample(
                median(samples.stream().mapToDouble(Sample::value).sorted().toArray()),
                median(samples.stream().mapToDouble(Sample::cpuMicros).sorted().toArray()));
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
