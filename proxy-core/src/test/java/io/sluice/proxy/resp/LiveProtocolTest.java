package io.sluice.proxy.resp;

import static io.sluice.proxy.resp.Parsing.frame;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.proxy.text.RealRedis;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows the same bytes to the parser and to a live redis-server. What the parser makes of them is turned into the answers
 * that Redis must then give: ECHO with one argument shows that argument, anything else is some error of the command, and a
 * protocol error is compared to the letter.
 */
class LiveProtocolTest {
    private static final String COMMAND_FAILED = "-(some error of a command)";

    private static RealRedis open;
    private static RealRedis locked;

    @BeforeAll
    static void start() {
        open = RealRedis.startOrSkip();
        locked = RealRedis.startOrSkip("--requirepass", "pw");
    }

    @AfterAll
    static void stop() throws IOException {
        for (RealRedis redis : new RealRedis[] {open, locked}) {
            if (redis != null) {
                redis.close();
            }
        }
    }

    static Stream<ProtocolCases.Case> cases() {
        return ProtocolCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void redisMakesTheSameOfEveryCase(ProtocolCases.Case given) throws IOException {
        compare(given.bytes());
    }

    @Test
    void redisMakesTheSameOfMutatedFrames() throws IOException {
        Random random = new Random(20);
        for (int i = 0; i < 4000; i++) {
            compare(Mutations.of(
                    random, frame("ECHO", "a\r\nb") + "ECHO \"x y\"\r\n" + frame("ECHO", "") + "ECHO 'z'\n"));
        }
    }

    @Test
    void redisSplitsInlineRequestsTheSame() throws IOException {
        Random random = new Random(30);
        String[] pieces = {
            "\"", "'", "\\", "\\x4", "\\x41", "x", " ", "\t", "\\n", "\\\"", "\\'", "\u000b", "\f", "\r", "b", "\u00e9"
        };
        for (int i = 0; i < 4000; i++) {
            StringBuilder line = new StringBuilder("ECHO ");
            for (int j = random.nextInt(8); j >= 0; j--) {
                line.append(pieces[random.nextInt(pieces.length)]);
            }
            compare(line + "\r\n");
        }
    }

    @Test
    void redisRefusesTheSameBeforeAuthentication() throws IOException {
        String[] eleven = Collections.nCopies(11, "x").toArray(new String[0]);
        for (String bytes : List.of(
                frame(eleven),
                "*11\r",
                "*2147483648\r\n",
                "*1\r\n$16385\r\n",
                "*1\r\n$16384\r\n",
                "*1\r\n$-1\r\n",
                "*1\r\n$536870913\r\n")) {
            String error = Parsing.of(new RequestParser(new Limits()), bytes).error();
            assertThat(locked.answer(bytes)).isEqualTo(error.isEmpty() ? "" : "-" + error + "\r\n");
        }
    }

    private static void compare(String bytes) throws IOException {
        Parsing ours = Parsing.authenticated(bytes);
        ByteBuf answers = Unpooled.copiedBuffer(open.answer(bytes), ISO_8859_1);
        ReplyReader redis = new ReplyReader(answers);
        String shown = bytes.length() > 1000 ? bytes.substring(0, 100) + "..." : bytes;
        for (List<String> request : ours.requests()) {
            assertThat(answers.isReadable())
                    .as("an answer to %s of [%s]", request, shown)
                    .isTrue();
            assertThat(summary(redis.read())).as("[%s]", shown).isEqualTo(summary(request));
        }
        String error =
                answers.isReadable() ? new String(((Reply.Err) redis.read()).text(), ISO_8859_1) : Parsing.NO_ERROR;
        assertThat(error).as("[%s]", shown).isEqualTo(ours.error());
        assertThat(answers.isReadable())
                .as("more answers than requests to [%s]", shown)
                .isFalse();
    }

    private static String summary(List<String> request) {
        return request.size() == 2 && request.get(0).equalsIgnoreCase("ECHO") ? request.get(1) : COMMAND_FAILED;
    }

    private static String summary(Reply reply) {
        if (reply instanceof Reply.Err error && !error.message().startsWith("ERR Protocol error")) {
            return COMMAND_FAILED;
        }
        return reply instanceof Reply.Bulk bulk ? new String(bulk.toBytes(), ISO_8859_1) : reply.toString();
    }
}
