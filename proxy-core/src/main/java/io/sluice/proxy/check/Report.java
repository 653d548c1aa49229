package io.sluice.proxy.check;

import io.sluice.encoding.RowKind;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a check has found. Counts everything, and keeps the first violations to show. */
public final class Report {
    private static final int SHOWN_VIOLATIONS = 100;
    private static final int SHOWN_BYTES = 96;

    private final Map<Byte, Long> rows = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private long violationCount;

    Report() {}

    void count(byte kind) {
        rows.merge(kind, 1L, Long::sum);
    }

    /** @param what is wrong with the row, as the rest of a sentence */
    void violation(int slot, byte[] key, byte[] value, String what) {
        String kind = key.length == 0 ? "no kind" : RowKind.nameOf(key[0]);
        add("slot " + slot + ", " + kind + " row: " + what + "\n    key   " + hex(key) + "\n    value " + hex(value));
    }

    /** The store could not read the slot to its end. */
    void unreadable(int slot, String why) {
        add("slot " + slot + " cannot be read to its end: " + why);
    }

    private void add(String violation) {
        violationCount++;
        if (violations.size() < SHOWN_VIOLATIONS) {
            violations.add(violation);
        }
    }

    private static String hex(byte[] bytes) {
        HexFormat format = HexFormat.of().withUpperCase();
        if (bytes.length <= SHOWN_BYTES) {
            return bytes.length == 0 ? "(empty)" : format.formatHex(bytes);
        }
        return format.formatHex(bytes, 0, SHOWN_BYTES) + "... (" + bytes.length + " bytes)";
    }

    /** Whether nothing is wrong. */
    public boolean isSound() {
        return violationCount == 0;
    }

    public long violationCount() {
        return violationCount;
    }

    /** The first of them, each of a line, or of three: what is wrong, the row's key, its value. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many rows there are of a kind. */
    public long rows(byte kind) {
        return rows.getOrDefault(kind, 0L);
    }

    public long rows() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The whole report, with a line end at its end. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (String violation : violations) {
            text.append(violation).append('\n');
        }
        if (violationCount > violations.size()) {
            text.append("and ").append(violationCount - violations.size()).append(" more violations, not shown\n");
        }
        text.append(rows()).append(" rows");
        rows.forEach((kind, count) ->
                text.append(", ").append(RowKind.nameOf(kind)).append(' ').append(count));
        text.append('\n').append(violationCount == 0 ? "no violation\n" : violationCount + " violations\n");
        return text.toString();
    }
}
