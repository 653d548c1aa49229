package io.sluice.proxy.type.string;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.RealRedis;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LcsTest {
    private static final long LIMIT = 512L << 20;

    @Test
    void findsWhatTheDocumentationOfRedisFinds() {
        byte[] a = bytes("ohmytext");
        byte[] b = bytes("mynewtext");

        Lcs.Result result = Lcs.find(a, b);

        assertThat(result.subsequence()).isEqualTo(bytes("mytext"));
        assertThat(Lcs.length(a, b)).isEqualTo(6);
        assertThat(result.matches()).containsExactly(new Lcs.Match(4, 5, 4), new Lcs.Match(2, 0, 2));
        assertThat(result.matchesOfAtLeast(4)).containsExactly(new Lcs.Match(4, 5, 4));
        assertThat(result.matches().get(0).endA()).isEqualTo(7);
        assertThat(result.matches().get(0).endB()).isEqualTo(8);
    }

    @Test
    void nothingInCommonIsEmpty() {
        assertThat(Lcs.find(bytes(""), bytes("abc")).matches()).isEmpty();
        assertThat(Lcs.find(bytes("xyz"), bytes("abc")).subsequence()).isEmpty();
    }

    @Test
    void theLimitsAreThoseOfTheTableThatRedisKeeps() {
        assertThat(Lcs.check(10, 10, LIMIT)).isEqualTo(Lcs.Limit.OK);
        assertThat(Lcs.check(9, 9, 400)).isEqualTo(Lcs.Limit.OK);
        assertThat(Lcs.check(9, 9, 399)).isEqualTo(Lcs.Limit.TOO_MUCH_MEMORY);
        assertThat(Lcs.check(1 << 20, 1 << 20, LIMIT)).isEqualTo(Lcs.Limit.TOO_MUCH_MEMORY);
        assertThat(Lcs.check(4294967294L, 1, LIMIT)).isEqualTo(Lcs.Limit.STRING_TOO_LONG);
        assertThat(Lcs.check(4294967293L, 4294967293L, Long.MAX_VALUE)).isEqualTo(Lcs.Limit.TOO_MUCH_MEMORY);
    }

    @Test
    void agreesWithRedisOnRandomStrings() throws Exception {
        Random random = new Random(9);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (int i = 0; i < 2000; i++) {
                byte[] a = random(random);
                byte[] b = random(random);
                redis.call(bytes("MSET"), bytes("a"), a, bytes("b"), b);
                Lcs.Result ours = Lcs.find(a, b);

                assertThat((byte[]) redis.call("LCS", "a", "b")).isEqualTo(ours.subsequence());
                List<?> theirs = (List<?>) redis.call("LCS", "a", "b", "IDX", "MINMATCHLEN", "2", "WITHMATCHLEN");
                assertThat(theirs.get(1))
                        .isEqualTo(ours.matchesOfAtLeast(2).stream()
                                .map(m -> List.of(
                                        List.of(m.startA(), m.endA()), List.of(m.startB(), m.endB()), m.length()))
                                .toList());
                assertThat(theirs.get(3)).isEqualTo((long) Lcs.length(a, b));
            }
        }
    }

    private static byte[] random(Random random) {
        byte[] string = new byte[random.nextInt(30)];
        for (int i = 0; i < string.length; i++) {
            string[i] = (byte) ('a' + random.nextInt(3));
        }
        return string;
    }
}
