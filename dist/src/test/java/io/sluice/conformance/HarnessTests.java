package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The suite can fail, and its readers read what they should. */
class HarnessTests {

    private static RedisOracle oracle;
    private static RedisOracle other;

    @BeforeAll
    static void start() {
        oracle = RedisOracle.start();
        other = RedisOracle.start();
    }

    @AfterAll
    static void stop() {
        oracle.close();
        other.close();
    }

    private static UnaryOperator<byte[]> replacing(String text, String by) {
        return bytes ->
                new String(bytes, StandardCharsets.ISO_8859_1).replace(text, by).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Case exampleCase() {
        return new Case(
                "example",
                "here",
                List.of(),
                null,
                List.of(
                        new Step(1, "", "SET k \"two words\"", Map.of()),
                        new Step(2, "", "GET k", Map.of()),
                        new Step(3, "", "INCR k", Map.of()),
                        new Step(4, "", "GET nothing", Map.of())));
    }

    @Test
    void equalServersAgree() throws IOException {
        CaseRunner runner = new CaseRunner(oracle, other, Protocol.RESP3, new Counts());
        assertThat(runner.run(exampleCase())).isEmpty();
    }

    @Test
    void anAlteredBulkReplyIsNoticed() throws IOException {
        try (Target altered = new AlteringTarget(other, replacing("two words", "two wordz"))) {
            List<CaseRunner.Mismatch> found =
                    new CaseRunner(oracle, altered, Protocol.RESP2, new Counts()).run(exampleCase());
            assertThat(found).hasSize(1);
            assertThat(found.get(0).toString())
                    .contains("line 2: GET k", "redis:  \"two words\"", "target: \"two wordz\"");
        }
    }

    @Test
    void pairsMayComeInAnyOrderButStayTogether() {
        Step step = new Step(1, "", "HGETALL h", Map.of("pairs", ""));
        byte[] expected = flat("[\"a\" \"1\" \"b\" \"2\"]");
        assertThat(Comparison.agree(step, expected, flat("[\"b\" \"2\" \"a\" \"1\"]")))
                .isTrue();
        assertThat(Comparison.agree(step, expected, flat("[\"a\" \"2\" \"b\" \"1\"]")))
                .isFalse();
        assertThat(Comparison.agree(step, expected, flat("%{\"a\" \"1\" \"b\" \"2\"}")))
                .isFalse();
        byte[] nested = flat("[[\"a\" \"1\"] [\"b\" \"2\"]]");
        assertThat(Comparison.agree(step, nested, flat("[[\"b\" \"2\"] [\"a\" \"1\"]]")))
                .isTrue();
        assertThat(Comparison.agree(step, nested, expected)).isFalse();
    }

    private static byte[] flat(String reply) {
        return ReplyNotation.parse(reply).encode(Protocol.RESP3);
    }

    @Test
    void anAlteredErrorTextIsNoticed() throws IOException {
        try (Target altered = new AlteringTarget(other, replacing("out of range", "out of reach"))) {
            List<CaseRunner.Mismatch> found =
                    new CaseRunner(oracle, altered, Protocol.RESP2, new Counts()).run(exampleCase());
            assertThat(found).extracting(mismatch -> mismatch.step().line()).containsExactly(3);
        }
    }

    @Test
    void theOldNullOnTheNewProtocolIsNoticed() throws IOException {
        try (Target altered = new AlteringTarget(other, replacing("_\r\n", "$-1\r\n"))) {
            List<CaseRunner.Mismatch> found =
                    new CaseRunner(oracle, altered, Protocol.RESP3, new Counts()).run(exampleCase());
            assertThat(found).extracting(mismatch -> mismatch.step().line()).containsExactly(4);
        }
    }

    @Test
    void aMismatchInARandomSequenceIsShrunk() throws IOException {
        try (Target altered = new AlteringTarget(other, replacing("value is not an integer", "value is no integer"))) {
            RandomSequences random = new RandomSequences(oracle, altered, Protocol.RESP2, new Counts());
            Optional<String> report = Optional.empty();
            for (long seed = 1; report.isEmpty() && seed < 100; seed++) {
                report = random.run(seed, 60, "");
            }
            assertThat(report).isPresent();
            assertThat(report.get()).contains("-Dconformance.seed=", "target: -ERR value is no integer");
            assertThat(report.get().lines().filter(line -> line.matches("  ( |>) [A-Z].*")))
                    .as(report.get())
                    .hasSizeLessThanOrEqualTo(2);
        }
    }

    @Test
    void anAlteredAnswerToMalformedInputIsNoticed() throws IOException {
        MalformedInput input = new MalformedInput(
                "bad bulk length",
                "here",
                RedisVersion.ANY,
                List.of("*1\r\n$x\r\n".getBytes(StandardCharsets.US_ASCII)),
                MalformedInput.End.CLOSES);
        try (Target altered = new AlteringTarget(other, replacing("invalid bulk", "unwelcome bulk"))) {
            assertThat(input.answerOf(altered, Protocol.RESP2)).isNotEqualTo(input.answerOf(oracle, Protocol.RESP2));
        }
        assertThat(input.answerOf(other, Protocol.RESP2)).isEqualTo(input.answerOf(oracle, Protocol.RESP2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+OK",
                "-ERR two words",
                "-\"ERR with a blank at its end \"",
                ":-42",
                "\"a\\x00\\\"b\"",
                "nil",
                "[:1 \"two\" nil [+OK -\"ERR x\"]]",
                "%{\"k\" :1}",
                "~[\"a\"]",
                ",1.5",
                "#t",
                "=\"txt:hello\""
            })
    void repliesAreWrittenAsTheyAreRead(String notation) {
        byte[] raw = ReplyNotation.parse(notation).encode(Protocol.RESP3);
        assertThat(ReplyNotation.show(raw)).isEqualTo(notation);
    }

    @Test
    void newRepliesHaveOldForms() {
        Reply reply = ReplyNotation.parse("%{\"k\" nil \"f\" #t \"d\" ,1.5}");
        assertThat(new String(reply.encode(Protocol.RESP2), StandardCharsets.US_ASCII))
                .isEqualTo("*6\r\n$1\r\nk\r\n$-1\r\n$1\r\nf\r\n:1\r\n$1\r\nd\r\n$3\r\n1.5\r\n");
    }

    @Test
    void doublesAreComparedByValue() {
        assertThat(sameDoubles("[\"a\" \"2.732403734586241\"]", "[\"a\" \"2.7324037345862409\"]"))
                .isTrue();
        assertThat(sameDoubles("[\"a\" \"2.732403734586241\"]", "[\"a\" \"2.7324037345862414\"]"))
                .isFalse();
        assertThat(sameDoubles("[\"a\" \"1\"]", "[\"b\" \"1\"]")).isFalse();
        assertThat(sameDoubles("[\"a\" \"1\"]", "[\"a\" :1]")).isFalse();
        assertThat(sameDoubles("[\"a\"]", "[\"a\" \"1\"]")).isFalse();
        assertThat(sameDoubles("\"x1\"", "\"x1.0\"")).isFalse();
    }

    private static boolean sameDoubles(String left, String right) {
        return Comparison.sameDoubles(ReplyNotation.parse(left), ReplyNotation.parse(right));
    }

    @Test
    void numbersMayDifferOnlyWithinTheTolerance() {
        assertThat(Comparison.near(ReplyNotation.parse(":100"), ReplyNotation.parse(":98"), 2))
                .isTrue();
        assertThat(Comparison.near(ReplyNotation.parse(":100"), ReplyNotation.parse(":97"), 2))
                .isFalse();
        assertThat(Comparison.near(ReplyNotation.parse(":-1"), ReplyNotation.parse(":-2"), 2))
                .isFalse();
    }

    @Test
    void wordsAreSplitAsInRedisCli() {
        assertThat(Quoting.split("SET k \"a b\\x00\\n\" 'c d' ''"))
                .extracting(word -> new String(word, StandardCharsets.ISO_8859_1))
                .containsExactly("SET", "k", "a b\u0000\n", "c d", "");
        assertThatThrownBy(() -> Quoting.split("\"open")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyCaseFileIsRead() {
        for (String file : ConformanceContract.CASE_FILES) {
            assertThat(CaseFile.read(file)).as(file).isNotEmpty();
        }
    }

    @Test
    void payloadsOfTheHarnessAreAccepted() throws IOException {
        try (RawClient client = new RawClient(oracle)) {
            client.call("FLUSHALL");
            byte[] payload = DumpPayload.ofString("hello".getBytes(StandardCharsets.US_ASCII));
            byte[] restored = client.call(
                    "RESTORE".getBytes(StandardCharsets.US_ASCII),
                    "k".getBytes(StandardCharsets.US_ASCII),
                    "0".getBytes(StandardCharsets.US_ASCII),
                    payload);
            assertThat(ReplyNotation.show(restored)).isEqualTo("+OK");
            assertThat(ReplyNotation.show(client.call("GET", "k"))).isEqualTo("\"hello\"");
        }
    }
}
