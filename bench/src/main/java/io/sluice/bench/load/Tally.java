package io.sluice.bench.load;

import org.HdrHistogram.Histogram;

/** What came of the requests of one kind: how many, their bytes both ways, and how long each took, in microseconds. */
public final class Tally {
    /** A request that takes longer than an hour is counted as one hour. */
    private static final long LONGEST_MICROS = 3_600_000_000L;

    private static final int DIGITS = 3;
    private static final int NANOS_PER_MICRO = 1000;

    private final Histogram latencies = new Histogram(LONGEST_MICROS, DIGITS);
    private long received;
    private long sent;
    private long hits;
    private long misses;
    private long moved;
    private long asked;
    private long errors;

    void sent(long bytes) {
        sent += bytes;
    }

    /** Counts a request that was answered with something other than an error. */
    void answered(long nanos, long bytes, boolean missing) {
        took(nanos, bytes);
        if (missing) {
            misses++;
        } else {
            hits++;
        }
    }

    void failed(long nanos, long bytes, String error) {
        took(nanos, bytes);
        if (error.startsWith("MOVED ")) {
            moved++;
        } else if (error.startsWith("ASK ")) {
            asked++;
        } else {
            errors++;
        }
    }

    private void took(long nanos, long bytes) {
        latencies.recordValue(Math.min(LONGEST_MICROS, Math.max(0, nanos) / NANOS_PER_MICRO));
        received += bytes;
    }

    void add(Tally other) {
        latencies.add(other.latencies);
        received += other.received;
        sent += other.sent;
        hits += other.hits;
        misses += other.misses;
        moved += other.moved;
        asked += other.asked;
        errors += other.errors;
    }

    public long requests() {
        return latencies.getTotalCount();
    }

    /** Both ways. */
    public long bytes() {
        return received + sent;
    }

    long received() {
        return received;
    }

    public long sent() {
        return sent;
    }

    public long hits() {
        return hits;
    }

    public long misses() {
        return misses;
    }

    long moved() {
        return moved;
    }

    long asked() {
        return asked;
    }

    /** Replies that were errors, but for redirections. */
    public long errors() {
        return errors;
    }

    /** In microseconds. */
    public Histogram latencies() {
        return latencies;
    }
}
