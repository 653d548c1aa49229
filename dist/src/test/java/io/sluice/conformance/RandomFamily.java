package io.sluice.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Draws commands of one kind. The families of a sequence share its keys and its {@link Draw}.
 *
 * <p>Commands whose answer redis-server itself does not repeat (RANDOMKEY, TIME, SPOP...) are not drawn, or compared
 * loosely. Relative expiry times are never drawn twice in a sequence: the comparisons GT and LT would be decided by the
 * millisecond.
 */
abstract class RandomFamily implements Supplier<Step> {
    /** What the families of one sequence share. */
    static final class Draw {
        final Random random;
        /** A hash tag for all keys, or the empty string. */
        final String tag;
        /** Commands and options that this version lacks are not drawn. */
        final RedisVersion oracle;

        private int index;
        private int relativeTimes;

        Draw(Random random, String tag, RedisVersion oracle) {
            this.random = random;
            this.tag = tag;
            this.oracle = oracle;
        }
    }

    private static final RedisVersion SEVEN = new RedisVersion(7, 0);
    private static final int KEYS = 6;
    private static final int DATABASES = 3;
    static final String[] INTEGERS = {
        "0",
        "1",
        "-1",
        "2",
        "10",
        "100",
        "-100",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775806",
        "4611686018427387904",
        "9223372036854775808"
    };
    static final String[] FLOATS = {
        "0.1", "1.5", "-1.5", "3.0e3", "1e-5", "10.25", "-0", "5", "1e17", "0.333", "inf", "nan", "abc"
    };
    static final String[] VALUES = {
        "",
        "a",
        "abc",
        "hello world",
        "1",
        "0",
        "-1",
        "10",
        "01",
        " 1",
        "+1",
        "-0",
        "1.5",
        "3.0e3",
        "1e400",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "00000000000000000001",
        "12345678901234567890123456789012345678901234",
        "123456789012345678901234567890123456789012345"
    };

    final Draw draw;
    final Random random;
    final String tag;
    /** Whether the oracle is a Redis 7.0 or later. */
    final boolean seven;

    RandomFamily(Draw draw) {
        this.draw = draw;
        this.random = draw.random;
        this.tag = draw.tag;
        this.seven = !draw.oracle.isBefore(SEVEN);
    }

    Step step(String... words) {
        return step(List.of(words));
    }

    Step step(List<String> words) {
        return new Step(draw.index++, "", line(words), Map.of());
    }

    Step loosely(String modifier, String argument, String... words) {
        return new Step(draw.index++, "", line(List.of(words)), new HashMap<>(Map.of(modifier, argument)));
    }

    static String line(List<String> words) {
        return Quoting.line(words.stream()
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toList());
    }

    static List<String> words(String... words) {
        return new ArrayList<>(List.of(words));
    }

    String key() {
        return tag + "k" + random.nextInt(KEYS);
    }

    String value() {
        if (chance(8)) {
            byte[] bytes = new byte[random.nextInt(12)];
            random.nextBytes(bytes);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return pick(VALUES);
    }

    String offset() {
        return pick("0", "1", "2", "5", "-1", "-2", "-100", "100", "9223372036854775807", "-9223372036854775808");
    }

    String database0() {
        return String.valueOf(random.nextInt(DATABASES));
    }

    String relativeSeconds() {
        return String.valueOf(100_000 + 1_000 * draw.relativeTimes++);
    }

    String relativeMillis() {
        return relativeSeconds() + "000";
    }

    String absoluteSeconds() {
        return pick("1", "1000000000", "4102444800", "4102444801", "5000000000");
    }

    String absoluteMillis() {
        return pick("1", "1000000000000", "4102444800000", "4102444800123", "5000000000000");
    }

    boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
