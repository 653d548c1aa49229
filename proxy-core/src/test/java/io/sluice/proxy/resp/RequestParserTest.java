package io.sluice.proxy.resp;

import static io.sluice.proxy.resp.Parsing.NO_ERROR;
import static io.sluice.proxy.resp.Parsing.authenticated;
import static io.sluice.proxy.resp.Parsing.frame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestParserTest {
    @ParameterizedTest
    @MethodSource("cases")
    void requestsAndErrors(ProtocolCases.Case given) {
        assertThat(authenticated(given.bytes())).isEqualTo(expected(given));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void splittingChangesNothing(ProtocolCases.Case given) {
        int length = given.bytes().length();
        // Long inputs are long in their filling; both ends are split everywhere.
        for (int cut = 0; cut <= length; cut = cut == 30 && length > 600 ? length - 30 : cut + 1) {
            assertThat(authenticated(given.bytes(), cut)).as("cut at %d", cut).isEqualTo(expected(given));
        }
        Random random = new Random(length);
        for (int i = 0; i < 20; i++) {
            int[] cuts =
                    random.ints(1 + random.nextInt(10), 0, length + 1).sorted().toArray();
            assertThat(authenticated(given.bytes(), cuts)).as("cut at %s", cuts).isEqualTo(expected(given));
        }
        if (length < 600) {
            int[] everywhere = Stream.iterate(1, i -> i + 1)
                    .limit(length - 1)
                    .mapToInt(i -> i)
                    .toArray();
            assertThat(authenticated(given.bytes(), everywhere)).isEqualTo(expected(given));
        }
    }

    static Stream<ProtocolCases.Case> cases() {
        return ProtocolCases.all();
    }

    private static Parsing expected(ProtocolCases.Case given) {
        return new Parsing(given.requests(), given.error());
    }

    @Test
    void requestsOfAPipelineAreTakenOneByOne() throws ProtocolException {
        RequestParser parser = new RequestParser(new Limits());
        ByteBuf in = bytes(frame("A") + frame("B", "1") + "*1\r\n$1");
        assertThat(parser.parse(in)).hasDimensions(1, 1);
        assertThat(in.readableBytes()).isEqualTo((frame("B", "1") + "*1\r\n$1").length());
        assertThat(parser.parse(in)).hasDimensions(2, 1);
        assertThat(parser.parse(in)).isNull();
        assertThat(in.isReadable()).isFalse();
        assertThat(parser.heldBytes()).isPositive();
        assertThat(parser.parse(bytes("\r\nC\r\n"))).isDeepEqualTo(new byte[][] {{'C'}});
        assertThat(parser.heldBytes()).isLessThan(100);
    }

    /** Short lines are read eight bytes at a time: of every length, and with as few bytes behind them as there can be. */
    @Test
    void lengthsOfAllNumbersOfDigitsAreRead() {
        for (int least = 1; least <= 10_000_000; least *= 10) {
            for (int length : new int[] {least - 1, least, least + 1}) {
                String argument = "x".repeat(length);
                for (String last : new String[] {"", "y", "yy", "yyyyyyyy"}) {
                    assertThat(authenticated(frame(argument, last)))
                            .isEqualTo(new Parsing(List.of(List.of(argument, last)), NO_ERROR));
                }
            }
        }
    }

    @Test
    void manyArgumentsComeInAnArrayOfTheirNumber() {
        for (int count : new int[] {127, 128, 129, 255, 256, 257, 1000, 100_000}) {
            String[] arguments = Collections.nCopies(count, "x").toArray(new String[0]);
            assertThat(authenticated(frame(arguments), 5))
                    .isEqualTo(new Parsing(List.of(List.of(arguments)), NO_ERROR));
        }
    }

    @Test
    void beforeAuthenticationRequestsAreSmall() {
        String[] ten = Collections.nCopies(10, "x").toArray(new String[0]);
        String[] eleven = Collections.nCopies(11, "x").toArray(new String[0]);
        String longest = "x".repeat(16_384);
        assertThat(anonymous(frame(ten)).requests()).containsExactly(List.of(ten));
        assertThat(anonymous(frame(longest)).requests()).containsExactly(List.of(longest));
        assertThat(anonymous(frame(eleven)).error()).isEqualTo("ERR Protocol error: unauthenticated multibulk length");
        assertThat(anonymous("*-1\r\n*11\r").error()).isEqualTo(NO_ERROR);
        assertThat(anonymous("*1\r\n$16385\r\n").error()).isEqualTo("ERR Protocol error: unauthenticated bulk length");
        assertThat(anonymous("*2147483648\r\n").error()).isEqualTo("ERR Protocol error: invalid multibulk length");
        assertThat(anonymous("*1\r\n$536870913\r\n").error()).isEqualTo("ERR Protocol error: invalid bulk length");
    }

    @Test
    void authenticationCountsFromTheNextNumberOn() throws ProtocolException {
        RequestParser parser = new RequestParser(new Limits());
        ByteBuf in = bytes(frame("AUTH", "pw") + "*11\r\n");
        assertThat(parser.parse(in)).isNotNull();
        parser.authenticated(true);
        assertThat(parser.parse(in)).isNull();
        parser.authenticated(false);
        assertThatThrownBy(() -> parser.parse(bytes("$16385\r\n"))).hasMessage("unauthenticated bulk length");
    }

    @Test
    void theLongestArgumentMayBeChangedAtRunTime() {
        Limits limits = new Limits();
        limits.bulkLength(5);
        RequestParser parser = new RequestParser(limits);
        assertThat(Parsing.of(parser, frame("12345")).error()).isEqualTo(NO_ERROR);
        assertThat(Parsing.of(parser, "*1\r\n$6\r\n").error()).isEqualTo("ERR Protocol error: invalid bulk length");

        RequestParser next = new RequestParser(limits);
        limits.bulkLength(6);
        assertThat(Parsing.of(next, frame("123456")).error()).isEqualTo(NO_ERROR);
        limits.bulkLength(Long.MAX_VALUE);
        next.authenticated(true);
        limits.queryBuffer(Long.MAX_VALUE);
        assertThat(Parsing.of(next, "*1\r\n$2147483648\r\n").error())
                .isEqualTo("ERR Protocol error: invalid bulk length");
    }

    @Test
    void afterAnErrorEverythingIsDropped() {
        RequestParser parser = new RequestParser(new Limits());
        Parsing.of(parser, "*1\r\n$1\r\n");
        assertThat(Parsing.of(parser, "aXX*x\r\n" + frame("PING")).error()).isNotEqualTo(NO_ERROR);
        assertThat(Parsing.of(parser, frame("PING") + "\r\n*x\r\n")).isEqualTo(new Parsing(List.of(), NO_ERROR));
        assertThat(parser.heldBytes()).isLessThan(100);
    }

    private static Parsing anonymous(String text) {
        return Parsing.of(new RequestParser(new Limits()), text);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }
}
