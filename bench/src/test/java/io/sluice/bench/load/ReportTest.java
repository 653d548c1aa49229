package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final long MILLI = 1_000_000;

    private static String report(Result result, boolean cluster, boolean histogram) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            new Report(out, cluster).print("ALL STATS", result, histogram);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Result twoSeconds() throws UsageException {
        CommandMix mix = CommandMix.setGet(1, KeyPattern.RANDOM, 3, KeyPattern.RANDOM, "k");
        Result result = new Result(mix, 0, 2_000 * MILLI);
        List<Tally> tallies = mix.newTallies();
        tallies.get(0).sent(1024);
        tallies.get(0).answered(MILLI, 1024, false);
        tallies.get(1).answered(2 * MILLI, 2048, false);
        tallies.get(1).answered(2 * MILLI, 0, true);
        tallies.get(1).answered(4 * MILLI, 0, true);
        result.add(tallies, new Failures());
        return result;
    }

    @Test
    void hasTheColumnsOfMemtier() throws UsageException {
        String expected = String.join(
                "\n",
                "",
                "",
                "ALL STATS",
                "=".repeat(124),
                "Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency   p99.9 Latency       KB/sec ",
                "-".repeat(124),
                "Sets            0.50          ---          ---         1.00000         1.00000         1.00000         1.00000         1.00 ",
                "Gets            1.50         0.50         1.00         2.66700         2.00000         4.00100         4.00100         1.00 ",
                "Waits           0.00          ---          ---             ---             ---             ---             ---          --- ",
                "Totals          2.00         0.50         1.00         2.25025         2.00000         4.00100         4.00100         2.00 ",
                "");
        assertThat(report(twoSeconds(), false, false)).isEqualToNormalizingNewlines(expected);
    }

    /** The server that could have served them was not asked. */
    @Test
    void redirectionsAreErrorsWhereNoneIsExpected() {
        Failures expecting = new Failures();
        expecting.noteInCluster("MOVED 1 host:1");
        assertThat(expecting.any()).isFalse();
        Failures other = new Failures();
        other.note("MOVED 1 host:1");
        assertThat(other).hasToString("1 errors such as: MOVED 1 host:1\n");
    }

    @Test
    void countsRedirectionsInACluster() throws UsageException {
        Result result = twoSeconds();
        Tally tally = new Tally();
        tally.failed(MILLI, 10, "MOVED 1 host:1");
        tally.failed(MILLI, 10, "ASK 1 host:1");
        tally.failed(MILLI, 10, "ERR no");
        result.add(List.of(new Tally(), tally), new Failures());
        assertThat(result.total().errors()).isEqualTo(1);
        List<String> lines = report(result, true, false).lines().toList();
        assertThat(lines.get(4)).contains("   MOVED/sec      ASK/sec ");
        assertThat(lines.get(7)).contains("        0.50         0.50 ");
        assertThat(lines.stream().skip(3).map(String::length).collect(Collectors.toSet()))
                .containsExactly(150);
    }

    @Test
    void hasTheDistributionOfMemtier() throws UsageException {
        List<String> lines = report(twoSeconds(), false, true).lines().toList();
        int begin = lines.indexOf("Request Latency Distribution");
        assertThat(lines.get(begin + 1)).isEqualTo("Type     <= msec         Percent");
        assertThat(lines.get(begin + 2)).isEqualTo("-".repeat(72));
        assertThat(lines.get(begin + 3)).isEqualTo("SET       1.000        0.000");
        assertThat(lines).contains("GET       4.001      100.000");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("WAIT      0.000      100.000");
    }
}
