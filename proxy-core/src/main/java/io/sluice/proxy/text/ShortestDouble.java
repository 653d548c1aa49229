package io.sluice.proxy.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The shortest decimal digits that read back as the same double, laid out as Redis 7.2 lays them out.
 *
 * <p>Double.toString of Java 17 sometimes gives a digit too many, and never fewer than two. Up to 15 digits that cannot
 * happen: two different decimals of 15 digits never denote the same normal double, so what reads back is the only one
 * and the shortest. Only beyond 15 digits, or below the normal range, is the answer checked against the exact value.
 */
final class ShortestDouble {
    private static final int ALWAYS_UNIQUE_DIGITS = 15;

    private ShortestDouble() {}

    /** The text of a finite number other than zero. */
    static String format(double value) {
        BigDecimal decimal = shortest(Math.abs(value)).stripTrailingZeros();
        String digits = decimal.unscaledValue().toString();
        int power = -decimal.scale();
        int exponent = power + digits.length() - 1;
        StringBuilder text = new StringBuilder(28);
        if (value < 0) {
            text.append('-');
        }
        boolean plainInteger = power >= 0 && Math.abs(exponent) < digits.length() + 7;
        boolean plainFraction = power < 0 && (power > -7 || Math.abs(exponent) < 4);
        if (plainInteger || plainFraction) {
            return Doubles.plain(text, digits, exponent).toString();
        }
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        return text.append(Math.abs(exponent)).toString();
    }

    private static BigDecimal shortest(double magnitude) {
        BigDecimal candidate = new BigDecimal(Double.toString(magnitude)).stripTrailingZeros();
        int digits = candidate.precision();
        if (digits <= ALWAYS_UNIQUE_DIGITS && magnitude >= Double.MIN_NORMAL) {
            return candidate;
        }
        BigDecimal exact = new BigDecimal(magnitude);
        BigDecimal best = candidate;
        for (int precision = digits; precision >= 1; precision--) {
            BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() != magnitude) {
                break;
            }
            best = rounded;
        }
        return best;
    }
}
