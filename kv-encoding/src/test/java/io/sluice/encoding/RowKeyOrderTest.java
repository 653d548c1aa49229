package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The order of row keys as unsigned bytes is the order in which the rows mean to be read. */
class RowKeyOrderTest {
    private record Named<T>(T meaning, byte[] rowKey) {}

    private record Scored(double score, byte[] member) {}

    private record Timed(int generation, long time, int hash) {}

    private record Hashed(int generation, int hash) {}

    @Test
    void namesSortAsBytesAndBeforeThoseThatTheyBegin() {
        assertThat(Interesting.NAMES).isSortedAccordingTo(Arrays::compareUnsigned);
        List<Named<byte[]>> rows = new ArrayList<>();
        for (byte[] name : Interesting.NAMES) {
            rows.add(new Named<>(name, RowKeys.score(1, 2, name)));
        }
        assertAllPairs(rows, Arrays::compareUnsigned);
    }

    @Test
    void membersSortByScoreThenByName() {
        List<Named<Scored>> rows = new ArrayList<>();
        for (double score : Interesting.DOUBLES) {
            for (byte[] member : Interesting.NAMES) {
                rows.add(new Named<>(new Scored(score + 0.0, member), RowKeys.score(7, score, member)));
            }
        }
        assertAllPairs(
                rows, Comparator.comparingDouble(Scored::score).thenComparing(Scored::member, Arrays::compareUnsigned));
    }

    @Property
    void anyTwoMembersSortByScoreThenByName(
            @ForAll double aScore,
            @ForAll double bScore,
            @ForAll @From("names") byte[] a,
            @ForAll @From("names") byte[] b) {
        boolean sharePrefix = a.length > 1024 && b.length > 1024 && Arrays.equals(a, 0, 1024, b, 0, 1024);
        Assume.that(!sharePrefix);
        int byName = Integer.signum(Arrays.compareUnsigned(a, b));
        assertThat(compare(RowKeys.score(1, aScore, a), RowKeys.score(1, aScore, b)))
                .isEqualTo(byName);
        int byScore = aScore < bScore ? -1 : aScore > bScore ? 1 : byName;
        assertThat(compare(RowKeys.score(1, aScore, a), RowKeys.score(1, bScore, b)))
                .isEqualTo(byScore);
    }

    @Provide
    Arbitrary<byte[]> names() {
        return Names.any();
    }

    @Test
    void headersSortByGenerationThenByHashBothUnsigned() {
        List<Named<Hashed>> rows = new ArrayList<>();
        for (int generation : Interesting.INTS) {
            for (int hash : Interesting.INTS) {
                rows.add(new Named<>(new Hashed(generation, hash), RowKeys.header(generation, hash, new byte[] {9})));
            }
        }
        assertAllPairs(
                rows,
                Comparator.comparing(Hashed::generation, Integer::compareUnsigned)
                        .thenComparing(Hashed::hash, Integer::compareUnsigned));
    }

    @Test
    void expiriesSortByGenerationThenByTimeThenByHash() {
        List<Named<Timed>> rows = new ArrayList<>();
        for (int generation : new int[] {0, 1, -1}) {
            for (long time : Interesting.LONGS) {
                for (int hash : new int[] {0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
                    if (time >= 0) {
                        rows.add(new Named<>(
                                new Timed(generation, time, hash),
                                RowKeys.expiry(generation, time, hash, new byte[] {9})));
                    }
                }
            }
        }
        assertAllPairs(
                rows,
                Comparator.comparing(Timed::generation, Integer::compareUnsigned)
                        .thenComparingLong(Timed::time)
                        .thenComparing(Timed::hash, Integer::compareUnsigned));
    }

    @Test
    void fieldsSortByTimeThenByHash() {
        List<Named<Timed>> rows = new ArrayList<>();
        for (long time : Interesting.LONGS) {
            for (int hash : new int[] {0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
                if (time >= 0) {
                    rows.add(new Named<>(new Timed(0, time, hash), RowKeys.fieldExpiry(7, time, hash, new byte[] {9})));
                }
            }
        }
        assertAllPairs(
                rows, Comparator.comparingLong(Timed::time).thenComparing(Timed::hash, Integer::compareUnsigned));
    }

    @Test
    void chunksOfAListSortByNumberSigned() {
        List<Named<Long>> rows = new ArrayList<>();
        for (long number : Interesting.LONGS) {
            rows.add(new Named<>(number, RowKeys.listChunk(-1, number)));
        }
        assertAllPairs(rows, Comparator.naturalOrder());
    }

    @Test
    void chunksOfAStringSortByIndex() {
        List<Named<Integer>> rows = new ArrayList<>();
        for (int index : Interesting.INTS) {
            if (index >= 0) {
                rows.add(new Named<>(index, RowKeys.stringChunk(5, index)));
            }
        }
        assertAllPairs(rows, Comparator.naturalOrder());
    }

    @Test
    void elementsSortByIdThenByHashBothUnsigned() {
        List<Named<long[]>> rows = new ArrayList<>();
        for (long id : Interesting.LONGS) {
            for (int hash : Interesting.INTS) {
                rows.add(new Named<>(
                        new long[] {id, Integer.toUnsignedLong(hash)}, RowKeys.element(id, hash, new byte[] {9})));
            }
        }
        assertAllPairs(rows, (a, b) -> a[0] != b[0] ? Long.compareUnsigned(a[0], b[0]) : Long.compare(a[1], b[1]));
    }

    @Test
    void epochsAndSequencesSortAsNumbers() {
        List<Named<long[]>> rows = new ArrayList<>();
        for (long epoch : Interesting.LONGS) {
            for (long seq : Interesting.LONGS) {
                rows.add(new Named<>(new long[] {epoch, seq}, RowKeys.redoHead(epoch, seq)));
            }
        }
        assertAllPairs(
                rows, (a, b) -> a[0] != b[0] ? Long.compareUnsigned(a[0], b[0]) : Long.compareUnsigned(a[1], b[1]));
    }

    @Test
    void idsSortByEpochThenByCounter() {
        List<Named<long[]>> rows = new ArrayList<>();
        for (long epoch : new long[] {1, 2, 255, 256, Integer.MAX_VALUE, 1L + Integer.MAX_VALUE, Ids.MAX_EPOCH}) {
            for (int counter : Interesting.INTS) {
                long id = Ids.of(epoch, counter);
                assertThat(Ids.epochOf(id)).isEqualTo(epoch);
                assertThat(Ids.counterOf(id)).isEqualTo(counter);
                rows.add(new Named<>(new long[] {epoch, Integer.toUnsignedLong(counter)}, RowKeys.reclaimId(id)));
            }
        }
        assertAllPairs(rows, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    }

    private static <T> void assertAllPairs(List<Named<T>> rows, Comparator<? super T> meaning) {
        for (Named<T> a : rows) {
            for (Named<T> b : rows) {
                int expected = Integer.signum(meaning.compare(a.meaning(), b.meaning()));
                if (compare(a.rowKey(), b.rowKey()) != expected) {
                    assertThat(compare(a.rowKey(), b.rowKey()))
                            .as("%s against %s", a.meaning(), b.meaning())
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static int compare(byte[] a, byte[] b) {
        return Integer.signum(Arrays.compareUnsigned(a, b));
    }
}
