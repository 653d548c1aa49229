package io.sluice.proxy.text;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @Property
    void everyLongSurvivesTheRoundTrip(@ForAll long value) {
        byte[] text = Numbers.toBytes(value);

        assertThat(new String(text)).isEqualTo(Long.toString(value));
        assertThat(Numbers.textLength(value)).isEqualTo(text.length);
        assertThat(Numbers.isLong(text)).isTrue();
        assertThat(Numbers.parseLong(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, -1, 9, 10, -10, 99, 100, 1023, 1024, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1})
    void edgesOfTheRangeSurviveTheRoundTrip(long value) {
        everyLongSurvivesTheRoundTrip(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+1",
                "-0",
                "00",
                "01",
                "-01",
                " 1",
                "1 ",
                "1.0",
                "1e3",
                "0x1",
                "a",
                "--1",
                "1-",
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551616",
                "99999999999999999999",
                "-99999999999999999999",
                "100000000000000000000"
            })
    void textThatRedisWouldNotPrintIsNoInteger(String text) {
        assertThat(Numbers.isLong(bytes(text))).isFalse();
        assertThatThrownBy(() -> Numbers.parseLong(bytes(text))).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void unsignedReachesTwiceAsFar() {
        assertThat(Numbers.parseUnsignedLong(bytes("18446744073709551615"))).isEqualTo(-1L);
        assertThat(Numbers.parseUnsignedLong(bytes("9223372036854775808"))).isEqualTo(Long.MIN_VALUE);
        assertThat(Numbers.isUnsignedLong(bytes("18446744073709551616"))).isFalse();
        assertThat(Numbers.isUnsignedLong(bytes("-1"))).isFalse();
        assertThat(Numbers.isUnsignedLong(bytes(""))).isFalse();
        assertThat(Numbers.isUnsignedLong(bytes("5x"))).isFalse();
    }

    @Test
    void unsignedIsAsGenerousAsTheFallbackInRedis() {
        assertThat(Numbers.parseUnsignedLong(bytes("+5"))).isEqualTo(5);
        assertThat(Numbers.parseUnsignedLong(bytes("007"))).isEqualTo(7);
    }

    @Test
    void agreesWithRedisOnWhatAnIntegerIs() throws Exception {
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (String text : new String[] {
                "0",
                "-0",
                "+1",
                "1 ",
                " 1",
                "9223372036854775807",
                "9223372036854775808",
                "-9223372036854775808",
                "01",
                "1.0",
                "",
                "-",
                "-9223372036854775809",
                "99999999999999999999"
            }) {
                redis.call("SET", "k", text);
                Object reply = redis.call("INCRBY", "k", "0");
                assertThat(Numbers.isLong(bytes(text))).as(text).isEqualTo(reply instanceof Long);
            }
            for (String text : new String[] {"+5", "007", " 7", "-1", "18446744073709551615", "18446744073709551616"}) {
                redis.call("DEL", "s");
                Object reply = redis.call("XADD", "s", text + "-1", "f", "v");
                assertThat(Numbers.isUnsignedLong(bytes(text))).as(text).isEqualTo(reply instanceof byte[]);
            }
        }
    }
}
