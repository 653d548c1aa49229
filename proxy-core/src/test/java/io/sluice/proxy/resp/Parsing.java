package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/** What a parser makes of some bytes, shown to it piece by piece: the requests, and the error after them if there is one. */
record Parsing(List<List<String>> requests, String error) {
    static final String NO_ERROR = "";

    /** Parses the text, one char a byte, cut at these ascending places; each piece is in a buffer of its own. */
    static Parsing of(RequestParser parser, String text, int... cuts) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
        byte[] bytes = text.getBytes(ISO_8859_1);
        List<List<String>> requests = new ArrayList<>();
        String error = NO_ERROR;
        int from = 0;
        for (int i = 0; i <= cuts.length && error.equals(NO_ERROR); i++) {
            int to = i < cuts.length ? cuts[i] : bytes.length;
            ByteBuf in = allocator.directBuffer(Math.max(1, to - from));
            in.writeBytes(bytes, from, to - from);
            try {
                for (byte[][] request = parser.parse(in); request != null; request = parser.parse(in)) {
                    requests.add(texts(request));
                }
                assertThat(in.isReadable()).as("left over").isFalse();
            } catch (ProtocolException e) {
                error = told(e);
            }
            assertThat(in.refCnt()).isOne();
            in.release();
            from = to;
        }
        assertThat(allocator.metric().usedDirectMemory()).isZero();
        return new Parsing(requests, error);
    }

    /** As {@link #of}, by a client that has authenticated, with Redis's usual limits. */
    static Parsing authenticated(String text, int... cuts) {
        RequestParser parser = new RequestParser(new Limits());
        parser.authenticated(true);
        return of(parser, text, cuts);
    }

    /** The frame of a request. */
    static String frame(String... arguments) {
        StringBuilder frame = new StringBuilder("*" + arguments.length + "\r\n");
        for (String argument : arguments) {
            frame.append('$')
                    .append(argument.length())
                    .append("\r\n")
                    .append(argument)
                    .append("\r\n");
        }
        return frame.toString();
    }

    private static String told(ProtocolException e) {
        return e.reply() instanceof Reply.Err error
                ? new String(error.text(), ISO_8859_1)
                : "closed: " + e.getMessage();
    }

    private static List<String> texts(byte[][] request) {
        List<String> texts = new ArrayList<>();
        for (byte[] argument : request) {
            texts.add(new String(argument, ISO_8859_1));
        }
        return texts;
    }
}
