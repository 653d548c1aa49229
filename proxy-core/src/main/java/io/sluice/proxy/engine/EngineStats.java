package io.sluice.proxy.engine;

/** Where the engine counts what INFO shows. Thread-safe. */
public interface EngineStats {
    void countExpired();

    void countHits(int lookups);

    void countMisses(int lookups);
}
