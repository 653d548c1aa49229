package io.sluice.proxy.server;

import java.time.Duration;

/** When something has to be over, on the clock of {@link System#nanoTime}. */
final class Deadline {
    private final long atNanos;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    /** So long from now. */
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** What is left until then; zero once it is past. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, atNanos - System.nanoTime()));
    }

    /** So many milliseconds, but no more than half of what is left, so that others get their turn. */
    long upTo(long millis) {
        return Math.min(millis, left().toMillis() / 2);
    }
}
