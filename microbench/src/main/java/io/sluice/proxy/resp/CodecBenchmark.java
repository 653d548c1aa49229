package io.sluice.proxy.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Requests out of bytes, and replies into bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
    private static final int PIPELINE = 16;
    private static final int ELEMENTS = 100;
    private static final int BUFFER = 1 << 16;
    private static final String VALUE = "x".repeat(64);

    private final RequestParser parser = new RequestParser(new Limits());
    private final ByteBuf set = request("SET", "key:000000012345", VALUE);
    private final ByteBuf gets = Unpooled.directBuffer();
    private final ByteBuf out = Unpooled.directBuffer(BUFFER);
    private final Reply range = range();
    private final Reply value = Reply.bulk(VALUE.getBytes(StandardCharsets.US_ASCII));

    public CodecBenchmark() {
        parser.authenticated(true);
        for (int i = 0; i < PIPELINE; i++) {
            gets.writeBytes(request("GET", "key:0000000123" + (10 + i)));
        }
    }

    private static ByteBuf request(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        return Unpooled.directBuffer(bytes.length).writeBytes(bytes);
    }

    private static Reply range() {
        List<Reply> elements = new ArrayList<>();
        for (int i = 0; i < ELEMENTS; i++) {
            elements.add(Reply.bulk(VALUE.getBytes(StandardCharsets.US_ASCII)));
        }
        return Reply.array(elements);
    }

    @Benchmark
    public Object decodeSet() throws ProtocolException {
        set.readerIndex(0);
        return Objects.requireNonNull(parser.parse(set));
    }

    /** Time of one request among 16 that came together. */
    @Benchmark
    @OperationsPerInvocation(PIPELINE)
    public int decodePipelinedGet() throws ProtocolException {
        gets.readerIndex(0);
        int words = 0;
        for (byte[][] each = parser.parse(gets); each != null; each = parser.parse(gets)) {
            words += each.length;
        }
        return words;
    }

    @Benchmark
    public ByteBuf encodeBulk() {
        RespEncoder.encode(value, RespEncoder.RESP2, out.clear());
        return out;
    }

    @Benchmark
    public ByteBuf encodeRangeOf100() {
        RespEncoder.encode(range, RespEncoder.RESP2, out.clear());
        return out;
    }
}
