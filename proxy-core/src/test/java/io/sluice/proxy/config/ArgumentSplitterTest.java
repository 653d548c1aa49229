package io.sluice.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentSplitterTest {

    static Stream<Arguments> lines() {
        return Stream.of(
                Arguments.of("port 6379", List.of("port", "6379")),
                Arguments.of("  bind\t127.0.0.1   -::1 ", List.of("bind", "127.0.0.1", "-::1")),
                Arguments.of("logfile \"\"", List.of("logfile", "")),
                Arguments.of("logfile ''", List.of("logfile", "")),
                Arguments.of("a \"b c\" d", List.of("a", "b c", "d")),
                Arguments.of("a \"\\x41\\n\\r\\t\\\"\\\\\\q\"", List.of("a", "A\n\r\t\"\\q")),
                Arguments.of("a \"\\x4\"", List.of("a", "x4")),
                Arguments.of("a 'it\\'s \\n'", List.of("a", "it's \\n")),
                Arguments.of("a b#c", List.of("a", "b#c")),
                Arguments.of("pre\"fix\"", List.of("prefix")),
                Arguments.of("", List.of()),
                Arguments.of("   ", List.of()));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void splits(String line, List<String> words) {
        assertThat(ArgumentSplitter.split(line)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a \"b", "a 'b", "a \"b\"c", "a 'b'c", "a \"b\\\"", "\""})
    void refusesUnbalancedQuotes(String line) {
        assertThat(ArgumentSplitter.split(line)).isNull();
    }

    @Property
    void readsBackWhatItQuotes(@ForAll @CharRange(from = 0, to = 0x2FF) String text) {
        assertThat(ArgumentSplitter.split(ArgumentSplitter.quote(text))).containsExactly(text);
    }
}
