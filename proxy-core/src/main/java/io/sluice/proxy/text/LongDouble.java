package io.sluice.proxy.text;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A number of the x86 extended format: 64 bits of significand and 15 of exponent.
 *
 * <p>Redis does INCRBYFLOAT and HINCRBYFLOAT in C's {@code long double}, which on amd64 is this format, and prints the
 * sum with 17 decimals. The text is stored and comes back to the client, so another precision would show: 0.1 + 0.2 is
 * "0.3" in this format and "0.30000000000000004" in Java's. Hence the format is emulated: every operation is done
 * exactly on integers and then rounded once, half to even, to 64 bits, with gradual underflow, which is what the
 * hardware does.
 *
 * <p>Immutable.
 */
public final class LongDouble {
    /** Redis refuses longer texts before it looks at them. */
    private static final int MAX_TEXT = 5 * 1024 - 1;

    private static final int PRECISION = 64;
    /** The exponent of the last bit of the smallest subnormal number. */
    private static final int MIN_EXPONENT = -16445;
    /** The exponent of the last bit of the largest finite number. */
    private static final int MAX_EXPONENT = 16383 - (PRECISION - 1);
    /** Powers of ten beyond which a text of the permitted length overflows or vanishes, whatever its digits. */
    private static final int DECIMAL_RANGE = 4960 + MAX_TEXT;

    private static final int DECIMALS = 17;
    private static final BigInteger TEN_TO_DECIMALS = BigInteger.TEN.pow(DECIMALS);

    private enum Kind {
        FINITE,
        INFINITE,
        NAN
    }

    private final Kind kind;
    private final boolean negative;
    /** At most 64 bits; the value is {@code significand * 2^exponent}. */
    private final BigInteger significand;

    private final int exponent;

    private LongDouble(Kind kind, boolean negative, BigInteger significand, int exponent) {
        this.kind = kind;
        this.negative = negative;
        this.significand = significand;
        this.exponent = exponent;
    }

    /**
     * Reads a number as C's strtold does and Redis restricts it: the whole text, no white space, no NaN, no overflow, no
     * underflow to zero. "inf" is accepted; a sum with it is then not {@linkplain #isFinite finite}.
     *
     * @return the number rounded to the format, or null if the text is refused
     */
    public static @Nullable LongDouble parse(byte[] text) {
        if (text.length > MAX_TEXT) {
            return null;
        }
        FloatSyntax syntax = FloatSyntax.parse(text);
        if (syntax == null || syntax.kind() == FloatSyntax.Kind.NAN) {
            return null;
        }
        if (syntax.kind() == FloatSyntax.Kind.INFINITY) {
            return infinity(syntax.negative());
        }
        if (syntax.isZero()) {
            return zero(syntax.negative());
        }
        LongDouble value = syntax.kind() == FloatSyntax.Kind.HEXADECIMAL ? fromHex(syntax) : fromDecimal(syntax);
        return value == null || !value.isFinite() || value.isZero() ? null : value;
    }

    /** The same number in this format, which holds every double exactly. */
    public static LongDouble of(double value) {
        if (Double.isNaN(value)) {
            return new LongDouble(Kind.NAN, false, BigInteger.ZERO, 0);
        }
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        if (Double.isInfinite(value)) {
            return infinity(negative);
        }
        long bits = Double.doubleToRawLongBits(Math.abs(value));
        int biased = (int) (bits >>> 52);
        long fraction = bits & ((1L << 52) - 1);
        long whole = biased == 0 ? fraction : fraction | (1L << 52);
        return round(negative, BigInteger.valueOf(whole), Math.max(biased, 1) - 1075, false);
    }

    /** The sum, rounded to the format. */
    public LongDouble plus(LongDouble other) {
        if (kind == Kind.NAN || other.kind == Kind.NAN) {
            return kind == Kind.NAN ? this : other;
        }
        if (kind == Kind.INFINITE || other.kind == Kind.INFINITE) {
            if (kind == other.kind && negative != other.negative) {
                return new LongDouble(Kind.NAN, false, BigInteger.ZERO, 0);
            }
            return kind == Kind.INFINITE ? this : other;
        }
        int scale = Math.min(exponent, other.exponent);
        BigInteger sum = signedAt(scale).add(other.signedAt(scale));
        if (sum.signum() == 0) {
            // Only -0 and -0 make -0.
            return zero(negative && other.negative && isZero());
        }
        return round(sum.signum() < 0, sum.abs(), scale, false);
    }

    /** The product, rounded to the format. */
    public LongDouble times(int factor) {
        if (kind != Kind.FINITE || isZero()) {
            return this;
        }
        BigInteger product = significand.multiply(BigInteger.valueOf(Math.abs(factor)));
        return round(negative != factor < 0, product, exponent, false);
    }

    /** The least whole number that is not below this; null for the infinities and NaN. */
    public @Nullable BigInteger ceiling() {
        if (kind != Kind.FINITE) {
            return null;
        }
        BigInteger signed = negative ? significand.negate() : significand;
        // A shift to the right rounds down, so it is done to the opposite.
        return exponent >= 0
                ? signed.shiftLeft(exponent)
                : signed.negate().shiftRight(-exponent).negate();
    }

    public boolean isNegative() {
        return negative;
    }

    /** False for the infinities and NaN. */
    public boolean isFinite() {
        return kind == Kind.FINITE;
    }

    /** True for NaN, the sum of two opposite infinities. */
    public boolean isNaN() {
        return kind == Kind.NAN;
    }

    /**
     * The text that Redis stores and answers: at most 17 decimals, without trailing zeros and without an exponent; "0"
     * also for what rounds to zero from below.
     */
    public byte[] toBytes() {
        return toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        if (kind == Kind.NAN) {
            return "nan";
        }
        if (kind == Kind.INFINITE) {
            return negative ? "-inf" : "inf";
        }
        String digits = scaledToDecimals().toString();
        StringBuilder text = new StringBuilder(digits.length() + 3);
        int whole = digits.length() - DECIMALS;
        if (whole <= 0) {
            text.append("0.").append("0".repeat(-whole)).append(digits);
        } else {
            text.append(digits, 0, whole).append('.').append(digits, whole, digits.length());
        }
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        if (text.charAt(end - 1) == '.') {
            end--;
        }
        text.setLength(end);
        boolean zero = end == 1 && text.charAt(0) == '0';
        return negative && !zero ? "-" + text : text.toString();
    }

    /** The magnitude in units of the last decimal, rounded half to even. */
    private BigInteger scaledToDecimals() {
        BigInteger scaled = significand.multiply(TEN_TO_DECIMALS);
        if (exponent >= 0) {
            return scaled.shiftLeft(exponent);
        }
        int drop = -exponent;
        if (drop > scaled.bitLength() + 1) {
            return BigInteger.ZERO;
        }
        return roundedShift(scaled, drop, false);
    }

    private boolean isZero() {
        return kind == Kind.FINITE && significand.signum() == 0;
    }

    private BigInteger signedAt(int scale) {
        BigInteger shifted = significand.shiftLeft(exponent - scale);
        return negative ? shifted.negate() : shifted;
    }

    private static @Nullable LongDouble fromHex(FloatSyntax syntax) {
        if (Math.abs(syntax.exponent()) > 8L * DECIMAL_RANGE) {
            return null;
        }
        return round(syntax.negative(), new BigInteger(syntax.digits(), 16), (int) syntax.exponent(), false);
    }

    private static @Nullable LongDouble fromDecimal(FloatSyntax syntax) {
        if (Math.abs(syntax.exponent()) > DECIMAL_RANGE) {
            return null;
        }
        BigInteger digits = new BigInteger(syntax.digits());
        int power = (int) syntax.exponent();
        if (power >= 0) {
            return round(syntax.negative(), digits.multiply(BigInteger.TEN.pow(power)), 0, false);
        }
        BigInteger divisor = BigInteger.TEN.pow(-power);
        // Enough bits for the significand and one to round by; what lies below is told by the remainder.
        int shift = Math.max(0, PRECISION + 2 + divisor.bitLength() - digits.bitLength());
        BigInteger[] quotient = digits.shiftLeft(shift).divideAndRemainder(divisor);
        return round(syntax.negative(), quotient[0], -shift, quotient[1].signum() != 0);
    }

    /**
     * Rounds {@code magnitude * 2^scale} to the format.
     *
     * @param more whether the exact value lies above that by less than one unit of {@code magnitude}
     */
    private static LongDouble round(boolean negative, BigInteger magnitude, int scale, boolean more) {
        int drop = Math.max(magnitude.bitLength() - PRECISION, MIN_EXPONENT - scale);
        BigInteger kept = magnitude;
        int exponent = scale;
        if (drop > 0) {
            kept = roundedShift(magnitude, drop, more);
            exponent += drop;
            if (kept.bitLength() > PRECISION) {
                kept = kept.shiftRight(1);
                exponent++;
            }
        }
        if (kept.signum() == 0) {
            return zero(negative);
        }
        // Compare by the leading bit: a short significand may carry a large exponent.
        if (exponent + kept.bitLength() > MAX_EXPONENT + PRECISION) {
            return infinity(negative);
        }
        return new LongDouble(Kind.FINITE, negative, kept, exponent);
    }

    /** {@code value / 2^drop}, half to even; {@code more} says that something lies below the lowest bit. */
    private static BigInteger roundedShift(BigInteger value, int drop, boolean more) {
        BigInteger kept = value.shiftRight(drop);
        if (!value.testBit(drop - 1)) {
            return kept;
        }
        boolean aboveHalf = more || value.getLowestSetBit() < drop - 1;
        return aboveHalf || kept.testBit(0) ? kept.add(BigInteger.ONE) : kept;
    }

    private static LongDouble zero(boolean negative) {
        return new LongDouble(Kind.FINITE, negative, BigInteger.ZERO, 0);
    }

    private static LongDouble infinity(boolean negative) {
        return new LongDouble(Kind.INFINITE, negative, BigInteger.ZERO, 0);
    }
}
