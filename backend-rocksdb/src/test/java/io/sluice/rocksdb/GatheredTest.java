package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.sluice.kv.WriteBatch;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatheredTest {
    private static final byte[] VALUE = new byte[10];

    private static byte[] key(int number) {
        return ByteBuffer.allocate(20).putInt(8, number).array();
    }

    private final EncodedBatches blocks = new EncodedBatches();

    private EncodedBatch batch(int from, int to) {
        WriteBatch batch = new WriteBatch();
        for (int i = from; i < to; i++) {
            batch.put(i % 1000, key(i / 1000), VALUE);
        }
        return blocks.encode(batch);
    }

    /** In batches that fit into a block. */
    private void add(Gathered gathered, int rows) {
        for (int from = 0; from < rows; from += 50_000) {
            gathered.add(batch(from, Math.min(rows, from + 50_000)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 10_000, 128_000, 300_000})
    void countsDifferentRows(int rows) {
        Gathered gathered = new Gathered();
        for (int times = 0; times < 3; times++) {
            add(gathered, rows);
        }
        assertThat(gathered.records()).isEqualTo(3 * rows);
        assertThat(gathered.rows()).isCloseTo(rows, withinPercentage(2));
    }

    /** More than the bits can tell. */
    @Test
    void neverCountsMoreThanRecords() {
        Gathered gathered = new Gathered();
        add(gathered, 4_000_000);
        assertThat(gathered.rows()).isBetween(1_000_000, 4_000_000);
    }

    @Test
    void countsARowOfOtherSlotsAsAnother() {
        Gathered gathered = new Gathered();
        WriteBatch batch = new WriteBatch();
        for (int i = 0; i < 90; i++) {
            batch.put(i % 9, key(1), VALUE);
        }
        batch.delete(3, key(2)).requireAbsent(3, key(3));
        gathered.add(blocks.encode(batch));
        assertThat(gathered.records()).isEqualTo(91);
        assertThat(gathered.rows()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 10_000})
    void seesWhetherRowsRepeat(int rows) {
        Gathered gathered = new Gathered();
        assertThat(gathered.rowsRepeat()).isFalse();
        gathered.add(batch(0, rows));
        gathered.add(batch(0, rows / 10));
        assertThat(gathered.rowsRepeat()).isFalse();
        gathered.add(batch(0, rows / 10));
        assertThat(gathered.rowsRepeat()).isTrue();
    }

    @Test
    void beginsAnew() {
        Gathered gathered = new Gathered();
        EncodedBatch batch = batch(0, 5000);
        gathered.add(batch);
        assertThat(gathered.bytes()).isEqualTo(batch.length());
        gathered.clear();
        assertThat(gathered.bytes() + gathered.records() + gathered.rows()).isZero();
        gathered.add(batch(0, 10));
        assertThat(gathered.rows()).isEqualTo(10);
    }
}
