package io.sluice.proxy.command;

import java.util.Locale;

/** The text of INFO as it grows: sections with a headline, and lines of a name and a value. */
final class InfoText {
    private final StringBuilder text = new StringBuilder();

    InfoText section(String name) {
        if (text.length() > 0) {
            text.append("\r\n");
        }
        text.append("# ").append(name).append("\r\n");
        return this;
    }

    InfoText line(String name, Object value) {
        text.append(name).append(':').append(value).append("\r\n");
        return this;
    }

    InfoText decimals(String name, double value, int digits) {
        return line(name, String.format(Locale.ROOT, "%." + digits + "f", value));
    }

    /** Two lines: the bytes, and the same for people. */
    InfoText bytes(String name, long bytes) {
        return line(name, bytes).line(name + "_human", human(bytes));
    }

    /** A size with two decimals and its unit, as Redis writes it. */
    static String human(long bytes) {
        if (bytes < 1024) {
            return bytes + "B";
        }
        String units = "KMGTP";
        double value = bytes / 1024.0;
        int unit = 0;
        while (value >= 1024 && unit < units.length() - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.2f%c", value, units.charAt(unit));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
