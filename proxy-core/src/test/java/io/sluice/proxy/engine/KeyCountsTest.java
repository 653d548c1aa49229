package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Databases;
import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyCountsTest {
    private static final int GENERATIONS = 6;
    private static final int RETIRED = 70_000;

    /** What happens to a generation: keys come or go, are counted, or may have come, or its database is flushed. */
    enum What {
        ONE_MORE,
        ONE_LESS,
        UNCERTAIN,
        COUNTED,
        RETIRED
    }

    @Property
    void theCountOfThoseThatMayHaveKeysIsThatOfTheCounts(
            @ForAll @Size(max = 6) Set<@IntRange(max = GENERATIONS - 1) Integer> occupied,
            @ForAll @Size(max = 60) What[] what,
            @ForAll @Size(60) List<@IntRange(max = GENERATIONS - 1) Integer> where,
            @ForAll @Size(60) List<@IntRange(max = 2) Integer> counted) {
        KeyCounts counts = KeyCounts.of(occupied, Databases.INITIAL);
        Map<Integer, @Nullable Long> model = new HashMap<>(); // null: not known
        occupied.forEach(generation -> model.put(generation, null));
        for (int i = 0; i < what.length; i++) {
            int generation = where.get(i);
            Long known = model.containsKey(generation) ? model.get(generation) : Long.valueOf(0);
            switch (what[i]) {
                case ONE_MORE -> {
                    counts.of(generation).add(1);
                    model.put(generation, known == null ? null : known + 1);
                }
                case ONE_LESS -> {
                    if (known == null || known > 0) {
                        counts.of(generation).add(-1);
                        model.put(generation, known == null ? null : known - 1);
                    }
                }
                case UNCERTAIN -> {
                    counts.of(generation).makeUncertain();
                    model.put(generation, null);
                }
                case COUNTED -> {
                    counts.of(generation).set(counted.get(i));
                    model.put(generation, (long) counted.get(i));
                }
                case RETIRED -> {
                    counts.retire(generation);
                    model.remove(generation);
                }
            }
            int maybe = 0;
            for (int each = 0; each < GENERATIONS; each++) {
                boolean empty = !model.containsKey(each) || Long.valueOf(0).equals(model.get(each));
                assertThat(counts.knownEmpty(each)).isEqualTo(empty);
                maybe += empty ? 0 : 1;
            }
            assertThat(counts.maybeOccupied()).isEqualTo(maybe);
        }
        model.forEach((generation, keys) -> {
            assertThat(counts.of(generation).isCertain()).isEqualTo(keys != null);
            if (keys != null) {
                assertThat(counts.of(generation).keys()).isEqualTo(keys);
            }
        });
    }

    @Test
    void whatNoDatabaseHasIsNotAmongThem() {
        Databases flushed = Databases.INITIAL.with(0, RETIRED);
        KeyCounts counts = KeyCounts.of(Set.of(0, 1, RETIRED, RETIRED - 1), flushed);
        assertThat(counts.maybeOccupied()).isEqualTo(2);
        assertThat(counts.knownEmpty(1)).isFalse();
        assertThat(counts.knownEmpty(RETIRED)).isFalse();
        assertThat(counts.knownEmpty(2)).isTrue();
    }

    @Test
    void aCountThatSomebodyHasKeptChangesNothingOnceItIsRetired() {
        KeyCounts counts = KeyCounts.of(Set.of(1), Databases.INITIAL);
        KeyCount kept = counts.of(1);
        counts.retire(1);
        kept.add(5);
        kept.makeUncertain();
        kept.set(0);
        assertThat(counts.maybeOccupied()).isZero();
        assertThat(counts.size()).isZero();
    }

    @Test
    void whereTooMuchIsThereToLookAtOnlyWhatWasDrawnHereIsKnown() {
        Databases databases = Databases.INITIAL.with(3, RETIRED);
        for (KeyCounts counts : new KeyCounts[] {KeyCounts.of(null, databases), KeyCounts.unknown()}) {
            counts.of(0).set(0);
            assertThat(counts.maybeOccupied()).isEqualTo(KeyCounts.ANY);
            assertThat(counts.knownEmpty(0)).isTrue();
            assertThat(counts.knownEmpty(1)).isFalse();
            assertThat(counts.knownEmpty(RETIRED)).isFalse();
        }
        assertThat(KeyCounts.of(null, databases).knownEmpty(RETIRED + 1)).isTrue();
        assertThat(KeyCounts.unknown().knownEmpty(RETIRED + 1)).isFalse();
    }

    @Test
    void flushesLeaveNoCountsBehind() {
        try (Rig rig = new Rig(new MemoryKvStore(Atomicity.STORE))) {
            SlotState slot = rig.slot("key");
            for (int i = 0; i < 20; i++) {
                rig.set("key", "v").durable();
                assertThat(slot.counts().maybeOccupied()).isOne();
                int db = i % 2 == 0 ? 0 : -1;
                rig.onKeyspace(0, keyspace -> {
                    keyspace.flush(db);
                    return true;
                });
                assertThat(slot.counts().maybeOccupied()).isZero();
                assertThat(slot.counts().size()).isLessThanOrEqualTo(1);
                assertThat(rig.size(0)).isZero();
            }
        }
    }
}
