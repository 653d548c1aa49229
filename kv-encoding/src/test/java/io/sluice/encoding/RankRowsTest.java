package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Questions to the rows of a rank tree, and changes of them, held to what comes of taking the rows apart. */
class RankRowsTest {
    @Property(tries = 500)
    void aNodeFindsTheChildOfAPlace(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int size,
            @ForAll @IntRange(min = 1, max = 3) int level) {
        Random random = new Random(seed);
        List<byte[]> starts = starts(random, size - 1);
        int children = starts.size() + 1;
        int[] numbers = level == 1
                ? new int[0]
                : random.ints(children, -3, 1 << random.nextInt(31)).toArray();
        RankNode node = RankNode.view(RankNode.of(level, starts, numbers).encode());
        assertThat(node.size()).isEqualTo(children);
        assertThat(node.starts()).containsExactlyElementsOf(starts);
        assertThat(node.numbers())
                .containsExactly(Arrays.stream(numbers).boxed().toArray(Integer[]::new));
        List<byte[]> asked = new ArrayList<>(starts);
        starts.forEach(start -> asked.add(Arrays.copyOf(start, start.length + 1)));
        starts.forEach(start -> asked.add(Arrays.copyOf(start, Math.max(0, start.length - 1))));
        for (int i = 0; i < 50; i++) {
            asked.add(place(random));
        }
        for (byte[] place : asked) {
            long atOrBelow = starts.stream()
                    .filter(start -> Arrays.compareUnsigned(start, place) <= 0)
                    .count();
            RankNode unasked = RankNode.view(node.encode());
            assertThat(unasked.childAt(place)).isEqualTo((int) atOrBelow);
            assertThat(node.childAt(place)).isEqualTo((int) atOrBelow);
        }
        for (int child = 0; child < children; child++) {
            assertThat(node.number(child)).isEqualTo(level == 1 ? 0 : numbers[child]);
            assertThat(child == 0 ? new byte[0] : node.start(child))
                    .isEqualTo(child == 0 ? new byte[0] : starts.get(child - 1));
        }
    }

    @Property(tries = 500)
    void countsAreChangedAsIfTheyWereTakenApart(@ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int size) {
        Random random = new Random(seed);
        long[] counts = random.longs(size, 0, 1L << (1 + random.nextInt(40))).toArray();
        byte[] row = RankCounts.encode(counts);
        assertThat(RankCounts.size(row)).isEqualTo(size);
        for (int i = 0; i < 40; i++) {
            int from = random.nextInt(size);
            int to = from + random.nextInt(size - from + 1);
            assertThat(RankCounts.sum(row, from, to))
                    .isEqualTo(Arrays.stream(counts, from, to).sum());
            long more = random.nextBoolean() ? 1 : random.nextInt(300) - counts[from];
            counts[from] += more;
            row = RankCounts.plus(row, from, more);
            assertThat(row).isEqualTo(RankCounts.encode(counts));
        }
        assertThat(RankCounts.decode(row)).isEqualTo(counts);
    }

    @Test
    void noChildHasLessThanNoMembers() {
        byte[] row = RankCounts.encode(1, 0, 200);
        assertThatThrownBy(() -> RankCounts.plus(row, 1, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void countsThatAreCutOffAreRefused() {
        byte[] row = RankCounts.encode(1, 2, 300);
        byte[] cut = Arrays.copyOf(row, row.length - 1);
        assertThatThrownBy(() -> RankCounts.sum(cut, 0, 3)).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> RankCounts.sum(cut, 4, 5)).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> RankCounts.plus(cut, 2, 1)).isInstanceOf(EncodingException.class);
    }

    @Property(tries = 200)
    void theEndsOfAnOrderStayAsTheyAreUnderAnotherTree(@ForAll long seed) {
        Random random = new Random(seed);
        List<byte[]> places = new ArrayList<>(starts(random, 4 + random.nextInt(30)));
        int half = places.size() / 2;
        List<byte[]> first = places.subList(0, 1 + random.nextInt(half));
        List<byte[]> last = new ArrayList<>(places.subList(places.size() - 1 - random.nextInt(half), places.size()));
        Collections.reverse(last);
        long[] counts = random.longs(1 + random.nextInt(20), 0, 1000).toArray();
        ScoreOrder small = new ScoreOrder(first, last);
        ScoreOrder large = new ScoreOrder(first, last, 2, 300, counts);
        assertThat(small.withTree(2, 300, RankCounts.encode(counts))).isEqualTo(large);
        assertThat(large.withTree(0, 0, RankCounts.encode())).isEqualTo(small);
        assertThat(large.countsRow()).isEqualTo(RankCounts.encode(counts));
        assertThat(small.countsRow()).isEqualTo(RankCounts.encode());
        assertThat(ScoreOrder.decode(large.encode()).counts()).isEqualTo(counts);
        ZSetRef ref = new ZSetRef(7, Forms.TABLE, 300, large);
        byte[] payload = new byte[ref.length()];
        ref.put(payload, 0);
        assertThat(payload).isEqualTo(new SpreadRef(7, Forms.TABLE, 300, large.encode()).encode());
        assertThat(ZSetRef.decode(payload)).isEqualTo(ref);
        assertThat(large.lowest()).isEqualTo(first.get(0));
        assertThat(large.highest()).isEqualTo(last.get(0));
        assertThat(large.first()).containsExactlyElementsOf(first);
        assertThat(large.last()).containsExactlyElementsOf(last);
        for (byte[] place : places) {
            boolean inside = Arrays.compareUnsigned(first.get(first.size() - 1), place) < 0
                    && Arrays.compareUnsigned(place, last.get(last.size() - 1)) < 0;
            assertThat(large.isInside(place)).isEqualTo(inside);
        }
    }

    @Property(tries = 200)
    void anOrderLosesItsOutermostPlacesOneByOne(@ForAll long seed) {
        Random random = new Random(seed);
        List<byte[]> places = new ArrayList<>(starts(random, 6 + random.nextInt(30)));
        int from = random.nextInt(places.size() / 2);
        List<byte[]> first = new ArrayList<>(places.subList(0, from + 1 + random.nextInt(places.size() - from)));
        List<byte[]> last = new ArrayList<>(places.subList(from, places.size()));
        Collections.reverse(last);
        long[] counts = random.longs(random.nextInt(20), 0, 1000).toArray();
        ScoreOrder order =
                counts.length == 0 ? new ScoreOrder(first, last) : new ScoreOrder(first, last, 2, 300, counts);
        for (int i = 0; i < places.size(); i++) {
            List<byte[]> end = random.nextBoolean() ? first : last;
            byte[] place = random.nextInt(4) == 0 ? places.get(random.nextInt(places.size())) : end.get(0);
            boolean goes = hasOther(first, last, place) || hasOther(last, first, place);
            ScoreOrder rest = order.withoutOutermost(place);
            assertThat(rest != null).isEqualTo(goes);
            if (rest == null) {
                continue;
            }
            (first.get(0) == place ? first : last).remove(0);
            order = rest;
            ScoreOrder made =
                    counts.length == 0 ? new ScoreOrder(first, last) : new ScoreOrder(first, last, 2, 300, counts);
            assertThat(order).isEqualTo(made);
            assertThat(order.counts()).isEqualTo(made.counts());
            assertThat(order.lowest()).isEqualTo(first.get(0));
            assertThat(order.highest()).isEqualTo(last.get(0));
            for (byte[] other : places) {
                assertThat(order.isInside(other)).isEqualTo(made.isInside(other));
            }
            assertThat(order.withTree(3, 301, RankCounts.encode(1, 2)))
                    .isEqualTo(new ScoreOrder(first, last, 3, 301, 1, 2));
        }
    }

    /** Whether a place is the outermost of an end that has others, and none of the other end's. */
    private static boolean hasOther(List<byte[]> end, List<byte[]> other, byte[] place) {
        return end.size() > 1 && end.get(0) == place && other.stream().noneMatch(p -> Arrays.equals(p, place));
    }

    private static List<byte[]> starts(Random random, int count) {
        TreeSet<byte[]> starts = new TreeSet<>(Arrays::compareUnsigned);
        while (starts.size() < count) {
            starts.add(place(random));
        }
        return List.copyOf(starts);
    }

    /** Close to each other, with much in common, some of them long. */
    private static byte[] place(Random random) {
        int common = random.nextInt(4) == 0 ? random.nextInt(140) : random.nextInt(3);
        byte[] place = new byte[common + 1 + random.nextInt(9)];
        Arrays.fill(place, (byte) (random.nextInt(2) * 0xC0));
        for (int i = common; i < place.length; i++) {
            place[i] = (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt(256));
        }
        return place;
    }
}
