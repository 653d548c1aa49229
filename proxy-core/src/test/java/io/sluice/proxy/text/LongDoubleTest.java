package io.sluice.proxy.text;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LongDoubleTest {
    /** Sums taken from a redis-server on amd64. */
    @ParameterizedTest
    @CsvSource({
        "10.50, 0.1, 10.6",
        "0.1, 0.2, 0.3",
        "3, 1.1, 4.1",
        "5.0e3, 2.0e2, 5200",
        "0, -1.23, -1.23",
        "1, 0, 1",
        "-1, 1, 0",
        "17179869184, 1.5, 17179869185.5",
        "1e-18, 0, 0",
        "-1e-18, 0, 0",
        "9007199254740993, 0, 9007199254740993",
        "18446744073709551617, 0, 18446744073709551616",
        "0x10, 0.5, 16.5"
    })
    void sumsAreThoseOfTheExtendedFormat(String a, String b, String sum) {
        assertThat(sum(a, b)).isEqualTo(sum);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 1",
                "1 ",
                "abc",
                "nan",
                "1e5000",
                "1e-5000",
                "0x1p16384",
                "1e",
                "1e999999999999",
                "-1e-4960"
            })
    void refusesWhatRedisRefuses(String text) {
        assertThat(LongDouble.parse(bytes(text))).isNull();
    }

    @Test
    void refusesAbsurdlyLongTexts() {
        assertThat(LongDouble.parse(bytes("1".repeat(4000)))).isNotNull();
        assertThat(LongDouble.parse(bytes("0".repeat(5119) + "1"))).isNull();
    }

    @Test
    void infinityIsReadButNotFinite() {
        LongDouble infinite = LongDouble.parse(bytes("inf"));
        LongDouble minus = LongDouble.parse(bytes("-inf"));

        assertThat(infinite.isFinite()).isFalse();
        assertThat(infinite.plus(LongDouble.of(1)).isFinite()).isFalse();
        assertThat(infinite.plus(minus).isNaN()).isTrue();
        assertThat(infinite.toString()).isEqualTo("inf");
    }

    @Test
    void overflowOfASumIsInfinite() {
        LongDouble large = LongDouble.parse(bytes("1.1e4932"));

        assertThat(large.isFinite()).isTrue();
        assertThat(large.plus(large).isFinite()).isFalse();
    }

    @Test
    void holdsEveryDoubleExactly() {
        assertThat(LongDouble.of(0.1).toString()).isEqualTo("0.10000000000000001");
        assertThat(LongDouble.of(Double.MAX_VALUE).toString())
                .isEqualTo(new java.math.BigDecimal(Double.MAX_VALUE).toPlainString());
        assertThat(LongDouble.of(-13.361389338970184).toString()).isEqualTo("-13.36138933897018433");
        assertThat(LongDouble.of(-0.0).toString()).isEqualTo("0");
    }

    @Test
    void agreesWithRedisOnRandomSums() throws Exception {
        Random random = new Random(7);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            List<String[]> cases = new ArrayList<>();
            List<byte[][]> commands = new ArrayList<>();
            for (int i = 0; i < 6000; i++) {
                String a = randomText(random);
                String b = randomText(random);
                cases.add(new String[] {a, b});
                commands.add(new byte[][] {bytes("SET"), bytes("k"), bytes(a)});
                commands.add(new byte[][] {bytes("INCRBYFLOAT"), bytes("k"), bytes(b)});
            }
            List<Object> replies = redis.callAll(commands);
            for (int i = 0; i < cases.size(); i++) {
                String[] c = cases.get(i);
                assertThat(sum(c[0], c[1])).as(c[0] + " + " + c[1]).isEqualTo(RealRedis.text(replies.get(2 * i + 1)));
            }
        }
    }

    private static String randomText(Random random) {
        String sign = random.nextBoolean() ? "-" : "";
        switch (random.nextInt(10)) {
            case 0:
                return Long.toString(random.nextLong() >> random.nextInt(63));
            case 1:
                return sign + random.nextInt(1000) / 100.0;
            case 2:
                return sign + digits(random, 1 + random.nextInt(40)) + "." + digits(random, 1 + random.nextInt(40));
            case 3:
                return sign + digits(random, 1 + random.nextInt(20)) + "e" + (random.nextInt(9980) - 4990);
            case 4:
                return sign + "0x" + Long.toHexString(random.nextLong()) + "." + Long.toHexString(random.nextLong())
                        + "p" + (random.nextInt(200) - 100);
            case 5:
                return List.of(
                                "inf", "-inf", "nan", "1e", "", " 1", "1 ", "x", "0", "-0", "-0.0", "1e4932", "-1e4932",
                                ".", "0x")
                        .get(random.nextInt(15));
            case 6:
                return sign + "0." + "0".repeat(random.nextInt(25)) + digits(random, 1 + random.nextInt(20));
            case 7:
                return sign + digits(random, 1 + random.nextInt(20)) + "e" + (random.nextInt(60) - 30);
            case 8:
                return Double.toString(random.nextGaussian());
            default:
                return sign + random.nextInt(100) + "." + random.nextInt(100);
        }
    }

    private static String digits(Random random, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
        return text.toString();
    }

    /** What INCRBYFLOAT answers, built from our parts. */
    private static String sum(String a, String b) {
        LongDouble left = LongDouble.parse(bytes(a));
        LongDouble right = LongDouble.parse(bytes(b));
        if (left == null || right == null) {
            return "!ERR value is not a valid float";
        }
        LongDouble sum = left.plus(right);
        return sum.isFinite() ? sum.toString() : "!ERR increment would produce NaN or Infinity";
    }
}
