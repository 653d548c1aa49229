package io.sluice.bench.load;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** How many replies were errors, by their first word, and an example of each. */
public final class Failures {
    private static final int KINDS = 20;
    private static final Set<String> REDIRECTIONS = Set.of("MOVED", "ASK");

    private record Seen(long count, String example) {}

    private final Map<String, Seen> seen = new TreeMap<>();

    void note(String error) {
        String word = word(error);
        if (seen.containsKey(word) || seen.size() < KINDS) {
            seen.merge(word, new Seen(1, error), (a, b) -> new Seen(a.count() + b.count(), a.example()));
        }
    }

    /** As {@link #note}, in cluster mode, where a slot may move during the run: then a redirection is none. */
    void noteInCluster(String error) {
        if (!REDIRECTIONS.contains(word(error))) {
            note(error);
        }
    }

    private static String word(String error) {
        return error.contains(" ") ? error.substring(0, error.indexOf(' ')) : error;
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
