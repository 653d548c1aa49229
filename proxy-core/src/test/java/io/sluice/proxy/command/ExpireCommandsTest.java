package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpireCommandsTest {
    private static final String INVALID = "-ERR invalid expire time in '%s' command";

    private final DataFixture data = new DataFixture();

    @AfterEach
    void close() {
        data.close();
    }

    /** What becomes of an expiry in so many milliseconds (-1: none) when it shall be so many, under the condition. */
    @ParameterizedTest
    @CsvSource({
        "-1, NX, 100, 100",
        "50, NX, 100, 50",
        "-1, XX, 100, -1",
        "50, XX, 100, 100",
        "-1, GT, 100, -1",
        "50, GT, 100, 100",
        "100, GT, 100, 100",
        "200, GT, 100, 200",
        "-1, LT, 100, 100",
        "50, LT, 100, 50",
        "100, LT, 100, 100",
        "200, LT, 100, 100",
        "-1, XX GT, 100, -1",
        "50, XX GT, 100, 100",
        "-1, XX LT, 100, -1",
        "200, xx lt, 100, 100",
    })
    void conditions(long before, String options, long wanted, long after) {
        data.set("k", "v");
        if (before >= 0) {
            data.run("PEXPIRE", "k", before);
        }
        String[] words = ("PEXPIRE k " + wanted + " " + options).split(" ", -1);
        boolean changed = before != after;
        assertThat(data.text((Object[]) words)).isEqualTo(changed ? "1" : "0");
        assertThat(data.text("PTTL", "k")).isEqualTo(Long.toString(after));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NX XX", "GT NX", "NX LT"})
    void nxGoesWithNothing(String options) {
        assertThat(data.text((Object[]) ("EXPIRE none 10 " + options).split(" ", -1)))
                .isEqualTo("-ERR NX and XX, GT or LT options at the same time are not compatible");
    }

    @Test
    void optionsAreCheckedBeforeTheTime() {
        assertThat(data.text("EXPIRE", "none", "x", "GT", "LT"))
                .isEqualTo("-ERR GT and LT options at the same time are not compatible");
        assertThat(data.text("EXPIRE", "none", "x", "foo")).isEqualTo("-ERR Unsupported option foo");
        assertThat(data.text("EXPIRE", "none", "x", "GT")).isEqualTo("-ERR value is not an integer or out of range");
    }

    @Test
    void timesThatNoClockHoldsAreRefusedBeforeTheKeyIsLookedFor() {
        long max = Long.MAX_VALUE;
        assertThat(data.text("EXPIRE", "none", max)).isEqualTo(INVALID.formatted("expire"));
        assertThat(data.text("EXPIRE", "none", -max)).isEqualTo(INVALID.formatted("expire"));
        assertThat(data.text("EXPIREAT", "none", max)).isEqualTo(INVALID.formatted("expireat"));
        assertThat(data.text("PEXPIRE", "none", max)).isEqualTo(INVALID.formatted("pexpire"));
        assertThat(data.text("PEXPIRE", "none", max - data.now())).isEqualTo("0");
        assertThat(data.text("PEXPIREAT", "none", max)).isEqualTo("0");
    }

    @Test
    void theLargestTimeIsKeptAndShown() {
        data.set("k", "v");
        assertThat(data.text("PEXPIREAT", "k", Long.MAX_VALUE)).isEqualTo("1");
        assertThat(data.text("PEXPIRETIME", "k")).isEqualTo("9223372036854775807");
        assertThat(data.text("EXPIRETIME", "k")).isEqualTo("9223372036854776");
    }

    @ParameterizedTest
    @CsvSource({"EXPIRE, 0", "EXPIRE, -1", "PEXPIRE, -9223372036854775808", "EXPIREAT, 1", "PEXPIREAT, -5"})
    void aTimeInThePastDeletes(String command, String time) {
        data.set("k", "v");
        assertThat(data.text(command, "k", time)).isEqualTo("1");
        assertThat(data.text("EXISTS", "k")).isEqualTo("0");
        assertThat(data.text(command, "k", time)).isEqualTo("0");
    }

    @Test
    void remainingTimeIsRoundedToTheNearestSecond() {
        data.set("k", "v");
        data.run("PEXPIRE", "k", 1499);
        assertThat(data.text("TTL", "k")).isEqualTo("1");
        data.run("PEXPIRE", "k", 1500);
        assertThat(data.text("TTL", "k")).isEqualTo("2");
        assertThat(data.text("PTTL", "k")).isEqualTo("1500");
        data.clock.addAndGet(1499);
        assertThat(data.text("PTTL", "k")).isEqualTo("1");
        assertThat(data.text("TTL", "k")).isEqualTo("0");
        data.clock.addAndGet(1);
        assertThat(data.text("PTTL", "k")).isEqualTo("0");
        data.clock.addAndGet(1);
        assertThat(data.text("TTL", "k")).isEqualTo("-2");
    }

    @Test
    void absoluteTimes() {
        data.set("k", "v");
        long seconds = data.now() / 1000 + 100;
        assertThat(data.text("EXPIREAT", "k", seconds)).isEqualTo("1");
        assertThat(data.text("EXPIRETIME", "k")).isEqualTo(Long.toString(seconds));
        assertThat(data.text("PEXPIRETIME", "k")).isEqualTo(seconds + "000");
        assertThat(data.text("TTL", "k")).isEqualTo("100");
    }

    @Test
    void noKeyAndNoExpiryAreToldApart() {
        data.set("k", "v");
        for (String command : new String[] {"TTL", "PTTL", "EXPIRETIME", "PEXPIRETIME"}) {
            assertThat(data.text(command, "none")).isEqualTo("-2");
            assertThat(data.text(command, "k")).isEqualTo("-1");
        }
    }

    @Test
    void persistTakesTheExpiryAway() {
        data.set("k", "v");
        assertThat(data.text("PERSIST", "none")).isEqualTo("0");
        assertThat(data.text("PERSIST", "k")).isEqualTo("0");
        data.run("EXPIRE", "k", 10);
        assertThat(data.text("PERSIST", "k")).isEqualTo("1");
        data.clock.addAndGet(20_000);
        assertThat(data.text("TTL", "k")).isEqualTo("-1");
    }
}
