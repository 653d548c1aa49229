package io.sluice.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorShareTest {
    @Test
    void countsWhatWasStolenOfAll() {
        ProcessorShare before = ProcessorShare.parse("cpu  100 0 50 800 10 0 20 20 0 0");
        ProcessorShare after = ProcessorShare.parse("cpu  150 0 60 820 10 0 20 40 7 0");
        assertThat(after.stolenSince(before)).isEqualTo(20);
    }

    @Test
    void knowsNothingOfSystemsThatDoNotSay() {
        ProcessorShare share = ProcessorShare.parse("cpu  1 2 3 4");
        assertThat(share.stolenSince(share)).isNaN();
    }
}
