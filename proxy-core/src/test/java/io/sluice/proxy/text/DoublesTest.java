package io.sluice.proxy.text;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoublesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "-1.5, -1.5",
        "+3, 3",
        "5., 5",
        ".5, 0.5",
        "1e3, 1000",
        "1E-2, 0.01",
        "inf, Infinity",
        "-INF, -Infinity",
        "+Infinity, Infinity",
        "0x10, 16",
        "0x1.8p1, 3",
        "-0x.8, -0.5",
        "0x1P-1, 0.5",
        "1e0000000000000000001, 10",
        "007, 7",
        "4.9e-324, 4.9e-324",
        "0e99999999999999999999, 0"
    })
    void readsWhatStrtodReads(String text, double value) {
        assertThat(Doubles.parse(bytes(text))).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 1",
                "1 ",
                "abc",
                ".",
                "-",
                "+",
                "e5",
                "1e",
                "1e+",
                "0x",
                "0x.",
                "1p3",
                "0x1p",
                "nan",
                "-nan",
                "nan(12)",
                "1e400",
                "-1e400",
                "1e-400",
                "1d",
                "1f",
                "0x1g",
                "1.2.3",
                "infx",
                "in",
                "--1",
                "1_0",
                "1e99999999999999999999",
                "1e-99999999999999999999",
                "0x1p99999",
                "1\u00002"
            })
    void refusesWhatRedisRefuses(String text) {
        assertThat(Doubles.parse(bytes(text))).isNaN();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "' 1.5', 1.5",
        "'\t -inf', -Infinity",
        "1e400, Infinity",
        "-1e400, -Infinity",
        "1e-400, 0",
        "0x10, 16",
        "12345678901234567890, 12345678901234567890"
    })
    void readsBoundsAsStrtodAlone(String text, double value) {
        assertThat(Doubles.parseBound(bytes(text), 0)).isEqualTo(value);
        assertThat(Doubles.parseBound(bytes("(" + text), 1)).isEqualTo(value);
        assertThat(Doubles.parseBound(bytes(text + "\0junk"), 0)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "1 ", "abc", "nan", "-nan", "1e", "0x", "--1", "inf x"})
    void refusesBoundsThatStrtodDoesNotReadToTheEnd(String text) {
        assertThat(Doubles.parseBound(bytes(text), 0)).isNaN();
    }

    @Test
    void negativeZeroKeepsItsSign() {
        assertThat(1 / Doubles.parse(bytes("-0.0"))).isNegative().isInfinite();
        assertThat(Doubles.format(-0.0)).isEqualTo(bytes("-0"));
        assertThat(Doubles.format17(-0.0)).isEqualTo(bytes("-0"));
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.10000000000000001, 0.1",
        "3.0, 3, 3",
        "-2.5, -2.5, -2.5",
        "1e17, 1e+17, 100000000000000000",
        "1e300, 1.0000000000000001e+300, 1e+300",
        "1e-5, 1.0000000000000001e-05, 0.00001",
        "1e-7, 9.9999999999999995e-08, 1e-7",
        "1.5e-10, 1.5e-10, 1.5e-10",
        "4.9e-324, 4.9406564584124654e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308, 1.7976931348623157e+308",
        "2.0E-3, 0.002, 0.002",
        "Infinity, inf, inf",
        "-Infinity, -inf, -inf",
        "NaN, nan, nan"
    })
    void printsAsBothGenerationsOfRedis(double value, String seventeenDigits, String shortest) {
        assertThat(new String(Doubles.format17(value))).isEqualTo(seventeenDigits);
        assertThat(new String(Doubles.format(value))).isEqualTo(shortest);
    }

    @Test
    void largePowersOfTenUseAnExponentOnlyWhenThePlainFormIsLong() {
        assertThat(new String(Doubles.format(1e19))).isEqualTo("1e+19");
        assertThat(new String(Doubles.format(4e18))).isEqualTo("4000000000000000000");
        assertThat(new String(Doubles.format(123456789e13))).isEqualTo("1.23456789e+21");
    }

    /** With zeros in front and without, as far as a long reaches and further. */
    @Property
    void digitsAreReadAsTheNearestDouble(@ForAll @NumericChars @StringLength(min = 1, max = 22) String digits) {
        assertThat(Doubles.parse(bytes(digits))).isEqualTo(Double.parseDouble(digits));
    }

    @Property
    void bothFormsReadBackAsTheSameDouble(@ForAll long bits) {
        double value = Double.longBitsToDouble(bits);
        if (!Double.isNaN(value)) {
            assertThat(Doubles.parse(Doubles.format(value))).isEqualTo(value);
            assertThat(Doubles.parse(Doubles.format17(value))).isEqualTo(value);
        }
    }

    @Test
    void fixedDecimalsRoundTheExactValue() {
        assertThat(new String(Doubles.formatFixed(166274.15156960, 4))).isEqualTo("166274.1516");
        assertThat(new String(Doubles.formatFixed(0.00005, 4))).isEqualTo("0.0001");
        assertThat(new String(Doubles.formatFixed(-0.00001, 4))).isEqualTo("-0.0000");
        assertThat(new String(Doubles.formatFixed(0.5, 0))).isEqualTo("0");
    }

    @Test
    void coordinatesHaveNoTrailingZeros() {
        assertThat(new String(Doubles.formatCoordinate(13.36138933897018433))).isEqualTo("13.36138933897018433");
        assertThat(new String(Doubles.formatCoordinate(100))).isEqualTo("100");
        assertThat(new String(Doubles.formatCoordinate(-0.5))).isEqualTo("-0.5");
        assertThat(new String(Doubles.formatCoordinate(-0.0))).isEqualTo("0");
        assertThat(new String(Doubles.formatCoordinate(1e-20))).isEqualTo("0");
    }

    @Test
    void agreesWithRedisOnScores() throws Exception {
        Random random = new Random(42);
        List<String> texts = new ArrayList<>(List.of(
                "0",
                "-0",
                "-0.0",
                "+1",
                "1e3",
                "inf",
                "-inf",
                "+inf",
                "infinity",
                "nan",
                "NAN(1)",
                "0x10",
                "0x1.8p1",
                "0x",
                "0x.",
                "0x.8",
                "0xp1",
                "1e",
                ".5",
                "5.",
                ".",
                " 1",
                "1 ",
                "1e400",
                "1e-400",
                "1e-320",
                "4.9e-324",
                "2e-324",
                "1e17",
                "1e16",
                "123456789012345678",
                "1e300",
                "0.1",
                "",
                "-",
                "0x1p-1080",
                "0x1p1024",
                "99999999999999999999",
                "9223372036854775807",
                "1d",
                "1f",
                "1e5f"));
        for (int i = 0; i < 3000; i++) {
            switch (i % 4) {
                case 0 -> texts.add(Double.toString(Double.longBitsToDouble(random.nextLong())));
                case 1 -> texts.add(Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20)));
                case 2 -> texts.add(Long.toString(random.nextLong() >> random.nextInt(63)));
                default -> texts.add(random.nextInt(2000) / 100.0 + "e" + (random.nextInt(60) - 30));
            }
        }
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (String text : texts) {
                redis.call("DEL", "z");
                Object added = redis.call("ZADD", "z", text, "m");
                double value = Doubles.parse(bytes(text));
                assertThat(added instanceof Long).as("accepts " + text).isEqualTo(!Double.isNaN(value));
                // A small sorted set of Redis keeps whole scores as integers, and so loses the sign of zero.
                if (added instanceof Long && value != 0) {
                    String theirs = RealRedis.text(redis.call("ZSCORE", "z", "m"));
                    assertThat(new String(Doubles.format17(value))).as(text).isEqualTo(theirs);
                }
            }
            redis.call("HELLO", "3");
            redis.call("ZADD", "z", "0.1", "m");
            assertThat(redis.call("ZSCORE", "z", "m")).isEqualTo(new String(Doubles.format17(0.1)));
        }
    }

    @Test
    void sortReadsMoreAndLessThanOthers() {
        assertThat(Doubles.parseLeniently(bytes(""))).isZero();
        assertThat(Doubles.parseLeniently(bytes("\0abc"))).isZero();
        assertThat(Doubles.parseLeniently(bytes("12\0abc"))).isEqualTo(12);
        assertThat(Doubles.parseLeniently(bytes(" \t\n1.5"))).isEqualTo(1.5);
        assertThat(Doubles.parseLeniently(bytes("-inf"))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Doubles.parseLeniently(bytes("1 "))).isNaN();
        assertThat(Doubles.parseLeniently(bytes(" "))).isNaN();
        assertThat(Doubles.parseLeniently(bytes(" \0"))).isNaN();
        assertThat(Doubles.parseLeniently(bytes("nan"))).isNaN();
        assertThat(Doubles.parseLeniently(bytes("1e400"))).isNaN();
        assertThat(Doubles.parseLeniently(bytes("1e-400"))).isNaN();
        assertThat(Doubles.parseLeniently(bytes("1e-310"))).isNaN();
        assertThat(Doubles.parseLeniently(bytes("0x1p-1074"))).isEqualTo(Double.MIN_VALUE);
        assertThat(Doubles.parseLeniently(bytes("-0x1.8p-1073"))).isEqualTo(-3 * Double.MIN_VALUE);
        assertThat(Doubles.parseLeniently(bytes("2.2250738585072014e-308"))).isEqualTo(Double.MIN_NORMAL);
    }
}
