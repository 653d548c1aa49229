package io.sluice.bench.load;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many replies were errors, by their first word, and an example of each. Redirections are none in cluster mode, where a
 * slot may move during the run; else nothing was asked of the server that could have served it.
 */
public final class Failures {
    private static final int KINDS = 20;
    private static final Set<String> REDIRECTIONS = Set.of("MOVED", "ASK");

    private record Seen(long count, String example) {}

    private final Map<String, Seen> seen = new TreeMap<>();
    private final boolean redirected;

    /** @param redirected whether redirections are expected */
    Failures(boolean redirected) {
        this.redirected = redirected;
    }

    void note(String error) {
        String word = error.contains(" ") ? error.substring(0, error.indexOf(' ')) : error;
        boolean expected = redirected && REDIRECTIONS.contains(word);
        if (!expected && (seen.containsKey(word) || seen.size() < KINDS)) {
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
