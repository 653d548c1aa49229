package io.sluice.rocksdb;

import org.jspecify.annotations.Nullable;

/**
 * A batch as {@link BatchEncoder} writes it, in an array that may hold others before and behind it.
 *
 * @param from where its header begins
 * @param to where it ends
 * @param block whose array that is, to give it back to; null if it is nobody's
 */
record EncodedBatch(byte[] bytes, int from, int to, BatchBlocks.@Nullable Block block) {

    /** In an array of its own. */
    static EncodedBatch of(byte[] whole) {
        return new EncodedBatch(whole, 0, whole.length, null);
    }

    int length() {
        return to - from;
    }

    /** How many rows it changes. */
    int records() {
        return BatchEncoder.records(bytes, from);
    }

    /** Where the first of them begins; see {@link BatchEncoder#recordEnd}. */
    int firstRecord() {
        return from + BatchEncoder.HEADER_BYTES;
    }
}
