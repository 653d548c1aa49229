package io.sluice.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1024, 1024",
        "17b, 17",
        "1k, 1000",
        "1kb, 1024",
        "2M, 2000000",
        "2Mb, 2097152",
        "3g, 3000000000",
        "3GB, 3221225472",
        "99999999999999999999, 9223372036854775807",
        "9999999999999gb, 9223372036854775807",
    })
    void reads(String text, long bytes) {
        assertThat(MemorySize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kb", "-1", "+1", "1.5gb", "1gbb", "5%", "1 gb", "1t"})
    void refuses(String text) {
        assertThatThrownBy(() -> MemorySize.parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "1024, 1kb", "1536, 1536", "3145728, 3mb", "1073741824, 1gb", "1025, 1025"})
    void formats(long bytes, String text) {
        assertThat(MemorySize.format(bytes)).isEqualTo(text);
    }

    @Property
    void readsBackWhatItFormats(@ForAll @LongRange(min = 0) long bytes) {
        assertThat(MemorySize.parse(MemorySize.format(bytes))).isEqualTo(bytes);
    }
}
