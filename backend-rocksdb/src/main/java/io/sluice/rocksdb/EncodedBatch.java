package io.sluice.rocksdb;

/**
 * A batch as {@link BatchEncoder} writes it, in a block that holds others before and behind it; and right before it room for the
 * header of a {@link JournalRecord}.
 *
 * @param from where its header begins
 * @param to where it ends
 */
record EncodedBatch(BatchBlocks.Block block, int from, int to) {

    /** A batch that has an array of its own. */
    static EncodedBatch alone(byte[] batch) {
        return new EncodedBatch(new BatchBlocks.Block(batch), 0, batch.length);
    }

    byte[] bytes() {
        return block.bytes();
    }

    int length() {
        return to - from;
    }

    /** How many rows it changes. */
    int records() {
        return BatchEncoder.records(bytes(), from);
    }

    /** Where the first of them begins; see {@link BatchEncoder#recordEnd}. */
    int firstRecord() {
        return from + BatchEncoder.HEADER_BYTES;
    }
}
