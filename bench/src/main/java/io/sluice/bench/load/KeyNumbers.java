package io.sluice.bench.load;

import java.util.SplittableRandom;

/** The numbers of the keys that one client names with one command, in their order. */
final class KeyNumbers {
    private final KeyPattern pattern;
    private final KeyRange range;
    private final SplittableRandom random;
    private long next;

    /** @param range of a client under {@link KeyPattern#PARALLEL}: its part */
    KeyNumbers(KeyPattern pattern, KeyRange range, SplittableRandom random) {
        this.pattern = pattern;
        this.range = range;
        this.random = random;
        this.next = range.minimum();
    }

    long next() {
        return switch (pattern) {
            case RANDOM -> random.nextLong(range.minimum(), range.maximum() + 1);
            case GAUSSIAN -> gaussian();
            case SEQUENTIAL, PARALLEL -> sequential();
        };
    }

    private long sequential() {
        long number = next;
        next = number == range.maximum() ? range.minimum() : number + 1;
        return number;
    }

    private long gaussian() {
        double number;
        do {
            number = range.gaussianMedian() + random.nextGaussian() * range.gaussianDeviation();
        } while (number < range.minimum() || number >= range.maximum() + 1.0);
        return (long) number;
    }
}
