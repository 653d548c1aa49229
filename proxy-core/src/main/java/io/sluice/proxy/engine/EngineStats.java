package io.sluice.proxy.engine;

/** Where the engine counts what INFO shows. Thread-safe. */
public interface EngineStats {
    void countExpired();

    /** Fields of hashes were deleted because they had expired. */
    default void countExpiredFields(int fields) {
        // for those who do not show it
    }

    void countHits(int lookups);

    void countMisses(int lookups);
}
