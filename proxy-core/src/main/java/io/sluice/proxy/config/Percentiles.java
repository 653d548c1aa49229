package io.sluice.proxy.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** The percentiles that a setting lists: decimal numbers from 0 to 100 with spaces between them, or nothing. */
public final class Percentiles {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int DECIMALS = 6; // as many as Redis shows
    static final String ALLOWED = "numbers from 0 to 100";

    private Percentiles() {}

    /** The percentiles of a text that was checked, each in the form in which it is shown. */
    public static List<String> of(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    /** Checks the text, and gives it with each number in its shortest form. */
    static String canonical(String text) throws InvalidValueException {
        List<String> shown = new ArrayList<>();
        for (String word : text.isEmpty() ? List.<String>of() : List.of(text.split(" +"))) {
            BigDecimal percentile = read(word);
            if (percentile.signum() < 0 || percentile.compareTo(HUNDRED) > 0) {
                throw new InvalidValueException(
                        "latency-tracking-info-percentiles parameters should sit between [0.0,100.0]", ALLOWED);
            }
            BigDecimal rounded = percentile.setScale(DECIMALS, RoundingMode.HALF_EVEN);
            shown.add(rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
        }
        return String.join(" ", shown);
    }

    private static BigDecimal read(String word) throws InvalidValueException {
        try {
            return new BigDecimal(word);
        } catch (NumberFormatException noNumber) {
            throw new InvalidValueException("Invalid latency-tracking-info-percentiles parameters", ALLOWED);
        }
    }
}
