package io.sluice.proxy.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Doubles between text and binary, by Redis's rules: scores, timeouts, ranges, coordinates.
 *
 * <p>Reading follows C's strtod (decimal, hexadecimal, "inf"), but the whole text must be the number, white space in
 * front is refused, and so are NaN, overflow, and an underflow to zero. Writing comes in the form of Redis 7.2 (the
 * shortest digits that read back as the same double) and in the form of Redis 7.0 ({@code %.17g}).
 *
 * <p>All methods are pure and safe from any thread.
 */
public final class Doubles {
    private static final MathContext SEVENTEEN_DIGITS = new MathContext(17, RoundingMode.HALF_EVEN);
    /** Integers up to here print without an exponent in the form of 7.2. */
    private static final double PLAIN_INTEGER_LIMIT = (double) (Long.MAX_VALUE / 2);
    /** Integers below this need at most 17 digits, which is what {@code %.17g} prints without an exponent. */
    private static final double SEVENTEEN_DIGIT_LIMIT = 1e17;

    /** So many fit into a long, which becomes the nearest double as the text would. */
    private static final int MOST_DIGITS = 18;

    private Doubles() {}

    /**
     * The double that {@code text} denotes, or NaN if Redis would refuse the text. NaN is unambiguous: no accepted text
     * denotes it.
     */
    public static double parse(byte[] text) {
        if (text.length <= MOST_DIGITS && Numbers.isLong(text)) {
            return (double) Numbers.parseLong(text);
        }
        long digits = digits(text);
        if (digits >= 0) {
            return (double) digits;
        }
        FloatSyntax syntax = FloatSyntax.parse(text);
        double value = valueOf(syntax);
        boolean exceeds = syntax != null && syntax.kind() != FloatSyntax.Kind.INFINITY && Double.isInfinite(value);
        boolean vanishes = syntax != null && value == 0 && !syntax.isZero();
        return exceeds || vanishes ? Double.NaN : value;
    }

    /** The number that digits alone denote, which may begin with zeros; -1 for any other text. */
    private static long digits(byte[] text) {
        if (text.length == 0 || text.length > MOST_DIGITS) {
            return -1;
        }
        long number = 0;
        for (byte c : text) {
            if (c < '0' || c > '9') {
                return -1;
            }
            number = 10 * number + (c - '0');
        }
        return number;
    }

    /**
     * The double that Redis reads from the bound of a score range: C's strtod as it is, up to the first NUL byte. So,
     * unlike {@link #parse}, white space in front is passed over, nothing is 0, too large is infinite and too small is 0.
     *
     * @param from where in the text the number begins
     * @return NaN if Redis would refuse it
     */
    public static double parseBound(byte[] text, int from) {
        int end = from;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        if (end == from) {
            return 0;
        }
        int start = from;
        while (start < end && isSpace(text[start])) {
            start++;
        }
        byte[] number = start == 0 && end == text.length ? text : Arrays.copyOfRange(text, start, end);
        return number.length <= MOST_DIGITS && Numbers.isLong(number)
                ? (double) Numbers.parseLong(number)
                : valueOf(FloatSyntax.parse(number));
    }

    /** What the syntax means: infinite or zero where that is beyond what a double holds, and NaN for no number. */
    private static double valueOf(@Nullable FloatSyntax syntax) {
        if (syntax == null || syntax.kind() == FloatSyntax.Kind.NAN) {
            return Double.NaN;
        }
        double magnitude = magnitudeOf(syntax);
        return syntax.negative() ? -magnitude : magnitude;
    }

    private static double magnitudeOf(FloatSyntax syntax) {
        if (syntax.kind() == FloatSyntax.Kind.INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        if (syntax.isZero()) {
            return 0;
        }
        // The grammar has been checked, so the JDK's own suffixes and spaces cannot slip in here.
        return syntax.kind() == FloatSyntax.Kind.HEXADECIMAL
                ? Double.parseDouble("0x" + syntax.digits() + "p" + syntax.exponent())
                : Double.parseDouble(syntax.digits() + "e" + syntax.exponent());
    }

    /**
     * The double that {@code text} denotes as SORT reads it, or NaN if that refuses the text. It takes more than others:
     * white space in front, no text at all for zero, anything behind a zero byte. And less: no number that a double does
     * not hold to its full precision because it is too small.
     */
    public static double parseLeniently(byte[] text) {
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        if (end == 0) {
            return 0;
        }
        int start = 0;
        while (start < end && isSpace(text[start])) {
            start++;
        }
        byte[] number = Arrays.copyOfRange(text, start, end);
        double value = parse(number);
        boolean mayBeInexact = value != 0 && Math.abs(value) < Double.MIN_NORMAL;
        return mayBeInexact && !FloatSyntax.isExactly(number, value) ? Double.NaN : value;
    }

    /**
     * The text that Redis 7.2 answers for {@code value}: "inf", "-inf", "nan", "-0", integers without a point, else the
     * shortest digits that read back as {@code value}, with an exponent only where the plain form would be long.
     */
    public static byte[] format(double value) {
        if (value == Math.rint(value) && Math.abs(value) <= PLAIN_INTEGER_LIMIT && !isNegativeZero(value)) {
            return Numbers.toBytes((long) value);
        }
        return ascii(special(value) ? specialText(value) : ShortestDouble.format(value));
    }

    /** The text that Redis 7.0 answers for {@code value}: C's {@code %.17g}. */
    public static byte[] format17(double value) {
        if (value == Math.rint(value) && Math.abs(value) < SEVENTEEN_DIGIT_LIMIT && !isNegativeZero(value)) {
            return Numbers.toBytes((long) value);
        }
        return ascii(special(value) ? specialText(value) : general17(value));
    }

    /**
     * C's {@code %.<decimals>f}: a fixed number of decimals, rounded half to even on the exact binary value.
     *
     * @param value a finite number
     */
    public static byte[] formatFixed(double value, int decimals) {
        String text = new BigDecimal(value)
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .abs()
                .toPlainString();
        boolean negative = value < 0 || isNegativeZero(value);
        return ascii(negative ? "-" + text : text);
    }

    /** The text in which Redis shows coordinates: at most 17 decimals of a finite number, without trailing zeros. */
    public static byte[] formatCoordinate(double value) {
        String text = new BigDecimal(value)
                .setScale(17, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
        return ascii(text);
    }

    /** White space in the sense of C's isspace, in the "C" locale. */
    static boolean isSpace(byte c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static String general17(double value) {
        BigDecimal rounded = new BigDecimal(Math.abs(value)).round(SEVENTEEN_DIGITS);
        String digits = rounded.unscaledValue().toString();
        int exponent = digits.length() - 1 - rounded.scale();
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        digits = digits.substring(0, end);
        StringBuilder text = new StringBuilder(24);
        if (value < 0) {
            text.append('-');
        }
        if (exponent < -4 || exponent >= 17) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) {
                text.append('.').append(digits, 1, digits.length());
            }
            int size = Math.abs(exponent);
            text.append('e').append(exponent < 0 ? '-' : '+');
            return text.append(size < 10 ? "0" : "").append(size).toString();
        }
        return plain(text, digits, exponent).toString();
    }

    /** Appends {@code digits} with the point where the exponent of the first digit puts it. */
    static StringBuilder plain(StringBuilder text, String digits, int exponent) {
        if (exponent < 0) {
            return text.append("0.").append("0".repeat(-exponent - 1)).append(digits);
        }
        if (digits.length() <= exponent + 1) {
            return text.append(digits).append("0".repeat(exponent + 1 - digits.length()));
        }
        return text.append(digits, 0, exponent + 1).append('.').append(digits, exponent + 1, digits.length());
    }

    private static boolean special(double value) {
        return value == 0 || Double.isNaN(value) || Double.isInfinite(value);
    }

    private static String specialText(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (value == 0) {
            return isNegativeZero(value) ? "-0" : "0";
        }
        return value > 0 ? "inf" : "-inf";
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
