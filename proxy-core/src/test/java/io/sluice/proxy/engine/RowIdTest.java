package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowIdTest {

    /** A flush keeps such a row for each slot in one map: were their hashes equal, it would take minutes. */
    @Test
    void rowsOfOneNameInAllSlotsHaveHashesOfTheirOwn() {
        long hashes = IntStream.range(0, Keyspace.SLOTS)
                .map(slot -> RowId.row(slot, RowKeys.databases()).hashCode())
                .distinct()
                .count();
        assertThat(hashes).isEqualTo(Keyspace.SLOTS);
    }

    @Test
    void aRowIsNamedBySlotAndKey() {
        RowId row = RowId.row(1, RowKeys.databases());
        assertThat(row)
                .isEqualTo(RowId.row(1, RowKeys.databases()))
                .hasSameHashCodeAs(RowId.row(1, RowKeys.databases()));
        assertThat(row).isNotEqualTo(RowId.row(2, RowKeys.databases()));
    }
}
