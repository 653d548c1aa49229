package io.sluice.proxy.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.command.Args;
import io.sluice.proxy.command.CommandSpec;
import io.sluice.proxy.command.Group;
import io.sluice.proxy.command.Handler;
import io.sluice.proxy.command.KeySpec;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.KeyHasher;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestTest {
    private static final KeySpec PAIRS = KeySpec.range(1, -1, 2);

    @Test
    void countsTheKeysThatStandOneBehindTheOther() {
        assertThat(keys(KeySpec.one(), -2, "GET a")).containsExactly("a");
        assertThat(keys(PAIRS, -3, "MSET a 1 b 2")).containsExactly("a", "b");
        assertThat(keys(PAIRS, -3, "MSET a 1 b")).containsExactly("a", "b"); // the handler refuses it
        assertThat(keys(KeySpec.range(1, -2, 1), -3, "BLPOP a b 0")).containsExactly("a", "b");
        assertThat(keys(KeySpec.counted(1), -3, "SINTERCARD 2 a b LIMIT 1")).containsExactly("a", "b");
    }

    @Test
    void nothingOfWhatWillNotRun() {
        assertThat(keys(KeySpec.one(), 2, "GET a b")).isEmpty();
        assertThat(new Request(args("NOSUCH a"), null).keyCount()).isZero();
    }

    @Test
    void countsThatAreNotOnesOfKeys() {
        for (String count : List.of("x", "-1", "0", "2147483647", "9223372036854775807", "-9223372036854775808")) {
            assertThat(keys(KeySpec.counted(1), -3, "SINTERCARD " + count + " a"))
                    .hasSizeLessThanOrEqualTo(1);
        }
        assertThat(keys(KeySpec.countedFor(1, 2), -4, "ZUNIONSTORE d 1 a")).isEmpty();
        assertThat(keys(KeySpec.NONE, -1, "PING")).isEmpty();
    }

    private static List<String> keys(KeySpec keys, int arity, String words) {
        CommandSpec spec =
                new CommandSpec("X", arity, Set.of(), keys, Group.GENERIC, "", "", "", Handler.OfConnection.EXEC);
        Request request = new Request(args(words), spec);
        return IntStream.range(0, request.keyCount())
                .mapToObj(i -> request.args().key(keys.start() + i * keys.stride()))
                .map(Key::toString)
                .toList();
    }

    private static Args args(String words) {
        byte[][] argv = Stream.of(words.split(" "))
                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        return new Args(argv, new KeyHasher(1));
    }
}
