package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Whether what is drawn at random all has the same chance, by chi-square. */
final class Uniformity {
    /** By how many standard deviations chi-square may miss its mean; the generators of tests have fixed seeds. */
    private static final double DEVIATIONS = 4;

    private Uniformity() {}

    /** Draws so often, and looks how often each of so many elements has come. */
    static void assertUniform(int elements, int draws, Supplier<List<String>> draw) {
        Map<String, Integer> counts = new HashMap<>();
        long total = 0;
        for (int i = 0; i < draws; i++) {
            for (String element : draw.get()) {
                counts.merge(element, 1, Integer::sum);
                total++;
            }
        }
        assertThat(counts.size()).isLessThanOrEqualTo(elements);
        double expected = (double) total / elements;
        double square = (elements - counts.size()) * expected;
        for (int count : counts.values()) {
            square += (count - expected) * (count - expected) / expected;
        }
        double freedom = elements - 1;
        assertThat(square).isLessThan(freedom + DEVIATIONS * Math.sqrt(2 * freedom));
    }
}
