package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WrittenRowsTest {
    private static final int SLOT = 3;
    private static final int NAMES = 24;
    private static final KeyRange ALL = new KeyRange(rowKey(0), rowKey(NAMES));

    private final WrittenRows rows = new WrittenRows(SLOT);

    @Test
    void aRangeHoldsTheNewestOfEachRowInOrder() {
        rows.add(row(5, "a"));
        rows.add(row(2, "b"));
        assertThat(values(ALL)).containsExactly("b", "a");
        rows.add(row(5, "c")); // over one that is in the order already
        rows.add(row(9, "d"));
        rows.add(row(9, "e")); // over one that is only noted
        assertThat(values(ALL)).containsExactly("b", "c", "e");
        assertThat(values(new KeyRange(rowKey(3), rowKey(9)))).containsExactly("c");
    }

    @Test
    void whatIsRemovedIsInNoRange() {
        WrittenRow first = row(1, "a");
        WrittenRow second = row(1, "b");
        WrittenRow other = row(2, "c");
        List.of(first, other).forEach(rows::add);
        assertThat(values(ALL)).containsExactly("a", "c");
        rows.add(second);
        List<Object> moved = new ArrayList<>();
        rows.remove(first, each -> moved.add(each.value())); // a newer value has taken its place
        assertThat(moved).isEmpty();
        assertThat(values(ALL)).containsExactly("b", "c");
        rows.remove(second, each -> moved.add(each.value()));
        assertThat(moved).containsExactly("b");
        assertThat(values(ALL)).containsExactly("c");
        rows.add(row(1, "d"));
        assertThat(values(ALL)).containsExactly("d", "c");
        rows.clear();
        assertThat(values(ALL)).isEmpty();
    }

    /** A map keeps the key that it has when the value is replaced, and here the key is the older row. */
    @Test
    void whatWasReplacedLetsGoOfItsValue() {
        WrittenRow first = row(1, "a");
        WrittenRow second = row(1, "b");
        rows.add(first);
        rows.add(second);
        assertThat(first.value()).as("its batch may be sent again").isEqualTo("a");
        rows.remove(first, each -> {});
        assertThat(first.valueIfHere()).isNull();
        assertThat(rows.get(second)).isSameAs(second);
        assertThat(second.value()).isEqualTo("b");
    }

    /** Whoever never asks for a range must not pay for it with memory. */
    @Test
    void notesDoNotPileUp() {
        WrittenRow stays = row(0, "stays");
        rows.add(stays);
        for (int i = 0; i < 10_000; i++) {
            WrittenRow passing = row(1 + i % (NAMES - 1), "passing");
            rows.add(passing);
            rows.remove(passing, each -> {});
        }
        assertThat(rows.notes()).isLessThan(100);
        rows.remove(stays, each -> {});
        assertThat(rows.notes()).isZero();
    }

    /** One thread adds and reads ranges, as the lane's holder does, and another removes what was handed to it. */
    @Test
    void rangesAreRightWhileRowsAreRemoved() throws Exception {
        ConcurrentLinkedQueue<WrittenRow> durable = new ConcurrentLinkedQueue<>();
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> removing = other.submit(() -> {
                while (!done.get() || !durable.isEmpty()) {
                    WrittenRow row = durable.poll();
                    if (row != null) {
                        rows.remove(row, each -> {});
                    }
                }
            });
            SplittableRandom random = new SplittableRandom(42);
            WrittenRow[] newest = new WrittenRow[NAMES];
            boolean[] handedOver = new boolean[NAMES];
            List<WrittenRow> open = new ArrayList<>();
            for (int i = 0; i < 300_000; i++) {
                int name = random.nextInt(NAMES);
                WrittenRow row = row(name, i);
                rows.add(row);
                newest[name] = row;
                handedOver[name] = false;
                open.add(row);
                if (random.nextInt(8) == 0) {
                    for (WrittenRow each : open) {
                        for (int n = 0; n < NAMES; n++) {
                            handedOver[n] |= newest[n] == each;
                        }
                        durable.add(each);
                    }
                    open.clear();
                }
                if (random.nextInt(4) == 0) {
                    check(newest, handedOver);
                }
            }
            open.forEach(durable::add);
            done.set(true);
            removing.get();
            assertThat(rows.isEmpty()).isTrue();
            assertThat(rows.notes()).isZero();
            assertThat(values(ALL)).isEmpty();
        } finally {
            other.shutdownNow();
        }
    }

    private void check(WrittenRow[] newest, boolean[] mayBeGone) {
        NavigableMap<RowId, WrittenRow> found = rows.within(ALL);
        WrittenRow[] byName = new WrittenRow[NAMES];
        found.values().forEach(row -> byName[name(row)] = row);
        for (int n = 0; n < NAMES; n++) {
            if (byName[n] != null || !mayBeGone[n]) {
                assertThat(byName[n]).isSameAs(newest[n]);
            }
        }
    }

    private List<Object> values(KeyRange range) {
        return rows.within(range).values().stream().map(row -> row.value()).toList();
    }

    private static WrittenRow row(int name, Object value) {
        return new WrittenRow(null, RowId.row(SLOT, rowKey(name)), value, Rig.unsentBatch());
    }

    private static int name(WrittenRow row) {
        byte[] key = row.rowKey();
        return key[key.length - 1];
    }

    private static byte[] rowKey(int index) {
        return RowKeys.stringChunk(7, index);
    }
}
