package io.sluice.proxy.type.hll;

/**
 * The cardinality from the histogram of the registers, after Otmar Ertl, "New cardinality estimation algorithms for
 * HyperLogLog sketches" (arXiv:1702.01284). The order of the operations matters: counts are compared with Redis's to the
 * last digit.
 */
final class Estimator {
    /** Bits of the hash that are not used to choose the register. */
    static final int RANK_BITS = 50;
    /** Room for every value that 6 bits can hold, in case somebody stored one that cannot come from a hash. */
    static final int HISTOGRAM = 64;

    private static final double ALPHA = 0.721347520444481703680;

    private Estimator() {}

    static long estimate(int[] histogram) {
        double m = Layout.REGISTERS;
        double z = m * tau((m - histogram[RANK_BITS + 1]) / m);
        for (int rank = RANK_BITS; rank >= 1; rank--) {
            z += histogram[rank];
            z *= 0.5;
        }
        z += m * sigma(histogram[0] / m);
        return Math.round(ALPHA * m * m / z);
    }

    private static double sigma(double share) {
        if (share == 1.0) {
            return Double.POSITIVE_INFINITY;
        }
        double x = share;
        double y = 1;
        double z = x;
        double before;
        do {
            x *= x;
            before = z;
            z += x * y;
            y += y;
        } while (before != z);
        return z;
    }

    private static double tau(double share) {
        if (share == 0.0 || share == 1.0) {
            return 0.0;
        }
        double x = share;
        double y = 1;
        double z = 1 - x;
        double before;
        do {
            x = Math.sqrt(x);
            before = z;
            y *= 0.5;
            z -= (1 - x) * (1 - x) * y;
        } while (before != z);
        return z / 3;
    }
}
