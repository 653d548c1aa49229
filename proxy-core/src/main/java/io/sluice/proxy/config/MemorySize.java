package io.sluice.proxy.config;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;

/**
 * Sizes in redis.conf's notation: a plain number of bytes, or one with a unit. k, m and g count in thousands, kb, mb and
 * gb in 1024s; upper and lower case are the same.
 */
final class MemorySize {
    private static final Map<String, Long> UNITS = Map.of(
            "", 1L,
            "b", 1L,
            "k", 1_000L,
            "kb", 1L << 10,
            "m", 1_000_000L,
            "mb", 1L << 20,
            "g", 1_000_000_000L,
            "gb", 1L << 30);

    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private MemorySize() {}

    /**
     * The number of bytes; what is above a long is {@link Long#MAX_VALUE}, which the bounds of a setting then refuse.
     *
     * @throws NumberFormatException when the text is no size
     */
    static long parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        Long unit = UNITS.get(text.substring(digits).toLowerCase(Locale.ROOT));
        if (digits == 0 || unit == null) {
            throw new NumberFormatException("not a size: " + text);
        }
        return new BigInteger(text.substring(0, digits))
                .multiply(BigInteger.valueOf(unit))
                .min(LONG_MAX)
                .longValueExact();
    }

    /** The shortest exact notation in gb, mb, kb or bytes, as CONFIG REWRITE writes it. */
    static String format(long bytes) {
        if (bytes != 0) {
            if (bytes % (1L << 30) == 0) {
                return (bytes >> 30) + "gb";
            }
            if (bytes % (1L << 20) == 0) {
                return (bytes >> 20) + "mb";
            }
            if (bytes % (1L << 10) == 0) {
                return (bytes >> 10) + "kb";
            }
        }
        return Long.toString(bytes);
    }
}
