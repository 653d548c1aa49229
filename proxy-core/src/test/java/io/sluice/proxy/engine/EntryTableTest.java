package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTableTest {
    private static final int WEIGHT = 100;
    private static final long ROOM_FOR_ALL = 1L << 30;
    private static final byte[] VALUE = {'x'};

    /** With one shard, and with as many as there can be. */
    @Property(tries = 200)
    void findsWhatWasPutAndNotRemoved(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int names, @ForAll boolean oneShard) {
        EntryTable table = new EntryTable(oneShard ? 16L << 20 : ROOM_FOR_ALL);
        Map<RowId, CacheEntry> expected = new HashMap<>();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            RowId name = name(random.nextInt(names));
            CacheEntry before = expected.get(name);
            switch (random.nextInt(4)) {
                case 0 -> {
                    table.remove(name);
                    expected.remove(name);
                    assertThat(before == null || before.hasLeft()).isTrue();
                }
                case 1 -> assertThat(table.get(name)).isSameAs(before);
                default -> {
                    CacheEntry entry = entry(name, 1 + random.nextInt(WEIGHT));
                    table.put(entry);
                    expected.put(name, entry);
                    assertThat(before == null || before.hasLeft()).isTrue();
                }
            }
        }
        assertThat(found(table)).isEqualTo(new HashSet<>(expected.values()));
        assertThat(found(table)).noneMatch(CacheEntry::hasLeft);
        assertThat(table.size()).isEqualTo(expected.size());
        assertThat(table.weight()).isEqualTo(weightOf(expected.values()));
    }

    @Property(tries = 200)
    void weighsNoMoreThanItMay(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5_000) int most) {
        EntryTable table = new EntryTable(most);
        List<CacheEntry> all = new ArrayList<>();
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            RowId name = name(random.nextInt(200));
            if (random.nextBoolean()) {
                table.get(name);
            } else if (random.nextInt(10) == 0) {
                table.remove(name);
            } else {
                CacheEntry entry = entry(name, 1 + random.nextInt(2 * WEIGHT));
                table.put(entry);
                all.add(entry);
            }
            assertThat(table.weight()).isLessThanOrEqualTo(most);
        }
        Set<CacheEntry> found = found(table);
        assertThat(all).allSatisfy(entry -> assertThat(entry.hasLeft()).isEqualTo(!found.contains(entry)));
        assertThat(table.size()).isEqualTo(found.size());
        assertThat(table.weight()).isEqualTo(weightOf(found));
    }

    @Test
    void whatIsTooHeavyPushesNothingOut() {
        EntryTable table = new EntryTable(10 * WEIGHT);
        putAll(table, 0, 5);
        CacheEntry heavy = entry(name(3), 10 * WEIGHT + 1);
        table.put(heavy);
        assertThat(heavy.hasLeft()).isTrue();
        assertThat(table.getQuietly(name(3))).as("of before").isNull();
        assertThat(table.size()).isEqualTo(4);
    }

    @Test
    void whatIsAskedForStays() {
        EntryTable table = new EntryTable(100 * WEIGHT);
        putAll(table, 0, 100);
        IntStream.range(0, 50).forEach(i -> table.get(name(2 * i)));
        putAll(table, 100, 150);
        assertThat(IntStream.range(0, 100).filter(i -> table.getQuietly(name(i)) != null))
                .as("every other one was asked for")
                .hasSize(50)
                .allMatch(i -> i % 2 == 0);
    }

    @Test
    void whatIsLookedAtQuietlyDoesNot() {
        EntryTable table = new EntryTable(100 * WEIGHT);
        putAll(table, 0, 100);
        IntStream.range(0, 50).forEach(i -> table.getQuietly(name(i)));
        putAll(table, 100, 150);
        assertThat(IntStream.range(0, 50)).noneMatch(i -> table.getQuietly(name(i)) != null);
    }

    /** Ten times as many keys as there is room for come by, each once, while a tenth of the room is asked for now and then. */
    @Test
    void whoWalksThroughAllKeysPushesOutNothingThatIsUsed() {
        EntryTable table = new EntryTable(1_000 * WEIGHT);
        putAll(table, 0, 1_000);
        IntStream.range(0, 100).forEach(i -> table.get(name(i)));
        int misses = 0;
        for (int i = 0; i < 10_000; i++) {
            putAll(table, 1_000 + i, 1_001 + i);
            misses += table.get(name(i % 100)) == null ? 1 : 0;
        }
        assertThat(misses).isZero();
    }

    @Test
    void takesTheMarkOfWhatItReplaces() {
        EntryTable table = new EntryTable(2 * WEIGHT);
        putAll(table, 0, 2);
        table.get(name(0));
        table.put(entry(name(0), WEIGHT));
        putAll(table, 2, 3);
        assertThat(table.getQuietly(name(0))).isNotNull();
        assertThat(table.getQuietly(name(1))).isNull();
    }

    /** Others come and leave in the same chains, and the arrays grow, several times. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsThereIsAlwaysFound(int writers) {
        AtomicBoolean stopped = new AtomicBoolean();
        for (int round = 0; round < 20; round++) {
            EntryTable table = new EntryTable(16L << 20);
            putAll(table, 0, 20);
            stopped.set(false);
            List<CompletableFuture<Void>> writing = IntStream.range(0, writers)
                    .mapToObj(writer -> CompletableFuture.runAsync(() -> comeAndGo(table, writer, stopped)))
                    .toList();
            try {
                for (int i = 0; i < 20_000; i++) {
                    RowId name = name(i % 20);
                    CacheEntry found = table.get(name);
                    assertThat(found != null && found.id.equals(name)).isTrue();
                }
                Set<RowId> names = new HashSet<>();
                table.forEach(names::add);
                assertThat(names)
                        .contains(IntStream.range(0, 20)
                                .mapToObj(EntryTableTest::name)
                                .toArray(RowId[]::new));
            } finally {
                stopped.set(true);
                writing.forEach(CompletableFuture::join);
            }
        }
    }

    /** More of them with each turn, up to some thousands. */
    private static void comeAndGo(EntryTable table, int writer, AtomicBoolean stopped) {
        int from = 100 + writer * 100_000;
        for (int many = 10; !stopped.get(); many = Math.min(5_000, 2 * many)) {
            putAll(table, from, from + many);
            for (int i = from; i < from + many; i += 2) {
                table.remove(name(i));
            }
        }
    }

    private static void putAll(EntryTable table, int from, int to) {
        for (int i = from; i < to; i++) {
            table.put(entry(name(i), WEIGHT));
        }
    }

    private static Set<CacheEntry> found(EntryTable table) {
        Set<CacheEntry> found = new HashSet<>();
        table.forEach(name -> found.add(table.getQuietly(name)));
        return found;
    }

    private static long weightOf(Iterable<CacheEntry> entries) {
        long weight = 0;
        for (CacheEntry entry : entries) {
            weight += entry.weight;
        }
        return weight;
    }

    private static CacheEntry entry(RowId name, int weight) {
        return new CacheEntry(name, weight, VALUE);
    }

    private static RowId name(int number) {
        return RowId.row(0, Rig.bytes("k" + number));
    }
}
