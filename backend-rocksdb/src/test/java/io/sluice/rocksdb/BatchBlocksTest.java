package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.WriteBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BatchBlocksTest {
    private record Held(EncodedBatch batch, byte mark) {
        boolean isWhole() {
            for (int at = batch.absent(); at < batch.to(); at++) {
                if (batch.bytes()[at] != mark) {
                    return false;
                }
            }
            return true;
        }
    }

    /** What is not given back is overwritten by nobody, in whatever order batches come and go. */
    @Property(tries = 30)
    void whatIsTakenIsNobodyElses(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        BatchBlocks blocks = new BatchBlocks();
        List<Held> held = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            if (held.size() > 30 || !held.isEmpty() && random.nextInt(3) == 0) {
                Held gone = held.remove(random.nextInt(held.size()));
                assertThat(gone.isWhole()).isTrue();
                blocks.giveBack(gone.batch);
            } else {
                EncodedBatch room =
                        blocks.take(1 + random.nextInt(random.nextBoolean() ? 1000 : 1 << 20), random.nextInt(2000));
                EncodedBatch batch = blocks.cut(room, room.from() + 1 + random.nextInt(room.length()));
                Held taken = new Held(batch, (byte) i);
                Arrays.fill(batch.bytes(), batch.absent(), batch.to(), taken.mark);
                held.add(taken);
            }
        }
        assertThat(held).allMatch(Held::isWhole);
    }

    /** As batches come: the oldest goes first. */
    @Test
    void takesNoMoreMemoryThanWhatIsHeldNeeds() {
        BatchBlocks blocks = new BatchBlocks();
        Deque<EncodedBatch> held = new ArrayDeque<>();
        int third = BatchBlocks.BLOCK_BYTES / 3 - JournalRecord.HEADER_BYTES;
        for (int i = 0; i < 300; i++) {
            held.add(blocks.take(third, 0));
            if (held.size() > 6) {
                blocks.giveBack(held.remove());
            }
        }
        held.forEach(blocks::giveBack);
        assertThat(blocks.free()).isBetween(2, 3);
    }

    @Test
    void takesTheLargestBatchThatIsAppended() {
        BatchBlocks blocks = new BatchBlocks();
        assertThat(blocks.take(BatchBlocks.MOST_BYTES, 0).length()).isEqualTo(BatchBlocks.MOST_BYTES);
        long mostRows = Commits.APPEND_BYTES / WriteBatch.OP_OVERHEAD;
        assertThat(Commits.APPEND_BYTES + BatchEncoder.HEADER_BYTES + EncodedBatch.absentBytes((int) mostRows))
                .isLessThan(BatchBlocks.MOST_BYTES);
    }
}
