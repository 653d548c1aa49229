package io.sluice.proxy.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The grammar of C's strtod in the "C" locale, without the leading white space that Redis refuses. The whole text has
 * to match; what the number means is left to the caller, who may want 53 or 64 bits of it.
 *
 * @param kind what was written
 * @param negative whether a minus sign stood in front
 * @param digits the digits of the significand, decimal or hexadecimal, without point and without leading zeros; empty
 *     for zero, infinity and NaN
 * @param exponent the power of ten (decimal) or of two (hexadecimal) that the digits, read as an integer, are
 *     multiplied with; saturated far outside of what any format can hold
 */
record FloatSyntax(Kind kind, boolean negative, String digits, long exponent) {
    enum Kind {
        DECIMAL,
        HEXADECIMAL,
        INFINITY,
        NAN
    }

    /** Far beyond any exponent of any format, and far from overflow when the digits' own count is added. */
    private static final long EXPONENT_CAP = 1L << 40;

    boolean isZero() {
        return kind != Kind.INFINITY && kind != Kind.NAN && digits.isEmpty();
    }

    /** The parsed text, or null if it is not a number from its first byte to its last. */
    static @Nullable FloatSyntax parse(byte[] text) {
        int at = 0;
        boolean negative = false;
        if (text.length > 0 && (text[0] == '-' || text[0] == '+')) {
            negative = text[0] == '-';
            at = 1;
        }
        if (at == text.length) {
            return null;
        }
        int first = text[at] | 0x20;
        if (first == 'i' || first == 'n') {
            return parseWord(text, at, negative);
        }
        if (text[at] == '0' && at + 1 < text.length && (text[at + 1] | 0x20) == 'x') {
            return parseDigits(text, at + 2, negative, true);
        }
        return parseDigits(text, at, negative, false);
    }

    /** Whether the text, which is a finite number, denotes exactly this value. */
    static boolean isExactly(byte[] text, double value) {
        FloatSyntax syntax = parse(text);
        if (syntax == null) {
            return false;
        }
        boolean hex = syntax.kind == Kind.HEXADECIMAL;
        BigDecimal digits = new BigDecimal(new BigInteger(syntax.digits, hex ? 16 : 10));
        int exponent = Math.toIntExact(syntax.exponent);
        BigDecimal exact = !hex
                ? digits.scaleByPowerOfTen(exponent)
                : exponent < 0 ? digits.divide(BigDecimal.valueOf(2).pow(-exponent)) : digits;
        return exact.compareTo(new BigDecimal(Math.abs(value))) == 0;
    }

    private static @Nullable FloatSyntax parseWord(byte[] text, int at, boolean negative) {
        if (isWord(text, at, "inf") || isWord(text, at, "infinity")) {
            return new FloatSyntax(Kind.INFINITY, negative, "", 0);
        }
        if (isWord(text, at, "nan") || isNanWithPayload(text, at)) {
            return new FloatSyntax(Kind.NAN, negative, "", 0);
        }
        return null;
    }

    private static boolean isWord(byte[] text, int at, String word) {
        return text.length - at == word.length() && startsWith(text, at, word);
    }

    private static boolean startsWith(byte[] text, int at, String word) {
        if (text.length - at < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if ((text[at + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNanWithPayload(byte[] text, int at) {
        if (!startsWith(text, at, "nan") || text.length < at + 5 || text[at + 3] != '(') {
            return false;
        }
        for (int i = at + 4; i < text.length - 1; i++) {
            byte c = text[i];
            boolean word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            if (!word) {
                return false;
            }
        }
        return text[text.length - 1] == ')';
    }

    private static @Nullable FloatSyntax parseDigits(byte[] text, int from, boolean negative, boolean hex) {
        StringBuilder digits = new StringBuilder(Math.min(text.length, 64));
        boolean seenDigit = false;
        boolean seenPoint = false;
        long afterPoint = 0;
        int at = from;
        for (; at < text.length; at++) {
            byte c = text[at];
            if (c == '.' && !seenPoint) {
                seenPoint = true;
            } else if (isDigit(c, hex)) {
                seenDigit = true;
                if (seenPoint) {
                    afterPoint++;
                }
                if (c != '0' || digits.length() > 0) {
                    digits.append((char) c);
                }
            } else {
                break;
            }
        }
        if (!seenDigit) {
            return null;
        }
        long exponent = 0;
        if (at < text.length) {
            if ((text[at] | 0x20) != (hex ? 'p' : 'e')) {
                return null;
            }
            at++;
            boolean minus = at < text.length && text[at] == '-';
            if (minus || (at < text.length && text[at] == '+')) {
                at++;
            }
            if (at == text.length) {
                return null;
            }
            for (; at < text.length; at++) {
                if (!isDigit(text[at], false)) {
                    return null;
                }
                exponent = Math.min(exponent * 10 + (text[at] - '0'), EXPONENT_CAP);
            }
            if (minus) {
                exponent = -exponent;
            }
        }
        exponent -= hex ? 4 * afterPoint : afterPoint;
        return new FloatSyntax(
                hex ? Kind.HEXADECIMAL : Kind.DECIMAL,
                negative,
                digits.toString(),
                digits.length() == 0 ? 0 : exponent);
    }

    private static boolean isDigit(byte c, boolean hex) {
        if (c >= '0' && c <= '9') {
            return true;
        }
        int lower = c | 0x20;
        return hex && lower >= 'a' && lower <= 'f';
    }
}
