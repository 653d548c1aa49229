package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowCacheTest {
    private static final int SMALL = 100_000;
    private static final int ROW_BYTES = 256;

    private static final List<Header> VALUES = IntStream.range(0, 10)
            .mapToObj(i -> Header.of(ValueEncoding.STRING_INT, Rig.bytes("" + i)))
            .toList();

    private final RowCache cache = new RowCache(SMALL, RowCache.ALL_WRITES);

    @Test
    void aNameThatWasFoundLeadsToTheEntry() {
        RowId name = id("k");
        cache.write(name, value(1));
        CacheEntry found = cache.find(id("k"));
        assertThat(found).isNotNull();
        assertThat(found.id).isSameAs(name);
        cache.write(found.id, value(2));
        assertThat(cache.find(id("k"))).isSameAs(found);
        assertThat(found.value()).isEqualTo(value(2));
        cache.write(found.id, Header.of(ValueEncoding.STRING_RAW, new byte[1000])); // too large for the entry
        assertThat(cache.find(id("k"))).isNotSameAs(found);
        assertThat(cache.entries()).isEqualTo(1);
    }

    /** A written row leads to its batch and to others of its chain. */
    @Test
    void aWrittenRowIsNotKeptAsAName() {
        WrittenRow row = new WrittenRow(null, id("k"), value(1), Rig.unsentBatch());
        cache.write(row, row.value());
        CacheEntry found = cache.find(id("k"));
        assertThat(found.id).isEqualTo(row).isNotInstanceOf(WrittenRow.class);
        assertThat(row.cached()).isNull();
        assertThat(cache.find(row)).isSameAs(found);
    }

    @Test
    void aNameDoesNotLeadToAnEntryThatHasLeft() {
        RowId asked = id("k");
        cache.write(id("k"), value(1));
        assertThat(cache.find(asked)).isNotNull();
        cache.clear();
        assertThat(cache.find(asked)).isNull();
        cache.write(id("k"), value(2));
        assertThat(cache.get(asked)).isEqualTo(value(2));
    }

    @Test
    void anEvictedEntrySwallowsNoChangeOfTheRowThatCameBack() {
        leavesNothingBehind((cache, name) -> {
            for (int i = 0; i < 5_000; i++) {
                RowId other = id("other" + i % 2_000);
                cache.write(other, value(i));
                cache.get(other);
            }
        });
    }

    @Test
    void norDoesOneOfASlotThatWasDropped() {
        leavesNothingBehind((cache, name) -> cache.dropSlots(slots(name.slot())));
    }

    @Test
    void theSlotsThatAreDroppedLoseTheirRowsAndNoOthers() {
        RowId[] names = IntStream.range(0, 4).mapToObj(RowCacheTest::idIn).toArray(RowId[]::new);
        for (RowId name : names) {
            cache.write(name, value(1));
        }
        cache.dropSlots(slots(1, 3));
        assertThat(names).extracting(name -> cache.get(name) != null).containsExactly(true, false, true, false);
        assertThat(cache.sweeps()).isEqualTo(1);
    }

    @Test
    void norDoesOneOfACacheThatWasCleared() {
        leavesNothingBehind((cache, name) -> cache.clear());
    }

    @Test
    void whatIsOnlyWrittenTakesHalf() {
        RowCache cache = thatLetsNothingMoreIn();
        assertThat(cache.bytes()).isBetween(SMALL / 2L, SMALL / 2L + ROW_BYTES);
    }

    @Test
    void whatReadersLackLetsWritesIn() {
        RowCache cache = thatLetsNothingMoreIn();
        long before = cache.entries();
        RowId lacking = id("w0999");
        assertThat(cache.get(lacking)).isNull();
        cache.load(lacking, value(999));
        writeMany(cache, "v");
        assertThat(cache.entries() - before).isBetween(RowCache.SOME_WRITES - 1L, RowCache.SOME_WRITES + 2L);
        assertThat(cache.get(id("v0000"))).isEqualTo(value(0));
    }

    @Test
    void whatIsNowhereLetsNothingInButItself() {
        RowCache cache = thatLetsNothingMoreIn();
        long before = cache.entries();
        RowId asked = id("a");
        cache.load(asked, RowValue.ABSENT);
        writeMany(cache, "v");
        assertThat(cache.entries()).isEqualTo(before + 1);
        cache.write(id("a"), value(1));
        assertThat(cache.get(asked)).isEqualTo(value(1));
    }

    @Test
    void aRowThatIsHereHasWhatIsWritten() {
        RowCache cache = new RowCache(SMALL, RowCache.SOME_WRITES);
        cache.load(id("a"), value(1));
        writeMany(cache, "w");
        cache.write(id("a"), value(2));
        assertThat(cache.get(id("a"))).isEqualTo(value(2));
        cache.refresh(id("a"), value(3));
        assertThat(cache.get(id("a"))).isEqualTo(value(3));
        cache.refresh(id("b"), value(3));
        assertThat(cache.get(id("b"))).isNull();
    }

    @Test
    void overANetworkAllThatIsWrittenIsLetIn() {
        writeMany(cache, "w");
        assertThat(cache.bytes()).isGreaterThan(SMALL * 3L / 4);
    }

    /** Has rows whose keys begin with a w. */
    private static RowCache thatLetsNothingMoreIn() {
        RowCache cache = new RowCache(SMALL, RowCache.SOME_WRITES);
        writeMany(cache, "w");
        return cache;
    }

    private static void writeMany(RowCache cache, String start) {
        for (int i = 0; i < 1_000; i++) {
            cache.write(id(start + String.format("%04d", i)), value(i));
        }
    }

    private void leavesNothingBehind(BiConsumer<RowCache, RowId> eviction) {
        RowId first = id("k");
        cache.write(first, value(1));
        eviction.accept(cache, first);
        assertThat(cache.get(first)).isNull();
        cache.write(id("k"), value(2)); // was loaded, by a command that has a name of its own
        cache.write(first, value(3));
        assertThat(cache.get(id("k"))).isEqualTo(value(3));
        assertThat(cache.get(first)).isEqualTo(value(3));
    }

    private static RowId id(String key) {
        return RowId.header(0, new KeyHasher(1).key(Rig.bytes(key)));
    }

    private static BitSet slots(int... numbers) {
        BitSet slots = new BitSet();
        IntStream.of(numbers).forEach(slots::set);
        return slots;
    }

    private static RowId idIn(int slot) {
        return id(Rig.keyIn(slot, "k"));
    }

    /** Of the same size, so that an entry takes it; made once. */
    private static Header value(int number) {
        return VALUES.get(number % VALUES.size());
    }
}
