package io.sluice.rocksdb;

import io.sluice.kv.WriteBatch;
import java.util.Arrays;

/** Batches as the applier gets them: one behind the other, in blocks that held others before. */
final class EncodedBatches {
    private final BatchBlocks blocks = new BatchBlocks();

    EncodedBatches() {
        EncodedBatch other = blocks.take(BatchBlocks.MOST_BYTES, 0);
        Arrays.fill(other.bytes(), (byte) 0xA5);
        blocks.giveBack(other);
    }

    EncodedBatch encode(WriteBatch batch) {
        EncodedBatch room = blocks.take(Math.toIntExact(BatchEncoder.most(batch)), batch.rows());
        return blocks.cut(room, BatchEncoder.encode(batch, room));
    }

    void giveBack(EncodedBatch batch) {
        blocks.giveBack(batch);
    }
}
