package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.LaggingKvStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** R4 and R5 for rows that stand in an extent alone while they are pending. */
class ExtentWritesTest {
    private static final String TAG = "{t}";
    private static final int ROWS = 10;

    private final StepStore steps = new StepStore(new MemoryKvStore());
    private final LaggingKvStore store = new LaggingKvStore(steps);
    private final Rig rig = new Rig(store);
    private final int slot = rig.key(TAG).slot();
    private MadeCollection rows;

    @BeforeEach
    void make() {
        rig.serve(TAG);
        rows = new MadeCollection(rig, TAG, ROWS);
        store.landAll();
    }

    @AfterEach
    void close() {
        rig.close();
        store.close();
    }

    private Rig.Call read(int index) {
        return rig.call(
                c -> {
                    byte[] value = c.row(slot, rows.rowKey(index));
                    return value == null ? null : new String(value);
                },
                TAG);
    }

    private SlotMemory memory() {
        return rig.slot(TAG).memory;
    }

    private long requests() {
        return rig.engine.core().reads().requests();
    }

    private void letGo() {
        rig.engine.core().extents().clear();
    }

    @Test
    void whatIsPendingStandsNowhereElse() {
        rows.put(1, "new").durable();
        rows.put(2, null).durable();
        assertThat(memory().isAllRetired()).isFalse();
        assertThat(memory().written(RowId.row(slot, rows.rowKey(1)))).isNull();
        assertThat(read(1).durable()).isEqualTo("new");
        assertThat(read(2).durable()).isNull();
        store.landAll();
        assertThat(memory().isAllRetired()).isTrue();
        assertThat(read(1).durable()).isEqualTo("new");
    }

    @Test
    void whatIsNotVisibleIsNotLetGo() {
        rows.put(1, "new").durable();
        rows.put(2, null).durable();
        letGo();
        long before = requests();
        assertThat(read(1).durable()).isEqualTo("new");
        assertThat(read(2).durable()).isNull();
        assertThat(requests()).isEqualTo(before);
        store.landAll();
        assertThat(read(1).durable()).isEqualTo("new");
        assertThat(read(2).durable()).isNull();
        assertThat(requests()).isGreaterThan(before);
    }

    /** Else it would stay as long as it is written to. */
    @Test
    void whatIsToBeLetGoIsNotKeptByFurtherWrites() {
        rows.put(1, "new").durable();
        letGo();
        rows.put(1, "newer").durable();
        rows.put(3, "3").durable();
        assertThat(memory().written(RowId.row(slot, rows.rowKey(1)))).isNotNull();
        assertThat(read(1).durable()).isEqualTo("newer");
        store.land();
        long before = requests();
        assertThat(read(1).durable()).isEqualTo("newer");
        assertThat(requests()).isEqualTo(before);
        assertThat(read(4).durable()).isEqualTo("old");
        assertThat(requests()).isGreaterThan(before);
        store.landAll();
        assertThat(memory().isAllRetired()).isTrue();
        assertThat(read(1).durable()).isEqualTo("newer");
        assertThat(read(3).durable()).isEqualTo("3");
    }

    @Test
    void aLoadThatIsOlderKeepsIt() {
        long lease = memory().openLease();
        rows.put(1, "new").durable();
        store.landAll();
        letGo();
        long before = requests();
        assertThat(memory().isAllRetired()).isFalse();
        assertThat(read(1).durable()).isEqualTo("new");
        assertThat(requests()).isEqualTo(before);
        memory().closeLease(lease);
        assertThat(memory().isAllRetired()).isTrue();
        assertThat(read(1).durable()).isEqualTo("new");
        assertThat(requests()).isGreaterThan(before);
    }

    /** Not for what others have written of the collection. */
    @Test
    void aReaderWaitsForTheBatchThatHasWrittenTheRow() {
        rig.home.holdCommits();
        Rig.Call put = rows.put(1, "new");
        assertThat(put.gates().isOpen()).isFalse();
        assertThat(read(1).gates().isOpen()).isFalse();
        assertThat(read(2).gates().isOpen()).isTrue();
        assertThat(rig.call(c -> c.range(slot, rows.rowKey(0), rows.rowKey(ROWS), false, ROWS, false), TAG)
                        .gates()
                        .isOpen())
                .isFalse();
        rig.home.commit();
        assertThat(read(1).gates().isOpen()).isTrue();
    }

    @Test
    void aReaderWaitsForWhatStandsAmongTheWrittenRowsAsWell() {
        rows.put(1, "new").durable();
        letGo();
        rig.home.holdCommits();
        rows.put(3, "3");
        assertThat(read(3).gates().isOpen()).isFalse();
    }

    /** A run that began before, and suspended, brings what was there before. */
    @Test
    void whatTheCacheHasOfTheIdFromBeforeIsNotFoundLater() {
        byte[][] key = new byte[1][];
        rig.call(
                        c -> {
                            long made = c.newId(slot);
                            key[0] = RowKeys.element(made, 1, new byte[] {1});
                            byte[] there = c.row(slot, key[0]);
                            c.putRow(slot, RowKeys.element(made, 2, new byte[] {2}), new byte[] {2});
                            return there;
                        },
                        TAG)
                .durable();
        rig.call(
                        c -> {
                            c.putRow(slot, key[0], Rig.bytes("new"));
                            return null;
                        },
                        TAG)
                .durable();
        store.landAll();
        letGo();
        Object found = rig.call(c -> c.row(slot, key[0]), TAG).durable();
        assertThat(found).isEqualTo(Rig.bytes("new"));
    }

    /** Reads all rows as often as it takes until they are kept. */
    private void readAll() {
        KeyRange all = RowKeys.rangeOf(RowKind.ELEMENT, rows.id());
        for (int i = 0; i < 4; i++) {
            rig.call(c -> c.range(slot, all.from(), all.to(), false, 2 * ROWS, false), TAG)
                    .outcome();
        }
    }

    /** A collection that was read, not made: of that the cache of rows may have some. */
    @Test
    void whatTheCacheHasOfARowIsNotFoundLater() {
        letGo();
        assertThat(read(1).durable()).isEqualTo("old");
        assertThat(rig.engine.core().cache().find(RowId.row(slot, rows.rowKey(1))))
                .isNotNull();
        readAll();
        rows.put(1, "new").durable();
        assertThat(memory().written(RowId.row(slot, rows.rowKey(1)))).isNull();
        store.landAll();
        letGo();
        assertThat(read(1).durable()).isEqualTo("new");
    }

    /** What was written before all rows were known moves to the cache when it is visible, unless it was written again. */
    @Test
    void whatStandsAmongTheWrittenRowsIsReplacedThere() {
        letGo();
        rows.put(1, "new").durable();
        readAll();
        rows.put(2, "new");
        assertThat(memory().written(RowId.row(slot, rows.rowKey(2)))).isNull();
        rows.put(1, "newer").durable();
        assertThat(memory().written(RowId.row(slot, rows.rowKey(1)))).isNotNull();
        store.landAll();
        letGo();
        assertThat(read(1).durable()).isEqualTo("newer");
        assertThat(read(2).durable()).isEqualTo("new");
    }

    /** It was asked for before all rows were known, and its answer comes when the row has another value. */
    @Test
    void whatALateLoadBringsIsNotFoundLater() {
        letGo();
        steps.stepping(true);
        Rig.Call late = read(1);
        assertThat(steps.steps()).isEqualTo(1);
        steps.step(0); // takes effect; the answer, which is the only step now, stays away
        steps.stepping(false);
        readAll();
        rows.put(1, "new").durable();
        assertThat(memory().written(RowId.row(slot, rows.rowKey(1)))).isNull();
        store.landAll();
        steps.step(0);
        assertThat(late.durable()).isEqualTo("new");
        letGo();
        assertThat(read(1).durable()).isEqualTo("new");
    }

    @Test
    void aLostBatchLeavesNothing() {
        rows.put(1, "acknowledged").durable();
        rig.home.holdCommits();
        Rig.Call lost = rows.put(1, "lost");
        CommitQueue queue = rig.slot(TAG).queue;
        store.refuseCommits();
        queue.flush();
        assertThat(lost.gates().failed()).isTrue();
        assertThat(memory().isAllRetired()).isTrue();
        store.landAll();
        assertThat(read(1).durable()).isEqualTo("acknowledged");
    }

    /** The pins of a lost batch stay; nobody must wait for them. */
    @Test
    void whatWasDroppedIsNotWaitedFor() {
        ExtentCache cache = new ExtentCache(8);
        Extent extent = new Extent(new Extent.Name(RowKind.ELEMENT, rows.id()), new Extents(cache), true);
        KeyRange all = extent.name.keys();
        extent.begin(false).cover(all.from(), all.to());
        assertThat(extent.writes(rig.slot(TAG), new Batch(rig.slot(TAG).queue, 1)))
                .isNotNull();
        extent.letGo();
        assertThat(cache.mayPin()).isFalse();
        extent.drop();
        extent.letGo();
        assertThat(cache.mayPin()).isTrue();
    }

    @Test
    void aRowThatABatchWritesTwiceIsSentOnce() {
        rig.home.holdCommits();
        Batch batch = rows.put(1, "a").gates().batches().get(0);
        rows.put(1, null);
        rows.put(2, "b");
        rows.put(1, "c");
        assertThat(batch.size).isEqualTo(2);
        assertThat(batch.bytes)
                .isEqualTo(WrittenRow.bytes(RowId.row(slot, rows.rowKey(1)), Rig.bytes("c"))
                        + WrittenRow.bytes(RowId.row(slot, rows.rowKey(2)), Rig.bytes("b")));
        rig.home.commit();
        store.landAll();
        letGo();
        assertThat(read(1).durable()).isEqualTo("c");
        assertThat(read(2).durable()).isEqualTo("b");
    }
}
