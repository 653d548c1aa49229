package io.sluice.proxy.type.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.RealRedis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PartialSortTest {

    @Property
    void theRangeIsAsIfAllWereSorted(
            @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 50) Integer> values,
            @ForAll @IntRange(min = 0, max = 199) int first,
            @ForAll @IntRange(min = 0, max = 199) int length) {
        Integer[] array = values.toArray(Integer[]::new);
        int from = Math.min(first, array.length);
        int to = Math.min(from + length, array.length);
        Integer[] sorted = array.clone();
        Arrays.sort(sorted);

        PartialSort.sort(array, Comparator.naturalOrder(), from, to - 1);

        assertThat(Arrays.copyOfRange(array, from, to)).containsExactly(Arrays.copyOfRange(sorted, from, to));
        assertThat(array).containsExactlyInAnyOrder(sorted);
    }

    /** Where equal elements come to stand is what Redis shows. */
    @Test
    void equalElementsComeToStandWhereRedisPutsThem() throws Exception {
        Random random = new Random(4);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (int round = 0; round < 60; round++) {
                int size = 1 + random.nextInt(round < 40 ? 60 : 400);
                int weights = 1 + random.nextInt(8);
                String[] elements = new String[size];
                String[] weight = new String[size];
                redis.call("FLUSHALL");
                List<byte[][]> commands = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    elements[i] = Integer.toString(i);
                    weight[i] = "w" + random.nextInt(weights);
                    commands.add(command("RPUSH", "list", elements[i]));
                    commands.add(command("SET", "weight_" + i, weight[i]));
                }
                redis.callAll(commands);
                int first = random.nextInt(size);
                int count = 1 + random.nextInt(size);
                int last = Math.min(size, first + count) - 1;
                if (first == 0 && last == size - 1) {
                    continue;
                }
                Object theirs = redis.call("SORT", "list", "BY", "weight_*", "ALPHA", "LIMIT", "" + first, "" + count);
                PartialSort.sort(
                        elements, Comparator.comparing((String e) -> weight[Integer.parseInt(e)]), first, last);
                assertThat(Arrays.asList(elements).subList(first, last + 1))
                        .isEqualTo(
                                ((List<?>) theirs).stream().map(RealRedis::text).toList());
            }
        }
    }

    private static byte[][] command(String... words) {
        return Arrays.stream(words).map(RealRedis::bytes).toArray(byte[][]::new);
    }
}
