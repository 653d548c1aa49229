package io.sluice.proxy.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.proxy.stats.LatencyHistogram.Step;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StatsTest {
    @Property
    void percentilesAreCloseAndNeverTooLow(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 0, max = 10_000_000_000L) Long> times) {
        LatencyHistogram histogram = new LatencyHistogram();
        times.forEach(histogram::record);
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        for (double percent : new double[] {50, 99, 100}) {
            long exact = sorted[Math.max(0, (int) Math.ceil(percent / 100 * sorted.length) - 1)];
            long shown = histogram.percentile(percent);
            assertThat(shown).isGreaterThanOrEqualTo(exact).isLessThanOrEqualTo(exact + exact / 32 + 16);
        }
    }

    @Test
    void theAxisIsThatOfRedis() {
        LatencyHistogram histogram = new LatencyHistogram();
        for (int i = 0; i < 22; i++) {
            histogram.record(900L << i);
        }
        assertThat(histogram.steps())
                .extracting(Step::micros)
                .startsWith(1L, 2L, 4L, 8L, 16L, 33L, 66L, 132L, 264L, 528L, 1056L, 2113L)
                .hasSize(22);
        assertThat(histogram.steps())
                .extracting(Step::calls)
                .startsWith(1L, 2L, 3L)
                .endsWith(22L);
    }

    @Test
    void anEmptyHistogram() {
        LatencyHistogram histogram = new LatencyHistogram();
        assertThat(histogram.percentile(50)).isZero();
        assertThat(histogram.steps()).isEmpty();
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.steps()).hasSize(1);
    }

    @Test
    void resetKeepsTheObjectsThatCallersHold() {
        ServerStats stats = new ServerStats();
        CommandStats get = stats.command("GET");
        get.ran(5_000, true, true);
        get.rejected();
        stats.errorReplied("ERR");
        stats.lookups(2, 0);
        assertThat(stats.commands()).containsOnlyKeys("GET");
        stats.reset();
        assertThat(stats.commands()).isEmpty();
        assertThat(stats.errorsByCode()).isEmpty();
        assertThat(stats.hits()).isZero();
        get.ran(1_000, false, true);
        assertThat(stats.commands().get("GET")).isSameAs(get);
        assertThat(get.failedCalls()).isZero();
        assertThat(get.latency().percentile(100)).isBetween(1000L, 1100L);
    }

    @Test
    void codeWordsThatClientsInventDoNotGrowTheMap() {
        ServerStats stats = new ServerStats();
        for (int i = 0; i < 1000; i++) {
            stats.errorReplied("CODE" + i);
        }
        assertThat(stats.errorsByCode()).hasSize(129).containsEntry("ERRORSTATS_OVERFLOW", 872L);
        assertThat(stats.errors()).isEqualTo(1000);
    }

    @Test
    void theRateIsAnAverageOfSamples() {
        ServerStats stats = new ServerStats();
        long now = 0;
        stats.sample(now);
        for (int i = 0; i < 16; i++) {
            for (int command = 0; command < 50; command++) {
                stats.commandProcessed();
            }
            stats.read(1024);
            now += 100_000_000;
            stats.sample(now);
        }
        assertThat(stats.commandsPerSecond()).isEqualTo(500);
        assertThat(stats.inputKbps()).isEqualTo(10, within(0.001));
        stats.reset();
        stats.sample(now + 100_000_000);
        assertThat(stats.commandsPerSecond()).isBetween(400L, 500L);
    }

    @Test
    void theSlowLogKeepsTheNewestAndCutsLongRequests() {
        SlowLog log = new SlowLog();
        byte[][] request = new byte[40][];
        Arrays.setAll(request, i -> ("arg" + i).getBytes(StandardCharsets.US_ASCII));
        request[1] = new byte[200];
        log.add(1, 10, request, "a:1", new byte[0], 2);
        List<byte[]> shown = log.newest(1).get(0).arguments();
        assertThat(shown).hasSize(32);
        assertThat(new String(shown.get(1), StandardCharsets.US_ASCII)).endsWith("... (72 more bytes)");
        assertThat(shown.get(30)).asString().isEqualTo("arg30");
        assertThat(shown.get(31)).asString().isEqualTo("... (9 more arguments)");
        log.add(2, 10, request, "a:1", new byte[0], 2);
        log.add(3, 10, request, "a:1", new byte[0], 2);
        assertThat(log.newest(10)).extracting(SlowLog.Entry::id).containsExactly(2L, 1L);
        log.reset();
        log.add(4, 10, request, "a:1", new byte[0], 2);
        assertThat(log.newest(10)).extracting(SlowLog.Entry::id).containsExactly(3L);
        log.trim(0);
        assertThat(log.length()).isZero();
    }

    @Test
    void spikesOfOneSecondAreOne() {
        LatencyEvents events = new LatencyEvents();
        events.add("command", 100, 5);
        events.add("command", 100, 9);
        events.add("command", 100, 7);
        assertThat(events.history("command")).containsExactly(new LatencyEvents.Sample(100, 9));
        for (int second = 101; second < 400; second++) {
            events.add("command", second, 1);
        }
        assertThat(events.history("command")).hasSize(160).last().isEqualTo(new LatencyEvents.Sample(399, 1));
        assertThat(events.latest())
                .containsExactly(new LatencyEvents.Latest("command", new LatencyEvents.Sample(399, 1), 9));
        assertThat(events.reset("nope")).isFalse();
        assertThat(events.reset()).isEqualTo(1);
        assertThat(events.history("command")).isEmpty();
    }
}
