package io.sluice.proxy.stats;

/** How fast a counter grows, averaged over the last samples. Sampled by one thread, read by any. */
final class Rate {
    private static final int SAMPLES = 16;

    private final double[] perSecond = new double[SAMPLES];
    private int next;
    private long lastCount;
    private long lastNanos;
    private boolean started;
    private volatile double average;

    void sample(long count, long nowNanos) {
        if (started && nowNanos > lastNanos) {
            // A counter that was reset counts from 0 again.
            long grown = count >= lastCount ? count - lastCount : count;
            perSecond[next] = grown * 1e9 / (nowNanos - lastNanos);
            next = (next + 1) % SAMPLES;
            double sum = 0;
            for (double sample : perSecond) {
                sum += sample;
            }
            average = sum / SAMPLES;
        }
        started = true;
        lastCount = count;
        lastNanos = nowNanos;
    }

    double perSecond() {
        return average;
    }
}
