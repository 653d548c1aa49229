package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.kv.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortedRowsTest {
    private static final long ID = -3;
    private static final KeyRange ALL = RowKeys.rangeOf(RowKind.ELEMENT, ID);

    private final TreeMap<byte[], Row> model = new TreeMap<>(Arrays::compareUnsigned);
    private final SortedRows rows = new SortedRows();

    private interface Keys {
        byte[] next(SplittableRandom random);
    }

    /** Few hashes give keys whose heads are equal or shorter than a head; many rows give many blocks. */
    @ParameterizedTest
    @CsvSource({"1,4,2,3000", "2,-1,1,20000", "3,40,3,20000", "4,100000,0,20000"})
    void isATreeOfKeys(long seed, int hashes, int nameBytes, int moves) {
        isATreeOf(random -> key(random, hashes, nameBytes), seed, moves);
    }

    /** All but a few begin alike for longer than a head is; those few come before and behind all, or end within what is alike. */
    @ParameterizedTest
    @CsvSource({"1,0,20000", "2,3000,20000", "3,300,20000", "4,30,20000", "5,3000,100000"})
    void isATreeOfKeysThatBeginAlike(long seed, int oneOfThatManyDiffers, int moves) {
        isATreeOf(random -> similarKey(random, oneOfThatManyDiffers), seed, moves);
    }

    /** What all first rows begin with is longer than the row that comes before them, whose block has no room. */
    @Test
    void aShortKeyComesBeforeAFullBlock() {
        for (int i = 0; i < 10 * RowBlock.MOST; i++) {
            put(RowKeys.element(ID, 7, ("a long beginning, " + (10_000 + i)).getBytes(StandardCharsets.US_ASCII)));
        }
        put(RowKeys.element(ID, 7, "a".getBytes(StandardCharsets.US_ASCII)));
        put(RowKeys.element(ID, 7, new byte[0]));
        compare(ALL.from(), ALL.to(), false, Integer.MAX_VALUE);
        model.keySet().forEach(key -> assertThat(rows.get(key)).isSameAs(valueOf(model.get(key))));
    }

    private void put(byte[] key) {
        byte[] value = {1};
        assertThat(rows.put(key, value)).isSameAs(valueOf(model.put(key, new Row(key, value))));
    }

    private static byte[] similarKey(SplittableRandom random, int oneOfThatManyDiffers) {
        byte[] name = "a beginning longer than a head: 000000".getBytes(StandardCharsets.US_ASCII);
        byte[] number = Integer.toString(random.nextInt(random.nextInt(3) == 0 ? 200_000 : 300))
                .getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(number, 0, name, name.length - number.length, number.length);
        if (oneOfThatManyDiffers > 0 && random.nextInt(oneOfThatManyDiffers) == 0) {
            switch (random.nextInt(3)) {
                case 0 -> name = Arrays.copyOf(name, random.nextInt(name.length));
                case 1 -> name[random.nextInt(name.length)]++;
                default -> name[random.nextInt(name.length)]--;
            }
        }
        return RowKeys.element(ID, 7, name);
    }

    private void isATreeOf(Keys keys, long seed, int moves) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] readLast = keys.next(random);
        for (int i = 0; i < moves; i++) {
            // Grows, and shrinks again to nothing.
            boolean removes = random.nextInt(100) < (i < moves / 2 ? 30 : 75);
            byte[] key = removes && random.nextBoolean() && !model.isEmpty()
                    ? nearest(keys.next(random))
                    : random.nextInt(3) == 0 ? readLast : keys.next(random);
            if (removes) {
                assertThat(rows.remove(key)).isSameAs(valueOf(model.remove(key)));
            } else {
                byte[] value = {(byte) i};
                assertThat(rows.put(key, value)).isSameAs(valueOf(model.put(key, new Row(key, value))));
            }
            assertThat(rows.size()).isEqualTo(model.size());
            byte[] other = !model.isEmpty() && random.nextBoolean() ? nearest(keys.next(random)) : keys.next(random);
            readLast = other;
            assertThat(rows.get(other)).isSameAs(valueOf(model.get(other)));
            if (i % 10 == 0) {
                byte[] from = random.nextInt(10) == 0 ? ALL.from() : keys.next(random);
                byte[] to = random.nextInt(10) == 0 ? ALL.to() : keys.next(random);
                if (Arrays.compareUnsigned(from, to) < 0) {
                    compare(from, to, random.nextBoolean(), 1 + random.nextInt(400));
                }
            }
        }
        compare(ALL.from(), ALL.to(), false, Integer.MAX_VALUE);
    }

    private static byte[] valueOf(Row row) {
        return row == null ? null : row.value();
    }

    private byte[] nearest(byte[] key) {
        Map.Entry<byte[], Row> found = model.ceilingEntry(key);
        return found == null ? model.firstKey() : found.getKey();
    }

    private static byte[] key(SplittableRandom random, int hashes, int nameBytes) {
        byte[] name = new byte[random.nextInt(nameBytes + 1)];
        random.nextBytes(name);
        return RowKeys.element(ID, hashes < 0 ? random.nextInt() : random.nextInt(hashes), name);
    }

    private void compare(byte[] from, byte[] to, boolean reverse, int limit) {
        NavigableMap<byte[], Row> range = model.subMap(from, true, to, false);
        List<Row> wanted = (reverse ? range.descendingMap() : range)
                .values().stream().limit(limit).toList();
        List<Row> found = new ArrayList<>();
        boolean all = rows.copy(from, to, reverse, limit, found);
        assertThat(found)
                .usingElementComparator((a, b) -> a.value() == b.value() && Arrays.equals(a.key(), b.key()) ? 0 : 1)
                .isEqualTo(wanted);
        assertThat(all).isEqualTo(range.size() <= limit);
        List<Row> forward = List.copyOf(range.values());
        for (int index : new int[] {0, limit / 4, limit - 1, forward.size() - 1, forward.size()}) {
            Row row = index < 0 ? null : rows.at(from, to, index);
            assertThat(valueOf(row))
                    .isSameAs(index >= 0 && index < forward.size() ? valueOf(forward.get(index)) : null);
        }
    }
}
