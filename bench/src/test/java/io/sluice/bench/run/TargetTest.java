package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {
    @ParameterizedTest
    @CsvSource({"100,79,FAIL", "100,80,pass", "100,94,pass", "100,95,aim", "100,130,aim"})
    void wantsAShareOfRedisThroughput(double redis, double sluice, String verdict) {
        assertThat(Target.SINGLE.verdict(redis, sluice)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"1,2.1,FAIL", "1,2,pass", "1,1.2,aim", "1,0.5,aim"})
    void wantsNoMoreThanAMultipleOfRedisLatency(double redis, double sluice, String verdict) {
        assertThat(Target.TAIL.verdict(redis, sluice)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"2.5,FAIL", "1.5,pass", "0.6,aim"})
    void wantsAStartInSecondsWhateverRedisTakes(double sluice, String verdict) {
        assertThat(Target.START.verdict(Double.NaN, sluice)).isEqualTo(verdict);
    }

    @Test
    void doesNotPassWhatWasNotMeasured() {
        assertThat(Target.SINGLE.verdict(Double.NaN, 1)).isEqualTo("FAIL");
        assertThat(Target.NONE.verdict(1, 1)).isEmpty();
    }
}
