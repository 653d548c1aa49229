package io.sluice.proxy.type.geo;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Sine, cosine and arc sine, rounded to the nearest double.
 *
 * <p>Distances become scores with STOREDIST, so their last bit shows. Java's functions are within one unit of that bit, and
 * so differ from those of glibc, which Redis is linked with, about every tenth time. Those of glibc are within 0.55 units,
 * which is the nearest double but for one result in some thousands; and so are these. They compute with about 68 bits: an
 * argument is split into a multiple of 1/64, whose functions are in a table of twice the precision, and a small rest.
 */
final class Trigonometry {
    /** Larger arguments, as only searches over more than the earth have, are not reduced exactly here. */
    private static final double LARGEST_ARGUMENT = 3.2;

    private static final int TABLE_STEPS = 64;
    private static final MathContext EXACT = new MathContext(60);

    private static final BigDecimal PI_HALF =
            new BigDecimal("1.5707963267948966192313216916397514420985846996875529104874722961539082");
    private static final double PI_HALF_1 = PI_HALF.doubleValue();
    private static final double PI_HALF_2 =
            PI_HALF.subtract(new BigDecimal(PI_HALF_1)).doubleValue();
    private static final double PI_HALF_3 = PI_HALF.subtract(new BigDecimal(PI_HALF_1))
            .subtract(new BigDecimal(PI_HALF_2))
            .doubleValue();

    /** Functions of i/64, each as the sum of two doubles. */
    private static final Sum[] SINES = new Sum[TABLE_STEPS];

    private static final Sum[] COSINES = new Sum[TABLE_STEPS];

    static {
        for (int i = 0; i < TABLE_STEPS; i++) {
            BigDecimal x = BigDecimal.valueOf(i).divide(BigDecimal.valueOf(TABLE_STEPS), EXACT);
            SINES[i] = Sum.of(series(x, x, 1));
            COSINES[i] = Sum.of(series(x, BigDecimal.ONE, 0));
        }
    }

    /** A number of twice the precision: {@code low} is what {@code high}, the nearest double, lacks. */
    private record Sum(double high, double low) {
        static Sum of(BigDecimal exact) {
            double high = exact.doubleValue();
            return new Sum(high, exact.subtract(new BigDecimal(high)).doubleValue());
        }

        /** Of two doubles, the first not the smaller one. */
        static Sum ordered(double large, double small) {
            double high = large + small;
            return new Sum(high, small - (high - large));
        }

        static Sum of(double a, double b) {
            double high = a + b;
            double ofB = high - a;
            return new Sum(high, (a - (high - ofB)) + (b - ofB));
        }

        Sum negated() {
            return new Sum(-high, -low);
        }
    }

    private Trigonometry() {}

    static double sin(double x) {
        return Math.abs(x) <= LARGEST_ARGUMENT ? quarterTurned(x, 0).high : StrictMath.sin(x);
    }

    static double cos(double x) {
        return Math.abs(x) <= LARGEST_ARGUMENT ? quarterTurned(x, 1).high : StrictMath.cos(x);
    }

    /** The angle from 0 to a quarter turn whose sine this is; NaN above 1. */
    static double asin(double x) {
        if (x > 1) {
            return Double.NaN;
        }
        if (x < 0.75) {
            Sum angle = asin(x, 0);
            return angle.high + angle.low;
        }
        // Near 1 the sine hardly tells angles apart: asin(x) is a quarter turn less twice asin(sqrt((1 - x) / 2)).
        double w = (1 - x) / 2;
        double root = Math.sqrt(w);
        double rest = root == 0 ? 0 : Math.fma(-root, root, w) / (2 * root);
        Sum angle = asin(root, rest);
        Sum result = Sum.of(PI_HALF_1, -2 * angle.high);
        return result.high + (result.low + (PI_HALF_2 - 2 * angle.low));
    }

    /** One step of Newton's from a result that is right to a unit or so. */
    private static Sum asin(double high, double low) {
        double near = StrictMath.asin(high);
        Sum sine = quarterTurned(near, 0);
        return new Sum(near, ((high - sine.high) - sine.low + low) / StrictMath.cos(near));
    }

    /** The sine of an angle and so many quarter turns. */
    private static Sum quarterTurned(double x, int quarters) {
        int nearest = (int) Math.rint(x / PI_HALF_1);
        // Both products and the difference are exact.
        Sum reduced = Sum.of(x - nearest * PI_HALF_1, -(nearest * PI_HALF_2));
        double low = reduced.low - nearest * PI_HALF_3;
        boolean isCosine = ((nearest + quarters) & 1) != 0;
        Sum value = sineOrCosine(Sum.ordered(reduced.high, low), isCosine);
        return ((nearest + quarters) & 2) != 0 ? value.negated() : value;
    }

    private static Sum sineOrCosine(Sum angle, boolean isCosine) {
        if (angle.high < 0) {
            Sum positive = sineOrCosine(angle.negated(), isCosine);
            return isCosine ? positive : positive.negated();
        }
        int at = (int) Math.rint(angle.high * TABLE_STEPS);
        double t = angle.high - (double) at / TABLE_STEPS;
        double square = t * t;
        double cosineLessOne = -square / 2 * (1 - square / 12 * (1 - square / 30));
        double sineLessT = -t * square / 6 * (1 - square / 20 * (1 - square / 42));
        // sin(c + t) = sin c cos t + cos c sin t, cos(c + t) = cos c cos t - sin c sin t;
        // what the angle has beside it counts by the slope at c + t.
        Sum base = isCosine ? COSINES[at] : SINES[at];
        Sum slope = isCosine ? SINES[at].negated() : COSINES[at];
        double product = slope.high * t;
        double productLow = Math.fma(slope.high, t, -product);
        Sum sum = Sum.of(base.high, product);
        double corrections = slope.low * t
                + (slope.high - base.high * t) * angle.low
                + base.low
                + base.high * cosineLessOne
                + slope.high * sineLessT
                + productLow;
        return Sum.ordered(sum.high, sum.low + corrections);
    }

    /** The alternating series of every second power of x, by factorials. */
    private static BigDecimal series(BigDecimal x, BigDecimal first, int power) {
        BigDecimal square = x.multiply(x).negate();
        BigDecimal term = first;
        BigDecimal sum = first;
        for (int n = power + 2; n < 60; n += 2) {
            term = term.multiply(square).divide(BigDecimal.valueOf((long) n * (n - 1)), EXACT);
            sum = sum.add(term);
        }
        return sum;
    }
}
