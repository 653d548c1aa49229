package io.sluice.proxy.stats;

import java.util.concurrent.atomic.LongAdder;

/** What one command has done so far. Thread-safe. */
public final class CommandStats {
    private final LongAdder calls = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LatencyHistogram latency = new LatencyHistogram();

    /**
     * Counts a call that ran.
     *
     * @param tookNanos the time it took
     * @param error whether it answered an error
     * @param track whether its time also enters the histogram
     */
    public void ran(long tookNanos, boolean error, boolean track) {
        calls.increment();
        nanos.add(tookNanos);
        if (error) {
            failed.increment();
        }
        if (track) {
            latency.record(tookNanos);
        }
    }

    /** Counts a call that was refused before it ran. */
    public void rejected() {
        rejected.increment();
    }

    public long calls() {
        return calls.sum();
    }

    /** The time of all calls together, in microseconds. */
    public long micros() {
        return nanos.sum() / 1000;
    }

    public long rejectedCalls() {
        return rejected.sum();
    }

    public long failedCalls() {
        return failed.sum();
    }

    public LatencyHistogram latency() {
        return latency;
    }

    /** Whether there is anything to show. */
    public boolean any() {
        return calls() > 0 || rejectedCalls() > 0 || failedCalls() > 0;
    }

    void reset() {
        calls.reset();
        nanos.reset();
        rejected.reset();
        failed.reset();
        latency.reset();
    }
}
