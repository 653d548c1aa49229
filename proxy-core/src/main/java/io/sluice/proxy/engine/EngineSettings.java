package io.sluice.proxy.engine;

/**
 * The settings that handlers and the engine read, as one immutable value replaced whole by CONFIG SET.
 *
 * @param databases how many databases there are
 * @param protoMaxBulkLen the largest string, in bytes
 * @param loadBudgetBytes the bound of what commands hold in memory beside the cache
 * @param packedMaxBytes above this a collection leaves its header row, in bytes
 * @param stringChunkBytes above this a string leaves its header row; also the size of its chunks
 * @param hllSparseMaxBytes above this a sparse HyperLogLog becomes dense
 * @param forms what decides the form that OBJECT ENCODING answers
 */
public record EngineSettings(
        int databases,
        long protoMaxBulkLen,
        long loadBudgetBytes,
        int packedMaxBytes,
        int stringChunkBytes,
        int hllSparseMaxBytes,
        FormLimits forms) {}
