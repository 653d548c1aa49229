package io.sluice.proxy.resp;

import static io.sluice.proxy.resp.Parsing.frame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestParserMemoryTest {
    private static final int MIB = 1 << 20;

    private final Limits limits = new Limits();
    private final RequestParser parser = new RequestParser(limits);

    RequestParserMemoryTest() {
        parser.authenticated(true);
    }

    @Test
    void aClaimAloneIsNotGivenMemory() throws ProtocolException {
        feed("*2147483647\r\n$536870912\r\n");
        assertThat(parser.heldBytes()).isLessThan(1024);
        feed("x");
        assertThat(parser.heldBytes()).isLessThan(20 * 1024);
    }

    @Test
    void memoryIsAtMostFourTimesWhatArrived() throws ProtocolException {
        feed("*1\r\n$" + 64 * MIB + "\r\n");
        String piece = "x".repeat(64 * 1024);
        for (int arrived = piece.length(); arrived <= 63 * MIB; arrived += piece.length()) {
            feed(piece);
            assertThat(parser.heldBytes()).isBetween((long) arrived, 4L * arrived + 1024);
        }
    }

    @Test
    void anArgumentThatArrivesInPiecesIsWholeAtTheEnd() throws ProtocolException {
        for (int length : new int[] {16_383, 16_384, 16_385, 65_536, 65_537, 3 * MIB + 1}) {
            byte[] sent = new byte[length];
            new Random(length).nextBytes(sent);
            feed("*1\r\n$" + length + "\r\n");
            ByteBuf in = Unpooled.wrappedBuffer(sent);
            while (in.isReadable()) {
                assertThat(parser.parse(in.readSlice(Math.min(1 + in.readerIndex() / 3, in.readableBytes()))))
                        .isNull();
            }
            assertThat(parser.parse(bytes("\r\n"))).isDeepEqualTo(new byte[][] {sent});
            assertThat(parser.heldBytes()).isLessThan(100);
        }
    }

    @Test
    void theMemoryOfALongLineIsGivenBack() throws ProtocolException {
        feed("x".repeat(60_000));
        assertThat(parser.heldBytes()).isGreaterThanOrEqualTo(60_000);
        assertThat(parser.parse(bytes("\n"))).isNotNull();
        assertThat(parser.heldBytes()).isZero();
    }

    @Test
    void manySmallArgumentsReachTheLimitToo() throws ProtocolException {
        limits.queryBuffer(MIB);
        feed("*999999\r\n");
        String piece = "$0\r\n\r\n".repeat(100);
        assertThatThrownBy(() -> {
                    while (true) {
                        feed(piece);
                        assertThat(parser.heldBytes()).isLessThanOrEqualTo(MIB);
                    }
                })
                .isInstanceOfSatisfying(
                        ProtocolException.class, e -> assertThat(e.reply()).isEqualTo(Reply.NONE));
        assertThat(parser.heldBytes()).isZero();
    }

    @Test
    void aRequestThatCannotFitIsRefusedWhereItSaysSo() throws ProtocolException {
        limits.queryBuffer(MIB);
        feed("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n");
        assertThatThrownBy(() -> feed("$" + MIB + "\r\n")).hasMessage("query buffer limit reached");
    }

    @Test
    void theLimitIsForOneRequestNotForAPipeline() throws ProtocolException {
        limits.queryBuffer(MIB);
        ByteBuf in = bytes(frame("SET", "k", "x".repeat(MIB / 2)).repeat(5));
        for (int i = 0; i < 5; i++) {
            assertThat(parser.parse(in)).hasNumberOfRows(3);
        }
        assertThat(parser.parse(in)).isNull();
    }

    private void feed(String text) throws ProtocolException {
        assertThat(parser.parse(bytes(text))).isNull();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }
}
