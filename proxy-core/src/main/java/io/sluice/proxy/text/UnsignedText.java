package io.sluice.proxy.text;

/**
 * Unsigned integers. Redis first tries its strict form and then falls back to C's strtoull, which is generous: it
 * skips white space, takes a sign and leading zeros, and gives a negated number modulo 2^64. Both are kept, because
 * clients see the difference in stream IDs.
 */
final class UnsignedText {
    private UnsignedText() {}

    static boolean scan(byte[] text) {
        if (Numbers.isLong(text)) {
            return text[0] != '-';
        }
        int at = digitsStart(text);
        if (at == text.length) {
            return false;
        }
        long value = 0;
        for (int i = at; i < text.length; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            if (Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, 10)) > 0) {
                return false;
            }
            value = value * 10 + digit;
        }
        return true;
    }

    /** The value of a text that {@link #scan} accepts. */
    static long value(byte[] text) {
        int at = digitsStart(text);
        long value = 0;
        for (int i = at; i < text.length; i++) {
            value = value * 10 + (text[i] - '0');
        }
        return at > 0 && text[at - 1] == '-' ? -value : value;
    }

    private static int digitsStart(byte[] text) {
        int at = 0;
        while (at < text.length && Doubles.isSpace(text[at])) {
            at++;
        }
        if (at < text.length && (text[at] == '+' || text[at] == '-')) {
            at++;
        }
        return at;
    }
}
