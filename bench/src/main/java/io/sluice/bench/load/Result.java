package io.sluice.bench.load;

import java.util.List;

/** What came of a run, or of several of them together. */
public final class Result {
    private final CommandMix mix;
    private final long begun;
    private long nanos;
    private final List<Tally> tallies;
    private final Failures failures = new Failures();

    /**
     * @param begun milliseconds since 1970
     * @param nanos how long the run took, from the first request to the last answer
     */
    Result(CommandMix mix, long begun, long nanos) {
        this.mix = mix;
        this.begun = begun;
        this.nanos = nanos;
        tallies = mix.newTallies();
    }

    void add(List<Tally> more, Failures further) {
        for (int i = 0; i < tallies.size(); i++) {
            tallies.get(i).add(more.get(i));
        }
        failures.add(further);
    }

    /** Counts a run that came after this one; rates become those of the time of both. */
    void add(Result other) {
        nanos += other.nanos;
        add(other.tallies, other.failures);
    }

    CommandMix mix() {
        return mix;
    }

    long begun() {
        return begun;
    }

    long nanos() {
        return nanos;
    }

    public double seconds() {
        return nanos / 1e9;
    }

    /** By kind of request, as the options have them. */
    List<Tally> tallies() {
        return tallies;
    }

    public Tally total() {
        Tally total = new Tally();
        tallies.forEach(total::add);
        return total;
    }

    public double perSecond() {
        return total().requests() / seconds();
    }

    public Failures failures() {
        return failures;
    }
}
