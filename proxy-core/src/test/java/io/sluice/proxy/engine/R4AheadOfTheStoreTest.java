package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.ReclaimEntry;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.LaggingKvStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * R4 with a store that is behind: what is durable and not visible there stays in memory, and whoever must look at the
 * store alone waits for it.
 */
class R4AheadOfTheStoreTest {
    private static final long NO_CACHE = 0;
    private static final long ID = 77;

    private final MemoryKvStore memory = new MemoryKvStore();
    private final LaggingKvStore store = new LaggingKvStore(memory);
    private final Rig rig = new Rig(store, NO_CACHE, Rig.BUDGET);

    @BeforeEach
    void serve() {
        rig.serve("a");
        store.landAll();
    }

    @AfterEach
    void close() {
        rig.close();
        store.close();
    }

    @Test
    void aReplyLeavesWhenItsChangeIsDurableAndIsReadBeforeItIsVisible() {
        assertThat(rig.set("a", "1").durable()).isEqualTo("OK");
        assertThat(store.behind()).isEqualTo(1);
        assertThat(rig.get("a").durable()).isEqualTo("1");
        assertThat(rig.set("a", "2").durable()).isEqualTo("OK");
        store.land();
        assertThat(rig.get("a").durable()).isEqualTo("2");
        assertThat(rig.slot("a").memory.isAllRetired()).isFalse();
        store.land();
        assertThat(rig.slot("a").memory.isAllRetired()).isTrue();
        assertThat(rig.get("a").durable()).isEqualTo("2");
    }

    /** It keeps its place in memory; the load must find it there, whichever of its batches are visible meanwhile. */
    @Test
    void aHeaderThatIsWrittenAgainOutlivesTheLoadsThatAreOlder() {
        SlotMemory slot = rig.slot("a").memory;
        rig.set("a", "1").durable();
        long lease = slot.openLease();
        store.land();
        assertThat(slot.isAllRetired()).isFalse();
        rig.set("a", "2").durable();
        slot.closeLease(lease);
        assertThat(slot.isAllRetired()).isFalse();
        assertThat(rig.get("a").durable()).isEqualTo("2");
        long later = slot.openLease();
        store.land();
        assertThat(slot.isAllRetired()).isFalse();
        slot.closeLease(later);
        assertThat(slot.isAllRetired()).isTrue();
        assertThat(rig.get("a").durable()).isEqualTo("2");
    }

    @Test
    void aSlotWhoseMemoryWasDroppedIsReadOnceTheStoreHasAll() {
        rig.set("a", "1").durable();
        rig.engine.release(rig.key("a").slot());
        Rig.Call get = rig.get("a");
        rig.home.turn();
        assertThat(get.completed).isFalse();
        store.landAll();
        assertThat(get.durable()).isEqualTo("1");
    }

    /** A loss behind it must not bring back what the store had before. */
    @Test
    void aLostBatchDoesNotUncoverOldValues() {
        rig.set("a", "old").durable();
        store.landAll();
        rig.set("a", "acknowledged").durable();
        rig.home.holdCommits();
        Rig.Call lost = rig.set("a", "lost");
        CommitQueue queue = rig.slot("a").queue;
        store.refuseCommits();
        queue.flush();
        assertThat(lost.gates().failed()).isTrue();
        Rig.Call get = rig.get("a");
        rig.home.turn();
        assertThat(get.completed).isFalse();
        store.landAll();
        assertThat(get.durable()).isEqualTo("acknowledged");
    }

    /** It began before the slot was lost, and asks the store behind what memory has forgotten. */
    @Test
    void whatADoomedRunReadsIsNotKept() {
        try (Rig cached = new Rig(store)) {
            cached.serve("a");
            cached.set("a", "old").durable();
            store.landAll();
            cached.set("a", "acknowledged").durable();
            AtomicBoolean lost = new AtomicBoolean();
            Rig.Call get = cached.call(
                    c -> {
                        if (!lost.getAndSet(true)) {
                            cached.engine.lost(List.of(OwnershipWatch.Owned.of(cached.slot("a"))));
                        }
                        return cached.getBody("a").apply(c);
                    },
                    "a");
            store.landAll();
            assertThat(get.durable()).isEqualTo("acknowledged");
            assertThat(cached.get("a").durable()).isEqualTo("acknowledged");
        }
    }

    /** Whoever keeps it to know whether it is durable would keep what was written later, too. */
    @Test
    void aBatchThatIsVisibleKeepsNoRows() {
        rig.home.holdCommits();
        Batch batch = rig.set("a", "1").gates().batches().get(0);
        rig.slot("a").queue.flush();
        assertThat(batch.isDurable()).isTrue();
        assertThat(batch.rows).hasSize(1);
        store.landAll();
        assertThat(batch.rows).isEmpty();
    }

    @Test
    void reclamationComesAfterTheRowsItDeletes() throws Exception {
        dropChunk("a");
        Thread drain = drain("a");
        store.landAll();
        drain.join();
        store.landAll();
        assertThat(chunkOf("a")).isNull();
    }

    /** A flushed database has something in every slot: what one slot does must not be waited for by the next. */
    @Test
    @Timeout(60)
    void slotsWaitTogetherForReclamation() throws Exception {
        rig.serve("b");
        store.landAll();
        dropChunk("a");
        dropChunk("b");
        assertThat(rig.key("a").slot()).isNotEqualTo(rig.key("b").slot());
        int written = store.behind();
        Thread drain = drain("a", "b");
        for (int i = 0; i < written; i++) {
            store.land();
        }
        drain.join();
        assertThat(store.behind())
                .as("what has taken the entries from their queues")
                .isPositive();
        assertThat(chunkOf("a")).isNull();
        assertThat(chunkOf("b")).isNull();
    }

    private void dropChunk(String key) {
        int slot = rig.key(key).slot();
        rig.call(
                        c -> {
                            c.putRow(slot, RowKeys.stringChunk(ID, 0), Rig.bytes("chunk"));
                            return null;
                        },
                        key)
                .durable();
        rig.call(
                        c -> {
                            var entry = ReclaimEntry.ofString(ID, 1);
                            ((Attempt) c).writeInternal(rig.slot(key), entry.rowKey(), entry.encode());
                            return null;
                        },
                        key)
                .durable();
    }

    private byte[] chunkOf(String key) {
        return memory.get(rig.key(key).slot(), RowKeys.stringChunk(ID, 0))
                .toCompletableFuture()
                .join();
    }

    /** Begins to work on the slots' queues; returns when that waits. */
    private Thread drain(String... keys) {
        Reclaimer reclaimer = new Reclaimer(rig.engine, () -> 1_000_000);
        List<SlotState> slots = Stream.of(keys).map(rig::slot).toList();
        Thread drain = new Thread(() -> reclaimer.drain(slots, () -> false));
        drain.start();
        while (drain.isAlive() && drain.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return drain;
    }
}
