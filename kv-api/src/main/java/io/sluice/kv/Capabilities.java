package io.sluice.kv;

/**
 * What a backend can do. Each is declared only where the contract suite proves it.
 *
 * @param atomicity within what a batch is all or nothing
 * @param shareable whether several processes may have the same data open; their writes are then fenced by guards
 * @param nativeRangeDelete whether {@link KvStore#deleteRange} costs the same for many rows as for few
 * @param maxKeyBytes the longest key the backend takes, the slot not counted; at least 1
 * @param maxValueBytes the longest value; at least 1
 * @param maxBatchBytes the largest {@link WriteBatch#bytes()}; at least 1
 * @param maxBatchRows the largest {@link WriteBatch#rows()}, for backends to which a row costs far more than its bytes; at
 *     least 1
 */
public record Capabilities(
        Atomicity atomicity,
        boolean shareable,
        boolean nativeRangeDelete,
        int maxKeyBytes,
        int maxValueBytes,
        long maxBatchBytes,
        int maxBatchRows) {
    public Capabilities {
        if (maxKeyBytes < 1 || maxValueBytes < 1 || maxBatchBytes < 1 || maxBatchRows < 1) {
            throw new IllegalArgumentException("a limit below 1: keys " + maxKeyBytes + ", values " + maxValueBytes
                    + ", batches " + maxBatchBytes + ", their rows " + maxBatchRows);
        }
    }

    /** Of a backend that bounds batches by their bytes alone. */
    public Capabilities(
            Atomicity atomicity,
            boolean shareable,
            boolean nativeRangeDelete,
            int maxKeyBytes,
            int maxValueBytes,
            long maxBatchBytes) {
        this(atomicity, shareable, nativeRangeDelete, maxKeyBytes, maxValueBytes, maxBatchBytes, Integer.MAX_VALUE);
    }

    /** Whether a batch of so many {@link WriteBatch#bytes()} and {@link WriteBatch#rows()} is within the limits. */
    public boolean fitsBatch(long bytes, long rows) {
        return bytes <= maxBatchBytes && rows <= maxBatchRows;
    }
}
