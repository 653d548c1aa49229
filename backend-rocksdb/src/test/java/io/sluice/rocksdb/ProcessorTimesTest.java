package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessorTimesTest {
    @Test
    void guestsAreCountedOnceAndWaitsForTheDiskAreIdle() {
        // The fields as proc(5) has them, of which guest and guest_nice are in user and nice as well.
        assertThat(ProcessorTimes.of("cpu  100 20 30 400 50 6 7 8 90 10")).isEqualTo(new ProcessorTimes(450, 621));
    }

    @Test
    void aKernelMayKnowFewerKinds() {
        assertThat(ProcessorTimes.of("cpu 1 2 3 4")).isEqualTo(new ProcessorTimes(4, 10));
    }

    @Test
    void moreThanAnEighthIsTimeLeft() {
        ProcessorTimes before = new ProcessorTimes(100, 1000);
        assertThat(new ProcessorTimes(126, 1200).hadTimeLeftSince(before)).isTrue();
        assertThat(new ProcessorTimes(125, 1200).hadTimeLeftSince(before)).isFalse();
        assertThat(before.hadTimeLeftSince(before)).as("nothing has gone by").isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theSystemTells() throws Exception {
        ProcessorTimes now = ProcessorTimes.now();
        assertThat(now.all()).isPositive().isGreaterThanOrEqualTo(now.idle());
    }
}
