package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeyNumbersTest {
    private static final int DRAWS = 200_000;

    private static long[] draw(KeyPattern pattern, KeyRange range, int count) {
        KeyNumbers numbers = new KeyNumbers(pattern, range, new SplittableRandom(7));
        return LongStream.generate(numbers::next).limit(count).toArray();
    }

    @Test
    void drawsUniformly() {
        long[] counts = new long[100];
        for (long number : draw(KeyPattern.RANDOM, new KeyRange("", 10, 109, 0, 0), DRAWS)) {
            counts[(int) number - 10]++;
        }
        double expected = DRAWS / 100.0;
        double chiSquare = 0;
        for (long count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        // 99 degrees of freedom: above 149 once in a thousand seeds, and the seed is fixed
        assertThat(chiSquare).isLessThan(149);
    }

    @Test
    void drawsAroundTheMedianWithASixthOfTheRange() {
        KeyRange range = new KeyRange("", 0, 600_000, 0, 0);
        long[] numbers = draw(KeyPattern.GAUSSIAN, range, DRAWS);
        double mean = LongStream.of(numbers).average().orElseThrow();
        double deviation = Math.sqrt(LongStream.of(numbers)
                .mapToDouble(n -> (n - mean) * (n - mean))
                .average()
                .orElseThrow());
        assertThat(mean).isCloseTo(300_000, within(1000.0));
        // cut off at three deviations, which takes 1.3 % of it
        assertThat(deviation).isCloseTo(98_700, within(1000.0));
        long near = LongStream.of(numbers)
                .filter(n -> Math.abs(n - 300_000) < 100_000)
                .count();
        assertThat(near / (double) DRAWS).isCloseTo(0.6845, within(0.005));
        assertThat(LongStream.of(numbers)).allMatch(n -> n >= 0 && n <= 600_000);
    }

    @Test
    void drawsAroundTheMedianThatIsAskedFor() {
        long[] numbers = draw(KeyPattern.GAUSSIAN, new KeyRange("", 1, 1000, 10, 200), DRAWS);
        assertThat(LongStream.of(numbers).average().orElseThrow()).isCloseTo(199.5, within(0.5));
        assertThat(LongStream.of(numbers).filter(n -> Math.abs(n - 200) <= 30).count())
                .isGreaterThan((long) (DRAWS * 0.99));
    }

    @Test
    void runsThroughTheRangeAndBeginsAnew() {
        assertThat(draw(KeyPattern.SEQUENTIAL, new KeyRange("", 3, 5, 0, 0), 7)).containsExactly(3, 4, 5, 3, 4, 5, 3);
    }

    @Property(tries = 200)
    void partsOfAllClientsAreTheWholeRangeOnce(
            @ForAll @IntRange(min = 1, max = 500) int keys, @ForAll @IntRange(min = 1, max = 20) int clients) {
        KeyRange range = new KeyRange("", 10, 9 + keys, 0, 0);
        List<Long> all = new ArrayList<>();
        long previousEnd = 9;
        for (int i = 0; i < clients; i++) {
            KeyRange part = range.part(i, clients);
            if (part.minimum() <= previousEnd) {
                // fewer keys than clients: the last ones share what is at the end
                assertThat(previousEnd).isEqualTo(range.maximum());
                continue;
            }
            assertThat(part.minimum()).isEqualTo(previousEnd + 1);
            previousEnd = part.maximum();
            LongStream.rangeClosed(part.minimum(), part.maximum()).forEach(all::add);
        }
        assertThat(all).hasSize(keys).isSorted().doesNotHaveDuplicates();
    }
}
