package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RespEncoderTest {
    @ParameterizedTest
    @MethodSource("golden")
    void bytesOfEveryKindOfReply(Reply reply, String resp2, String resp3) {
        assertThat(encoded(reply, RespEncoder.RESP2)).isEqualTo(resp2);
        assertThat(encoded(reply, RespEncoder.RESP3)).isEqualTo(resp3);
    }

    static Stream<Arguments> golden() {
        Reply half = Reply.dbl(0.5, "0.5".getBytes(US_ASCII));
        return Stream.of(
                same(Reply.OK, "+OK\r\n"),
                same(Reply.PONG, "+PONG\r\n"),
                same(Reply.QUEUED, "+QUEUED\r\n"),
                same(Reply.NONE, ""),
                both(Reply.NULL, "$-1\r\n", "_\r\n"),
                both(Reply.NULL_ARRAY, "*-1\r\n", "_\r\n"),
                same(Reply.simple("Background saving started"), "+Background saving started\r\n"),
                same(Reply.error("ERR no such key"), "-ERR no such key\r\n"),
                same(Reply.error("ERR a\nb"), "-ERR a b\r\n"),
                same(Reply.error("ERR got '\u00ff'".getBytes(ISO_8859_1)), "-ERR got '\u00ff'\r\n"),
                same(Reply.integer(0), ":0\r\n"),
                same(Reply.integer(-1), ":-1\r\n"),
                same(Reply.integer(9), ":9\r\n"),
                same(Reply.integer(10), ":10\r\n"),
                same(Reply.integer(1023), ":1023\r\n"),
                same(Reply.integer(1024), ":1024\r\n"),
                same(Reply.integer(-1000), ":-1000\r\n"),
                same(Reply.integer(1_000_000_000_000L), ":1000000000000\r\n"),
                same(Reply.integer(Long.MAX_VALUE), ":9223372036854775807\r\n"),
                same(Reply.integer(Long.MIN_VALUE), ":-9223372036854775808\r\n"),
                same(Reply.bulk(""), "$0\r\n\r\n"),
                same(Reply.bulk("a\r\nb"), "$4\r\na\r\nb\r\n"),
                same(Reply.bulk("xvaluey".getBytes(UTF_8), 1, 5), "$5\r\nvalue\r\n"),
                same(Reply.bulk("x".repeat(1023)), "$1023\r\n" + "x".repeat(1023) + "\r\n"),
                same(Reply.bulk("x".repeat(1024)), "$1024\r\n" + "x".repeat(1024) + "\r\n"),
                same(Reply.bulkOrNull("v".getBytes(UTF_8)), "$1\r\nv\r\n"),
                both(Reply.bulkOrNull(null), "$-1\r\n", "_\r\n"),
                same(Reply.array(), "*0\r\n"),
                same(Reply.array(Reply.ONE, Reply.bulk("b")), "*2\r\n:1\r\n$1\r\nb\r\n"),
                both(Reply.array(List.of(Reply.NULL)), "*1\r\n$-1\r\n", "*1\r\n_\r\n"),
                both(Reply.EMPTY_MAP, "*0\r\n", "%0\r\n"),
                both(
                        Reply.map(List.of(Reply.bulk("k"), half)),
                        "*2\r\n$1\r\nk\r\n$3\r\n0.5\r\n",
                        "%1\r\n$1\r\nk\r\n,0.5\r\n"),
                both(
                        Reply.pairs(List.of(Reply.bulk("m"), half, Reply.bulk("n"), Reply.ONE)),
                        "*4\r\n$1\r\nm\r\n$3\r\n0.5\r\n$1\r\nn\r\n:1\r\n",
                        "*2\r\n*2\r\n$1\r\nm\r\n,0.5\r\n*2\r\n$1\r\nn\r\n:1\r\n"),
                both(Reply.pairs(List.of()), "*0\r\n", "*0\r\n"),
                both(Reply.set(List.of(Reply.ONE)), "*1\r\n:1\r\n", "~1\r\n:1\r\n"),
                both(Reply.push(List.of(Reply.bulk("message"))), "*1\r\n$7\r\nmessage\r\n", ">1\r\n$7\r\nmessage\r\n"),
                both(half, "$3\r\n0.5\r\n", ",0.5\r\n"),
                both(Reply.dbl(Double.POSITIVE_INFINITY, "inf".getBytes(US_ASCII)), "$3\r\ninf\r\n", ",inf\r\n"),
                both(Reply.bool(true), ":1\r\n", "#t\r\n"),
                both(Reply.bool(false), ":0\r\n", "#f\r\n"),
                both(Reply.verbatim("txt", "a\nb".getBytes(UTF_8)), "$3\r\na\nb\r\n", "=7\r\ntxt:a\nb\r\n"),
                both(
                        Reply.bigNumber("-1234567999999999999999999999999999999"),
                        "$38\r\n-1234567999999999999999999999999999999\r\n",
                        "(-1234567999999999999999999999999999999\r\n"),
                same(Reply.sequence(List.of(Reply.OK, Reply.array(), Reply.PONG)), "+OK\r\n*0\r\n+PONG\r\n"),
                both(
                        Reply.attributed(List.of(Reply.bulk("k"), Reply.array(Reply.ONE)), Reply.OK),
                        "+OK\r\n",
                        "|1\r\n$1\r\nk\r\n*1\r\n:1\r\n+OK\r\n"),
                both(
                        Reply.array(
                                Reply.array(Reply.ONE, Reply.set(List.of(Reply.NULL_ARRAY))),
                                Reply.EMPTY_ARRAY,
                                Reply.map(List.of(Reply.ONE, Reply.array(Reply.OK)))),
                        "*3\r\n*2\r\n:1\r\n*1\r\n*-1\r\n*0\r\n*2\r\n:1\r\n*1\r\n+OK\r\n",
                        "*3\r\n*2\r\n:1\r\n~1\r\n_\r\n*0\r\n%1\r\n:1\r\n*1\r\n+OK\r\n"));
    }

    @Test
    void repliesFollowEachOtherInABuffer() {
        ByteBuf out = Unpooled.buffer();
        for (int i = 0; i < 100; i++) {
            RespEncoder.encode(Reply.integer(i), RespEncoder.RESP2, out);
            RespEncoder.encode(Reply.bulk("b"), RespEncoder.RESP2, out);
        }
        ReplyReader reader = new ReplyReader(out);
        for (int i = 0; i < 100; i++) {
            assertThat(reader.read()).isEqualTo(Reply.integer(i));
            assertThat(reader.read()).isEqualTo(Reply.bulk("b"));
        }
        assertThat(out.isReadable()).isFalse();
    }

    @Test
    void fitsIntoABufferThatHasNoByteToSpare() {
        Reply reply = Reply.array(Reply.integer(7), Reply.integer(123), Reply.OK);
        int exact = encoded(reply, RespEncoder.RESP3).length();
        ByteBuf out = Unpooled.buffer(exact, exact);
        RespEncoder.encode(reply, RespEncoder.RESP3, out);
        assertThat(out.writerIndex()).isEqualTo(exact);
        assertThatThrownBy(() -> RespEncoder.encode(Reply.OK, RespEncoder.RESP3, out))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void depthOfNestingIsNotBoundedByTheStack() {
        int depth = 1_000_000;
        Reply reply = Reply.integer(5);
        for (int i = 0; i < depth; i++) {
            reply = Reply.array(reply);
        }
        ByteBuf out = Unpooled.buffer();
        RespEncoder.encode(reply, RespEncoder.RESP2, out);
        assertThat(out.readableBytes()).isEqualTo(4 * depth + 4);
        assertThat(out.getCharSequence(4 * depth - 4, 8, US_ASCII)).hasToString("*1\r\n:5\r\n");
    }

    private static String encoded(Reply reply, int protocol) {
        ByteBuf out = Unpooled.buffer(0);
        RespEncoder.encode(reply, protocol, out);
        return out.toString(ISO_8859_1);
    }

    private static Arguments same(Reply reply, String bytes) {
        return Arguments.of(reply, bytes, bytes);
    }

    private static Arguments both(Reply reply, String resp2, String resp3) {
        return Arguments.of(reply, resp2, resp3);
    }
}
