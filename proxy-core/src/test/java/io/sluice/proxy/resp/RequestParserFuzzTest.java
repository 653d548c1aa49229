package io.sluice.proxy.resp;

import static io.sluice.proxy.resp.Parsing.NO_ERROR;
import static io.sluice.proxy.resp.Parsing.frame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RequestParserFuzzTest {
    private static final int LIMIT = 256 * 1024;

    @Property
    void requestsAreReadAsWritten(@ForAll("pipelines") List<List<String>> requests, @ForAll long seed) {
        StringBuilder text = new StringBuilder();
        requests.forEach(request -> text.append(frame(request.toArray(new String[0]))));
        int[] cuts =
                new Random(seed).ints(seed & 7, 0, text.length() + 1).sorted().toArray();
        assertThat(Parsing.authenticated(text.toString(), cuts)).isEqualTo(new Parsing(requests, NO_ERROR));
    }

    @Property
    void splittingNeverMatters(@ForAll("pipelines") List<List<String>> requests, @ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        requests.forEach(request -> text.append(frame(request.toArray(new String[0]))));
        String mutated = Mutations.of(random, text.toString());
        int[] cuts =
                random.ints(1 + (seed & 7), 0, mutated.length() + 1).sorted().toArray();
        assertThat(Parsing.authenticated(mutated, cuts)).isEqualTo(Parsing.authenticated(mutated));
    }

    @Property
    void anythingIsARequestOrAProtocolErrorWithinBoundedMemory(@ForAll long seed) {
        Limits limits = new Limits();
        limits.queryBuffer(LIMIT);
        RequestParser parser = new RequestParser(limits);
        Random random = new Random(seed);
        parser.authenticated(random.nextBoolean());
        String base =
                frame("SET", "key", "x".repeat(random.nextInt(5000))).repeat(3) + "SET \"a b\" '\\''\r\n*99999\r\n";
        int failures = 0;
        for (int i = 0; i < 50; i++) {
            ByteBuf in = Unpooled.copiedBuffer(
                    random.nextInt(4) == 0 ? noise(random) : Mutations.of(random, base), ISO_8859_1);
            try {
                while (parser.parse(in) != null) {
                    assertThat(parser.heldBytes()).isLessThan(100);
                }
                assertThat(in.isReadable()).isFalse();
            } catch (ProtocolException e) {
                failures++;
            }
            assertThat(parser.heldBytes()).isLessThanOrEqualTo(LIMIT);
            assertThat(in.refCnt()).isOne();
            in.release();
        }
        assertThat(failures).as("a parser fails once").isLessThanOrEqualTo(1);
    }

    @Provide
    Arbitrary<List<List<String>>> pipelines() {
        Arbitrary<String> argument =
                Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(300);
        return argument.list().ofMinSize(1).ofMaxSize(20).list().ofMinSize(1).ofMaxSize(5);
    }

    private static String noise(Random random) {
        byte[] bytes = new byte[random.nextInt(3000)];
        random.nextBytes(bytes);
        List<String> starts = new ArrayList<>(List.of("", "*", "*3\r\n$", "*1\r\n$100000\r\n", "$", "\""));
        return starts.get(random.nextInt(starts.size())) + new String(bytes, ISO_8859_1);
    }
}
