package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked of the store when memory keeps rows in order; that it is right is {@link R4RangesTest}'s matter. */
class ExtentsTest {
    private static final String TAG = "{t}";
    private static final int ROWS = 20;

    private final Rig rig = new Rig(new MemoryKvStore(Atomicity.STORE));
    private final int slot = rig.key(TAG).slot();

    private static byte[] rowKey(long id, int index) {
        return RowKeys.element(id, index, new byte[] {(byte) index});
    }

    private long make() {
        long[] made = new long[1];
        rig.call(
                c -> {
                    made[0] = c.newId(slot);
                    for (int i = 0; i < ROWS; i += 2) {
                        c.putRow(slot, rowKey(made[0], i), Rig.bytes("v" + i));
                    }
                    return null;
                },
                TAG);
        return made[0];
    }

    private int rangeOf(long id, int from, int to, boolean reverse, int limit, boolean keysOnly) {
        int[] size = new int[1];
        rig.call(
                c -> {
                    size[0] = c.range(slot, rowKey(id, from), rowKey(id, to), reverse, limit, keysOnly)
                            .size();
                    return null;
                },
                TAG);
        return size[0];
    }

    private boolean has(long id, int index) {
        boolean[] there = new boolean[1];
        rig.call(
                c -> {
                    there[0] = c.row(slot, rowKey(id, index)) != null;
                    return null;
                },
                TAG);
        return there[0];
    }

    private long requests() {
        return rig.engine.core().reads().requests();
    }

    @Test
    void aCollectionMadeHereIsNeverAskedFor() {
        try (rig) {
            rig.serve(TAG);
            long id = make();
            long before = requests();
            assertThat(rangeOf(id, 0, ROWS, false, ROWS, false)).isEqualTo(ROWS / 2);
            assertThat(rangeOf(id, 3, ROWS, true, 4, true)).isEqualTo(4);
            assertThat(has(id, 4)).isTrue();
            assertThat(has(id, 5)).isFalse();
            assertThat(requests()).isEqualTo(before);
        }
    }

    @Test
    void aRangeIsKeptOnceSeveralCommandsHaveReadThere() {
        try (rig) {
            rig.serve(TAG);
            long id = make();
            rig.engine.dropCaches();
            for (int i = 0; i < 3; i++) {
                assertThat(rangeOf(id, 0, 10, false, ROWS, false)).isEqualTo(5);
            }
            long before = requests();
            assertThat(rangeOf(id, 2, 9, true, 3, false)).isEqualTo(3);
            assertThat(has(id, 3)).isFalse();
            assertThat(requests()).isEqualTo(before);
            assertThat(rangeOf(id, 2, 11, false, ROWS, false)).isEqualTo(5);
            assertThat(requests()).isGreaterThan(before);
        }
    }

    @Test
    void noOlderValueIsFoundWhenAnExtentIsLetGo() {
        try (rig) {
            rig.serve(TAG);
            long id = make();
            rig.engine.dropCaches();
            assertThat(has(id, 4)).isTrue(); // which the cache of rows keeps
            for (int i = 0; i < 3; i++) {
                rangeOf(id, 0, ROWS, false, ROWS, false);
            }
            rig.call(
                    c -> {
                        c.deleteRow(slot, rowKey(id, 4));
                        return null;
                    },
                    TAG);
            rig.engine.flush();
            rig.engine.core().extents().clear();
            assertThat(has(id, 4)).isFalse();
        }
    }

    @Test
    void intervalsThatTouchBecomeOne() {
        ExtentRows rows = new ExtentRows(RowKeys.rangeOf(RowKind.ELEMENT, 1), false);
        for (int from : List.of(4, 0, 2)) {
            rows.cover(rowKey(1, from), rowKey(1, from + 2));
        }
        HeldRows.Range all = new HeldRows.Range(slot, rowKey(1, 0), rowKey(1, 6), false, false);
        assertThat(rows.read(all, ROWS)).isTrue();
        assertThat(all.complete).isTrue();
        HeldRows.Range more = new HeldRows.Range(slot, rowKey(1, 0), rowKey(1, 7), false, false);
        assertThat(rows.read(more, ROWS)).isFalse();
    }

    @Test
    void whatTakesTooMuchIsLetGo() {
        try (Rig small = new Rig(new MemoryKvStore(Atomicity.STORE), 6000, Rig.BUDGET)) {
            small.serve(TAG);
            small.call(
                    c -> {
                        long id = c.newId(slot);
                        for (int i = 0; i < 100; i++) {
                            c.putRow(slot, rowKey(id, i), new byte[200]);
                        }
                        return null;
                    },
                    TAG);
            assertThat(small.engine.core().extents().bytes()).isLessThanOrEqualTo(1500);
        }
    }
}
