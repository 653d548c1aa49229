package io.sluice.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** CONFIG GET and SET; the error texts are those that redis-server 7.0.15 gives. */
class ConfigCommandTest {
    private Settings settings;

    @BeforeEach
    void defaults() throws Exception {
        settings = Settings.of(Map.of());
    }

    @Test
    void getTakesPatternsAndShowsSizesInBytes() {
        assertThat(settings.get(List.of("proto-max-*", "HZ", "nosuch")))
                .isEqualTo(Map.of("proto-max-bulk-len", "536870912", "HZ", "10"));
        assertThat(settings.get(List.of("bind"))).isEqualTo(Map.of("bind", "127.0.0.1 -::1"));
        assertThat(settings.get(List.of("save"))).isEqualTo(Map.of("save", ""));
        assertThat(settings.get(List.of("hash-max-*")).keySet())
                .containsExactlyInAnyOrder(
                        "hash-max-listpack-entries",
                        "hash-max-listpack-value",
                        "hash-max-ziplist-entries",
                        "hash-max-ziplist-value");
        assertThat(settings.get(List.of())).isEmpty();
    }

    @Test
    void setChangesAllPairsAndTellsWhoeverListens() throws Exception {
        List<String> told = new ArrayList<>();
        settings.onChange(
                ExpirySettings.HZ,
                () -> told.add("hz=" + settings.number(ExpirySettings.HZ) + ",level="
                        + settings.text(MonitoringSettings.LOGLEVEL)));
        settings.onChange(MonitoringSettings.LOGLEVEL, () -> told.add("level"));

        settings.set(List.of("HZ", "50", "loglevel", "DEBUG", "hash-max-ziplist-value", "1kb"));
        settings.set(List.of("hz", "50"));

        assertThat(told).containsExactly("hz=50,level=debug", "level");
        assertThat(settings.number(EncodingSettings.HASH_MAX_LISTPACK_VALUE)).isEqualTo(1024);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal("ERR syntax error", "hz", "1", "timeout"),
                refusal("ERR Unknown option or number of arguments for CONFIG SET - 'nosuch'", "nosuch", "1"),
                refusal(
                        "ERR Unknown option or number of arguments for CONFIG SET - 'nosuch'",
                        "hz",
                        "x",
                        "nosuch",
                        "1"),
                failure("hz", "duplicate parameter", "hz", "1", "hz", "2"),
                failure(
                        "latency-tracking-info-percentiles",
                        "Invalid latency-tracking-info-percentiles parameters",
                        "latency-tracking-info-percentiles",
                        "10.0 50.0 a"),
                failure(
                        "latency-tracking-info-percentiles",
                        "latency-tracking-info-percentiles parameters should sit between [0.0,100.0]",
                        "latency-tracking-info-percentiles",
                        "10.0 50.0 101.0"),
                failure("databases", "can't set immutable config", "databases", "4"),
                failure(
                        "loglevel", "argument(s) must be one of the following: debug, verbose, notice, warning",
                        "loglevel", "foo"),
                failure("proto-max-bulk-len", "argument must be a memory value", "proto-max-bulk-len", "1gbb"),
                failure(
                        "proto-max-bulk-len", "argument must be between 1048576 and 1073741824 inclusive",
                        "proto-max-bulk-len", "1"),
                failure(
                        "hash-max-listpack-entries", "argument couldn't be parsed into an integer",
                        "hash-max-listpack-entries", "abc"),
                failure(
                        "hash-max-listpack-entries", "argument must be between 0 and 9223372036854775807 inclusive",
                        "hash-max-listpack-entries", "-1"),
                failure("timeout", "argument must be between 0 and 2147483647 inclusive", "timeout", "99999999999"),
                failure(
                        "list-max-listpack-size", "argument must be between -2147483648 and 2147483647 inclusive",
                        "list-max-listpack-size", "99999999999"),
                failure("maxclients", "argument must be between 1 and 4294967295 inclusive", "maxclients", "0"),
                failure("latency-tracking", "argument must be 'yes' or 'no'", "latency-tracking", "maybe"),
                failure("save", "Invalid save parameters", "save", "foo"));
    }

    private static Arguments failure(String name, String reason, String... arguments) {
        return refusal("ERR CONFIG SET failed (possibly related to argument '" + name + "') - " + reason, arguments);
    }

    private static Arguments refusal(String error, String... arguments) {
        return Arguments.of(error, List.of(arguments));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void setRefusesInRedissWords(String error, List<String> arguments) {
        Map<String, String> before = settings.get(List.of("*"));

        ConfigCommandException refusal =
                catchThrowableOfType(ConfigCommandException.class, () -> settings.set(arguments));

        assertThat(refusal.error()).isEqualTo(error);
        assertThat(settings.get(List.of("*"))).isEqualTo(before);
    }

    @Test
    void setIsAllOrNothing() {
        settings.onChange(ExpirySettings.HZ, () -> {
            throw new AssertionError("nothing was changed");
        });

        ConfigCommandException refusal = catchThrowableOfType(
                ConfigCommandException.class, () -> settings.set(List.of("hz", "50", "timeout", "-1")));

        assertThat(refusal).isNotNull();
        assertThat(settings.number(ExpirySettings.HZ)).isEqualTo(10);
    }

    @Test
    void percentilesAreKeptInTheirShortestForm() throws Exception {
        String name = "latency-tracking-info-percentiles";
        assertThat(settings.get(List.of(name))).isEqualTo(Map.of(name, "50 99 99.9"));
        settings.set(List.of(name, "0.0  50.0 100.0"));
        assertThat(settings.get(List.of(name))).isEqualTo(Map.of(name, "0 50 100"));
        settings.set(List.of(name, "1e1 99.99"));
        assertThat(settings.get(List.of(name))).isEqualTo(Map.of(name, "10 99.99"));
        settings.set(List.of(name, ""));
        assertThat(settings.get(List.of(name))).isEqualTo(Map.of(name, ""));
    }
}
