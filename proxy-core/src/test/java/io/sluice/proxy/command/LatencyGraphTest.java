package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.stats.LatencyEvents.Sample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Drawings as Redis 7.0.15 makes them of the same samples. */
class LatencyGraphTest {
    private static final String LINE = "-".repeat(80) + "\n";

    private static final List<Sample> SAMPLES = List.of(
            new Sample(1_795_468_261, 10),
            new Sample(1_795_468_262, 35),
            new Sample(1_795_468_263, 110),
            new Sample(1_795_468_264, 60),
            new Sample(1_795_468_265, 5),
            new Sample(1_795_468_266, 85));

    @Test
    void aColumnForEachSampleAndItsAge() {
        assertThat(LatencyGraph.of("command", SAMPLES, 110, 1_795_468_267))
                .isEqualTo("command - high 110 ms, low 5 ms (all time high 110 ms)\n"
                        + LINE
                        + "  #  _\n"
                        + "  |_ |\n"
                        + " _|| |\n"
                        + "_|||_|\n"
                        + "      \n"
                        + "654321\n"
                        + "ssssss\n");
    }

    @Test
    void agesAreInTheLargestUnitThatFits() {
        List<Sample> samples =
                List.of(new Sample(0, 7), new Sample(150_000, 7), new Sample(199_000, 7), new Sample(199_990, 7));
        assertThat(LatencyGraph.of("commit", samples, 9, 200_000))
                .isEqualTo("commit - high 7 ms, low 7 ms (all time high 9 ms)\n"
                        + LINE
                        + "    \n    \n    \n"
                        + "____\n"
                        + "    \n"
                        + "2111\n"
                        + "d360\n"
                        + " hms\n");
    }

    @Test
    void manySamplesStandInParts() {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 81; i++) {
            samples.add(new Sample(i, 1 + i));
        }
        List<String> lines = LatencyGraph.of("command", samples, 81, 81).lines().toList();
        assertThat(lines).hasSize(2 + 8 + 1 + 7);
        assertThat(lines.get(5)).hasSize(80).startsWith("_").endsWith("|");
        assertThat(lines.subList(10, lines.size())).containsExactly("", "#", "|", "|", "|", " ", "1", "s");
    }
}
