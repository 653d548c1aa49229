package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsTest {
    /** As CLUSTER KEYSLOT of Redis answers. */
    @ParameterizedTest
    @CsvSource({"123456789,12739", "foo,12182", "{foo}bar,12182", "a{foo}{bar},12182", "somekey,11058"})
    void areThoseOfRedis(String key, int slot) {
        assertThat(Slots.of(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(slot);
    }
}
