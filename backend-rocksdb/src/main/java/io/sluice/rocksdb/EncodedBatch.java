package io.sluice.rocksdb;

/**
 * A batch as {@link BatchEncoder} writes it, in a block that holds others before and behind it; and right before it room for the
 * header of a {@link JournalRecord}.
 *
 * @param absent where a bit for each record begins, which says that there was no such row before; or {@link #NOTHING_KNOWN}
 * @param from where its header begins
 * @param to where it ends
 */
record EncodedBatch(BatchBlocks.Block block, int absent, int from, int to) {
    /** Instead of bits: any row may have been there. */
    static final int NOTHING_KNOWN = -1;

    /** A batch that has an array of its own. */
    static EncodedBatch alone(byte[] batch) {
        return alone(batch, 0, batch.length);
    }

    /** One that stands in this part of an array of its own. */
    static EncodedBatch alone(byte[] bytes, int from, int to) {
        return new EncodedBatch(new BatchBlocks.Block(bytes), NOTHING_KNOWN, from, to);
    }

    /** How long the bits of so many records are. */
    static int absentBytes(int records) {
        return (records + Byte.SIZE - 1) / Byte.SIZE;
    }

    /**
     * Whether the row of the record, counted from 0, is known to have been absent before the batch; false says nothing. Of a batch
     * that an earlier process has written nothing is known: that process may have brought it to the rows.
     */
    boolean wasAbsent(int record) {
        return absent != NOTHING_KNOWN && (bytes()[absent + record / Byte.SIZE] & 1 << record % Byte.SIZE) != 0;
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

    /** Whether it deletes a range, which its first and only record has as key and value. */
    boolean deletesRange() {
        return to > firstRecord() && BatchEncoder.deletesRange(bytes(), firstRecord());
    }

    /** Where the first of them begins; see {@link BatchEncoder#recordEnd}. */
    int firstRecord() {
        return from + BatchEncoder.HEADER_BYTES;
    }
}
