package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KnownSizesTest {
    private static final int KEYS = 50;
    private static final int ROUNDS = 300;

    private final Rig rig = new Rig(new MemoryKvStore(Atomicity.STORE));

    @BeforeEach
    void keys() {
        rig.engine.loadAllSlots();
        for (int i = 0; i < KEYS; i++) {
            rig.set("key" + i, "v").durable();
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private KnownSizes look(int databases) {
        return KnownSizes.of(rig.engine, 0, databases, new Gates());
    }

    private void put(int db, String key) {
        rig.call(
                        c -> {
                            c.put(db, rig.key(key), Rig.string("v"));
                            return null;
                        },
                        key)
                .durable();
    }

    @Test
    void whatEachSlotKnowsIsCountedOnce() {
        put(3, "key0");
        put(3, "other");
        rig.size(0);
        KnownSizes known = look(5);
        assertThat(known.uncounted()).isEmpty();
        assertThat(new long[] {known.keys(0), known.keys(1), known.keys(3)}).containsExactly(KEYS, 0, 2);
        long[] sizes = rig.onKeyspace(0, keyspace -> keyspace.sizes(5));
        assertThat(sizes).containsExactly(KEYS, 0, 0, 2, 0);
    }

    @Test
    void aSlotThatIsAtWorkOrDoesNotKnowIsAskedByItself() {
        rig.size(0);
        SlotState atWork = rig.slot("key0");
        assertThat(atWork.tryAcquire()).isTrue();
        assertThat(look(1).uncounted().toArray()).containsExactly(atWork.slot);
        assertThat(look(1).keys(0)).isEqualTo(KEYS - 1);
        atWork.release();
        assertThat(look(1).uncounted()).isEmpty();
        atWork.count(atWork.databases().generationOf(0)).makeUncertain();
        assertThat(look(1).uncounted().toArray()).containsExactly(atWork.slot);
        assertThat(rig.size(0)).isEqualTo(KEYS);
        assertThat(look(1).uncounted()).isEmpty();
    }

    @Test
    void aSlotThatWasDroppedIsNotCounted() {
        rig.size(0);
        int slot = rig.key("key0").slot();
        rig.engine.release(slot);
        assertThat(look(1).uncounted().toArray()).containsExactly(slot);
    }

    /** Keys that change their names, and slots that are dropped, while they are counted. */
    @Test
    void noCommandIsSeenInPart() {
        rig.set("{k}a", "v").durable();
        Key a = rig.key("{k}a");
        Key b = rig.key("{k}b");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
            for (int i = 0; !over.get(); i++) {
                Key from = i % 2 == 0 ? a : b;
                Key to = i % 2 == 0 ? b : a;
                rig.overKeyspace(
                        0,
                        keyspace -> keyspace.inSlot(a.slot(), c -> {
                            c.rename(0, from, 0, to);
                            return true;
                        }));
                if (i % 16 == 0) {
                    rig.engine.release(a.slot());
                }
            }
        });
        try {
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(rig.size(0)).isEqualTo(KEYS + 1);
            }
        } finally {
            over.set(true);
            others.join();
        }
    }
}
