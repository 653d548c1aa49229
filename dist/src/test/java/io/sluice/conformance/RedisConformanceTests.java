package io.sluice.conformance;

/** Redis conforms to Redis: proves that the cases are repeatable and their comparisons neither racy nor too strict. */
class RedisConformanceTests extends ConformanceContract {

    @Override
    protected Target startTarget() {
        return RedisOracle.start();
    }
}
