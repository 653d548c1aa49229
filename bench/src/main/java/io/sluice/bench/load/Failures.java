package io.sluice.bench.load;

import java.util.Map;
import java.util.TreeMap;

/** How many replies were errors, by their first word, and an example of each. Redirections are none. */
public final class Failures {
    private static final int KINDS = 20;

    private record Seen(long count, String example) {}

    private final Map<String, Seen> seen = new TreeMap<>();

    void note(String error) {
        String word = error.contains(" ") ? error.substring(0, error.indexOf(' ')) : error;
        if (!word.equals("MOVED") && !word.equals("ASK") && (seen.containsKey(word) || seen.size() < KINDS)) {
            seen.merge(word, new Seen(1, error), (a, b) -> new Seen(a.count() + b.count(), a.example()));
        }
    }

    void add(Failures other) {
        other.seen.forEach(
                (word, more) -> seen.merge(word, more, (a, b) -> new Seen(a.count() + b.count(), a.example())));
    }

    public boolean any() {
        return !seen.isEmpty();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        seen.forEach((word, each) -> text.append(each.count())
                .append(" errors such as: ")
                .append(each.example())
                .append('\n'));
        return text.toString();
    }
}
