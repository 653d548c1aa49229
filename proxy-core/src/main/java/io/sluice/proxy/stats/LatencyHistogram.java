package io.sluice.proxy.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long the calls of one command took. Buckets are log-linear: every power of two is cut into 32, so that a percentile
 * is at most about 3 % off. Times below {@value #LOWEST_NANOS} ns share the lowest buckets, times above about a minute the
 * highest.
 *
 * <p>Thread-safe; a percentile taken while others record is that of some moment close by.
 */
public final class LatencyHistogram {
    /** The unit of the axis that LATENCY HISTOGRAM draws: its steps are this times a power of two. */
    private static final long LOWEST_NANOS = 1024;

    private static final int SUB_BITS = 5;
    private static final int SUB = 1 << SUB_BITS;
    private static final int OCTAVES = 32;
    /** Finer than a step of the axis, so that the axis's lowest steps can be told apart. */
    private static final int SHIFT = 4;

    private final AtomicLongArray buckets = new AtomicLongArray(SUB * OCTAVES);

    /** Counts one call. */
    public void record(long nanos) {
        buckets.incrementAndGet(bucket(Math.max(0, nanos)));
    }

    /** The time in nanoseconds that this share of the calls did not exceed; 0 when there was no call. */
    public long percentile(double percent) {
        long total = 0;
        for (int i = 0; i < buckets.length(); i++) {
            total += buckets.get(i);
        }
        if (total == 0) {
            return 0;
        }
        long wanted = Math.max(1, (long) Math.ceil(percent / 100 * total));
        long seen = 0;
        for (int i = 0; i < buckets.length(); i++) {
            seen += buckets.get(i);
            if (seen >= wanted) {
                return highest(i);
            }
        }
        return highest(buckets.length() - 1);
    }

    /** One step of the cumulative distribution: so many calls took at most so long. */
    public record Step(long micros, long calls) {}

    /** The distribution in steps that double, from about 1 microsecond; steps that add no call are left out. */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        long seen = 0;
        long before = 0;
        int at = 0;
        for (long limit = LOWEST_NANOS; at < buckets.length(); limit *= 2) {
            // A value that begins a step still belongs to it, with the width of its bucket: so Redis's axis has 33
            // after 16.
            long top = limit + limit / 128 - 1;
            while (at < buckets.length() && lowest(at) <= limit) {
                seen += buckets.get(at++);
            }
            if (seen > before) {
                steps.add(new Step(Math.max(1, top / 1000), seen));
                before = seen;
            }
        }
        return steps;
    }

    void reset() {
        for (int i = 0; i < buckets.length(); i++) {
            buckets.set(i, 0);
        }
    }

    private static int bucket(long nanos) {
        long value = nanos >>> SHIFT;
        if (value < SUB) {
            return (int) value;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        int index = (exponent + 1) * SUB + (int) ((value >>> exponent) - SUB);
        return Math.min(index, SUB * OCTAVES - 1);
    }

    private static long lowest(int bucket) {
        if (bucket < SUB) {
            return (long) bucket << SHIFT;
        }
        int exponent = bucket / SUB - 1;
        return (long) (SUB + bucket % SUB) << exponent << SHIFT;
    }

    private static long highest(int bucket) {
        return lowest(bucket + 1) - 1;
    }
}
