package io.sluice.rocksdb;

import java.util.Locale;

/** A size as Redis writes it: 1k is 1000 bytes, 1kb is 1024, and so on up to gb; the case does not matter. */
final class MemoryText {
    private MemoryText() {}

    static long parse(String text) {
        String lower = text.trim().toLowerCase(Locale.ROOT);
        int digits = 0;
        while (digits < lower.length() && Character.isDigit(lower.charAt(digits))) {
            digits++;
        }
        long number = Long.parseLong(lower.substring(0, digits));
        return Math.multiplyExact(number, unit(lower.substring(digits), text));
    }

    private static long unit(String unit, String text) {
        return switch (unit) {
            case "", "b" -> 1L;
            case "k" -> 1000L;
            case "kb" -> 1L << 10;
            case "m" -> 1000_000L;
            case "mb" -> 1L << 20;
            case "g" -> 1000_000_000L;
            case "gb" -> 1L << 30;
            default -> throw new IllegalArgumentException("not a size: " + text);
        };
    }
}
