package io.sluice.proxy.server;

import io.sluice.proxy.engine.Engine;
import io.sluice.proxy.engine.Gates;

/**
 * When a reply may leave. With {@code write-ack committed}: when all it depends on is durable. With {@code buffered}: at
 * once, as long as what is not durable yet stays within its bounds of bytes and age; beyond them as with committed.
 * Thread-safe.
 */
final class AckPolicy {
    private final Engine engine;
    private final boolean buffered;
    private final long maxBytes;
    private final long maxLagNanos;

    private AckPolicy(Engine engine, boolean buffered, long maxBytes, long maxLagNanos) {
        this.engine = engine;
        this.buffered = buffered;
        this.maxBytes = maxBytes;
        this.maxLagNanos = maxLagNanos;
    }

    static AckPolicy committed(Engine engine) {
        return new AckPolicy(engine, false, 0, 0);
    }

    static AckPolicy buffered(Engine engine, long maxBytes, long maxLagNanos) {
        return new AckPolicy(engine, true, maxBytes, maxLagNanos);
    }

    boolean mayLeave(Gates gates) {
        if (gates.isOpen()) {
            return true;
        }
        return buffered
                && !gates.failed()
                && engine.pendingBytes() <= maxBytes
                && gates.ageNanos(System.nanoTime()) <= maxLagNanos;
    }
}
