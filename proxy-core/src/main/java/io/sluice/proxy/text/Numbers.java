package io.sluice.proxy.text;

/**
 * Integers between text and binary, by Redis's rules.
 *
 * <p>Redis takes text for an integer only if it is the text that Redis itself would print for that integer: no plus
 * sign, no leading zero, no "-0", no space. So the check also decides whether a value may be kept as a number without
 * changing what GET answers. All methods are pure and safe from any thread.
 */
public final class Numbers {
    /** Longest text of a long: the sign and 19 digits. */
    private static final int MAX_LONG_CHARS = 20;

    private Numbers() {}

    /** Whether the whole of {@code text} is a 64-bit signed integer in canonical form. */
    public static boolean isLong(byte[] text) {
        int length = text.length;
        if (length == 0 || length > MAX_LONG_CHARS) {
            return false;
        }
        int at = 0;
        boolean negative = text[0] == '-';
        if (negative) {
            if (length == 1) {
                return false;
            }
            at = 1;
        }
        int first = text[at] - '0';
        if (first == 0) {
            return length == 1;
        }
        if (first < 0 || first > 9) {
            return false;
        }
        for (int i = at + 1; i < length; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
        }
        int digits = length - at;
        if (digits < 19) {
            return true;
        }
        if (digits > 19) {
            return false;
        }
        // Nineteen digits fit an unsigned long, so the sum below cannot wrap around zero.
        long magnitude = magnitude(text, at);
        return magnitude >= 0 || (negative && magnitude == Long.MIN_VALUE);
    }

    /**
     * The integer that {@code text} denotes.
     *
     * @throws NumberFormatException if {@link #isLong} is false for it; ask first where that is an ordinary case
     */
    public static long parseLong(byte[] text) {
        if (!isLong(text)) {
            throw new NumberFormatException("not a 64-bit integer in canonical form");
        }
        return text[0] == '-' ? -magnitude(text, 1) : magnitude(text, 0);
    }

    /** Whether the whole of {@code text} is an unsigned 64-bit integer, as the parts of stream IDs are. */
    public static boolean isUnsignedLong(byte[] text) {
        return UnsignedText.scan(text);
    }

    /**
     * The unsigned integer that {@code text} denotes, as the bits of a long.
     *
     * @throws NumberFormatException if {@link #isUnsignedLong} is false for it
     */
    public static long parseUnsignedLong(byte[] text) {
        if (!UnsignedText.scan(text)) {
            throw new NumberFormatException("not an unsigned 64-bit integer");
        }
        return UnsignedText.value(text);
    }

    /** The decimal text of {@code value}, in a new array. */
    public static byte[] toBytes(long value) {
        byte[] text = new byte[textLength(value)];
        long rest = value < 0 ? value : -value;
        int at = text.length;
        do {
            long shorter = rest / 10;
            text[--at] = (byte) ('0' + (shorter * 10 - rest));
            rest = shorter;
        } while (rest != 0);
        if (value < 0) {
            text[0] = '-';
        }
        return text;
    }

    /** The number of bytes that {@link #toBytes(long)} gives. */
    public static int textLength(long value) {
        int sign = value < 0 ? 1 : 0;
        // Work on the negative side: Long.MIN_VALUE has no positive counterpart.
        long rest = value < 0 ? value : -value;
        int digits = 1;
        while (rest <= -10) {
            rest /= 10;
            digits++;
        }
        return sign + digits;
    }

    private static long magnitude(byte[] digits, int from) {
        long value = 0;
        for (int i = from; i < digits.length; i++) {
            value = value * 10 + (digits[i] - '0');
        }
        return value;
    }
}
