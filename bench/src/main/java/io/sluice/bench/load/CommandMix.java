package io.sluice.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The kinds of requests that each client sends in turn, each a number of times.
 *
 * @param setGet whether they are memtier's SET and GET, of which the closing table has rows even if there is none
 */
record CommandMix(boolean setGet, List<Kind> kinds) {
    /** A kind of request. */
    record Kind(Request request, int times, KeyPattern pattern) {
        /** As a row of the table names it. */
        String title() {
            String name = request.name();
            return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT) + "s";
        }
    }

    static CommandMix setGet(int sets, KeyPattern setKeys, int gets, KeyPattern getKeys, String prefix)
            throws UsageException {
        if (sets + gets == 0) {
            throw new UsageException("a ratio of 0:0 leaves nothing to send");
        }
        return new CommandMix(
                true,
                List.of(
                        new Kind(Request.of("SET __key__ __data__", prefix), sets, setKeys),
                        new Kind(Request.of("GET __key__", prefix), gets, getKeys)));
    }

    /** The longest request with values of up to so many bytes. */
    int room(int longestValue) {
        return kinds.stream()
                .mapToInt(kind -> kind.request().room(longestValue))
                .max()
                .orElseThrow();
    }

    boolean parallel() {
        return kinds.stream().filter(kind -> kind.times() > 0).allMatch(kind -> kind.pattern() == KeyPattern.PARALLEL);
    }

    List<Tally> newTallies() {
        List<Tally> tallies = new ArrayList<>();
        kinds.forEach(kind -> tallies.add(new Tally()));
        return tallies;
    }
}
