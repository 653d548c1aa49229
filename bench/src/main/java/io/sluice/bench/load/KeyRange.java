package io.sluice.bench.load;

/**
 * The keys that there are: a prefix, and a number from a range with both ends.
 *
 * @param deviation of the Gaussian pattern; 0 for a sixth of the range
 * @param median of the Gaussian pattern; 0 for the middle of the range
 */
record KeyRange(String prefix, long minimum, long maximum, double deviation, double median) {
    double gaussianMedian() {
        return median == 0 ? minimum + (maximum - minimum) / 2.0 + 0.5 : median;
    }

    double gaussianDeviation() {
        return deviation == 0 ? (maximum - minimum) / 6.0 : deviation;
    }

    /** The part of the range that a client has for itself under {@link KeyPattern#PARALLEL}. */
    KeyRange part(int client, int clients) {
        long keys = maximum - minimum + 1;
        long size = Math.max(1, (keys + clients - 1) / clients);
        long from = Math.min(maximum, minimum + size * client);
        return new KeyRange(prefix, from, Math.min(maximum, from + size - 1), deviation, median);
    }
}
