package io.sluice.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadTimesTest {
    private static final ThreadTimes BEFORE = new ThreadTimes(5_000_000_000L, 7_000_000_000L);

    private static boolean isStarved(long ranMillis, long waitedMillis) {
        return new ThreadTimes(BEFORE.ran() + ranMillis * 1_000_000, BEFORE.waited() + waitedMillis * 1_000_000)
                .isStarvedSince(BEFORE);
    }

    @Test
    void whoGetsLessThanASixteenthOfWhatItWantsIsStarved() {
        assertThat(isStarved(0, 1000)).isTrue();
        assertThat(isStarved(49, 750)).isTrue();
        assertThat(isStarved(50, 750)).isFalse();
        assertThat(isStarved(900, 600)).isFalse();
    }

    @Test
    void whoHardlyWaitedIsNot() {
        assertThat(isStarved(0, 0)).isFalse();
        assertThat(isStarved(0, 499)).isFalse();
        assertThat(isStarved(0, 500)).isTrue();
    }
}
