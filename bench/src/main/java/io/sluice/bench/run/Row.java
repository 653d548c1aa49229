package io.sluice.bench.run;

import java.util.Locale;

/** A row of a table: a figure of Redis beside one of Sluice, either of which may be missing. */
record Row(String name, String unit, Sample redis, Sample sluice, Target target) {
    static final String CSV_HEAD = "row,unit,redis,sluice,ratio,floor,aim,verdict,redis_cpu_us,sluice_cpu_us";
    static final String MARKDOWN_HEAD = "| | unit | Redis | Sluice | ratio | floor | aim | | server's processor time"
            + " of a request, Redis, us | Sluice, us |\n|---|---|---|---|---|---|---|---|---|---|\n";

    double ratio() {
        return sluice.value() / redis.value();
    }

    String verdict() {
        return target.verdict(redis.value(), sluice.value());
    }

    String csv() {
        return String.join(
                ",",
                name.replace(',', ';'),
                unit,
                number(redis.value()),
                number(sluice.value()),
                number(ratio()),
                number(target.floor()),
                number(target.aim()),
                verdict(),
                number(redis.cpuMicros()),
                number(sluice.cpuMicros()));
    }

    String markdown() {
        return "| "
                + String.join(
                        " | ",
                        name,
                        unit,
                        number(redis.value()),
                        number(sluice.value()),
                        Double.isNaN(ratio()) ? "" : String.format(Locale.ROOT, "%.2f", ratio()),
                        number(target.floor()),
                        number(target.aim()),
                        verdict(),
                        number(redis.cpuMicros()),
                        number(sluice.cpuMicros()))
                + " |";
    }

    /** Four digits at least, and no more than three behind the point. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        int digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
