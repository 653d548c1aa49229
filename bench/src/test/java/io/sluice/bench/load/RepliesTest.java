package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RepliesTest {
    private record Seen(long bytes, boolean missing, String error) {}

    /** A reply and what is to be seen of it. */
    private record Sample(String text, boolean missing, String error) {
        Seen seen() {
            return new Seen(text.getBytes(StandardCharsets.ISO_8859_1).length, missing, error);
        }
    }

    private static final List<Sample> SAMPLES = List.of(
            new Sample("+OK\r\n", false, null),
            new Sample("-ERR no such thing -1\r\n", false, "ERR no such thing -1"),
            new Sample("-MOVED 42 127.0.0.1:7000\r\n", false, "MOVED 42 127.0.0.1:7000"),
            new Sample(":-12\r\n", false, null),
            new Sample("$-1\r\n", true, null),
            new Sample("$0\r\n\r\n", false, null),
            new Sample("$11\r\na\r\n$3\r\n-ERR\r\n", false, null),
            new Sample("*-1\r\n", true, null),
            new Sample("*0\r\n", false, null),
            new Sample("*3\r\n$-1\r\n*2\r\n:1\r\n$1\r\na\r\n-ERR in it\r\n", false, null),
            new Sample("%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n_\r\n", false, null),
            new Sample("~1\r\n#t\r\n", false, null),
            new Sample("_\r\n", true, null),
            new Sample(",-1.5\r\n", false, null),
            new Sample("(-12345678901234567890\r\n", false, null),
            new Sample("=7\r\ntxt:a\r\n\r\n", false, null),
            new Sample("|1\r\n+ttl\r\n:3600\r\n$2\r\nab\r\n", false, null),
            new Sample("!9\r\nERR a bad\r\n", false, "an error as a string"));

    private static List<Seen> read(byte[] all, List<Integer> chunks) {
        List<Seen> seen = new ArrayList<>();
        Replies replies = new Replies((bytes, missing, error) -> seen.add(new Seen(bytes, missing, error)));
        int at = 0;
        for (int i = 0; at < all.length; i++) {
            int size = chunks.isEmpty() ? all.length : chunks.get(i % chunks.size());
            int end = Math.min(all.length, at + size);
            byte[] chunk = Arrays.copyOfRange(all, at, end);
            replies.take(chunk, chunk.length);
            at = end;
        }
        return seen;
    }

    @Property
    void findsTheEndsOfRepliesHoweverTheyAreSplit(
            @ForAll("samples") List<Sample> samples, @ForAll("chunks") List<Integer> chunks) {
        StringBuilder text = new StringBuilder();
        samples.forEach(sample -> text.append(sample.text()));
        assertThat(read(text.toString().getBytes(StandardCharsets.ISO_8859_1), chunks))
                .isEqualTo(samples.stream().map(Sample::seen).toList());
    }

    @Test
    void waitsForTheRestOfAReply() {
        assertThat(read("*2\r\n:1\r\n$3\r\nab".getBytes(StandardCharsets.US_ASCII), List.of()))
                .isEmpty();
    }

    @Provide
    Arbitrary<List<Sample>> samples() {
        return Arbitraries.of(SAMPLES).list().ofMinSize(1).ofMaxSize(20);
    }

    @Provide
    Arbitrary<List<Integer>> chunks() {
        return Arbitraries.integers().between(1, 9).list().ofMaxSize(8);
    }
}
