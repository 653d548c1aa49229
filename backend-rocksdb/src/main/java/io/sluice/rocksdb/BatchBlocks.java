package io.sluice.rocksdb;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The memory of batches that wait for the {@link Applier}: a few large arrays that are filled one after the other, and filled again
 * once all that lies in one has been applied.
 *
 * <p>A batch in an array of its own would live just long enough to be moved by the collector, and all that waits would be moved
 * with each collection. Arrays that stay are moved once.
 *
 * <p>Any thread.
 */
final class BatchBlocks {
    /** A little below a power of two: with its header an array fills whole regions of the collector's. */
    static final int BLOCK_BYTES = (4 << 20) - 64;

    /** Of one batch, with the bits of its records. */
    static final int MOST_BYTES = BLOCK_BYTES - JournalRecord.HEADER_BYTES;

    /** An array, and how many batches of it are not given back. */
    static final class Block {
        private final byte[] bytes;
        private int used;
        private int batches;

        Block(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    private final ArrayDeque<Block> free = new ArrayDeque<>();
    /** None until the first batch comes. */
    private @Nullable Block filling;

    /**
     * Room for a batch of up to so many bytes, which is the caller's until {@link #giveBack}; with room for the header of a {@link
     * JournalRecord} before it, and for the bits of so many records. Bytes and bits together are at most {@link #MOST_BYTES}.
     */
    synchronized EncodedBatch take(int bytes, int records) {
        int bits = EncodedBatch.absentBytes(records);
        int whole = bits + JournalRecord.HEADER_BYTES + bytes;
        Block block = filling;
        if (block == null || BLOCK_BYTES - block.used < whole) {
            // Whoever gives back the last batch of the one before puts it to the free ones.
            Block next = free.poll();
            block = next == null ? new Block(new byte[BLOCK_BYTES]) : next;
            filling = block;
        }
        int absent = block.used;
        int from = absent + bits + JournalRecord.HEADER_BYTES;
        block.used += whole;
        block.batches++;
        return new EncodedBatch(block, absent, from, from + bytes);
    }

    /** The batch that was taken last, no longer than it has become: what is left is taken with the next one. */
    synchronized EncodedBatch cut(EncodedBatch batch, int to) {
        batch.block().used = to;
        return new EncodedBatch(batch.block(), batch.absent(), batch.from(), to);
    }

    /** What lies there is not needed any more. */
    synchronized void giveBack(EncodedBatch batch) {
        Block block = batch.block();
        block.batches--;
        if (block.batches == 0) {
            block.used = 0;
            if (block != filling) {
                free.add(block);
            }
        }
    }

    /** How many arrays wait to be filled again: for tests. */
    synchronized int free() {
        return free.size();
    }
}
