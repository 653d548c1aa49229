package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class RespRoundTripTest {
    private static final List<Integer> PROTOCOLS = List.of(RespEncoder.RESP2, RespEncoder.RESP3);

    @Property
    void whatIsWrittenIsRead(@ForAll("replies") Reply reply) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
        for (int protocol : PROTOCOLS) {
            ByteBuf out = allocator.directBuffer(1);
            RespEncoder.encode(reply, protocol, out);
            assertThat((long) out.readableBytes()).isLessThanOrEqualTo(reply.bytes());
            assertThat(new ReplyReader(out).read())
                    .isEqualTo(protocol == RespEncoder.RESP3 ? inResp3(reply) : inResp2(reply));
            assertThat(out.isReadable()).isFalse();
            assertThat(out.refCnt()).isOne();
            out.release();
        }
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @Property
    void theSizeOfASingleValueIsExactInTheLongerVersion(@ForAll("singles") Reply reply) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        int longest = 0;
        for (int protocol : PROTOCOLS) {
            ByteBuf out = allocator.heapBuffer();
            RespEncoder.encode(reply, protocol, out);
            longest = Math.max(longest, out.readableBytes());
            out.release();
        }
        assertThat(reply.bytes()).isEqualTo(longest);
    }

    @Property
    void decimalsAreReadAsWritten(@ForAll long value) {
        byte[] text = Long.toString(value).getBytes(US_ASCII);
        assertThat(Decimal.length(value)).isEqualTo(text.length);
        assertThat(Decimal.parse(text, 0, text.length)).hasValue(value);
    }

    @Provide
    Arbitrary<Reply> singles() {
        Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(2000);
        Arbitrary<Double> doubles = Arbitraries.doubles();
        return Arbitraries.oneOf(
                Arbitraries.of(
                        Reply.OK, Reply.NULL, Reply.NULL_ARRAY, Reply.TRUE, Reply.FALSE, Reply.EMPTY_BULK, Reply.ZERO),
                Arbitraries.longs().map(Reply::integer),
                bytes.map(Reply::bulk),
                bytes.filter(b -> b.length > 1).map(b -> Reply.bulk(b, 1, b.length / 2)),
                Arbitraries.strings().map(Reply::simple),
                bytes.map(Reply::error),
                doubles.map(d -> Reply.dbl(d, Double.toString(d).getBytes(US_ASCII))),
                bytes.map(b -> Reply.verbatim("txt", b)),
                Arbitraries.bigIntegers().map(n -> Reply.bigNumber(n.toString())));
    }

    @Provide
    Arbitrary<Reply> replies() {
        return Arbitraries.recursive(
                this::singles,
                inner -> Arbitraries.frequencyOf(
                        Tuple.of(1, singles()),
                        Tuple.of(2, inner.list().ofMaxSize(6).map(Reply::array)),
                        Tuple.of(1, inner.list().ofMaxSize(4).map(Reply::set)),
                        Tuple.of(1, inner.list().ofMaxSize(4).map(Reply::push)),
                        Tuple.of(
                                1,
                                Arbitraries.integers()
                                        .between(0, 3)
                                        .flatMap(n -> inner.list().ofSize(2 * n))
                                        .map(Reply::map)),
                        Tuple.of(
                                1,
                                Arbitraries.integers()
                                        .between(0, 3)
                                        .flatMap(n -> inner.list().ofSize(2 * n))
                                        .map(Reply::pairs))),
                0,
                4);
    }

    /** What a client of RESP3 can know of a reply. */
    private static Reply inResp3(Reply reply) {
        if (reply instanceof Reply.Null) {
            return Reply.NULL;
        }
        if (reply instanceof Reply.Aggregate aggregate) {
            List<Reply> elements = new ArrayList<>();
            aggregate.elements().forEach(e -> elements.add(inResp3(e)));
            if (aggregate.kind() == Reply.Aggregate.Kind.PAIRS) {
                return inTwos(elements);
            }
            return Reply.Aggregate.of(aggregate.kind(), elements);
        }
        return reply;
    }

    private static Reply inTwos(List<Reply> elements) {
        List<Reply> twos = new ArrayList<>();
        for (int i = 0; i < elements.size(); i += 2) {
            twos.add(Reply.array(elements.get(i), elements.get(i + 1)));
        }
        return Reply.array(twos);
    }

    /** What a client of RESP2 can know of a reply. */
    private static Reply inResp2(Reply reply) {
        if (reply instanceof Reply.Aggregate aggregate) {
            List<Reply> elements = new ArrayList<>();
            aggregate.elements().forEach(e -> elements.add(inResp2(e)));
            return Reply.array(elements);
        }
        if (reply instanceof Reply.Dbl dbl) {
            return Reply.bulk(dbl.text());
        }
        if (reply instanceof Reply.Bool bool) {
            return Reply.integer(bool.value() ? 1 : 0);
        }
        if (reply instanceof Reply.Verbatim verbatim) {
            return Reply.bulk(verbatim.text());
        }
        if (reply instanceof Reply.BigNumber big) {
            return Reply.bulk(big.digits());
        }
        return reply;
    }
}
