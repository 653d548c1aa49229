package io.sluice.proxy.text;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "*, hello, true",
        "h?llo, hello, true",
        "h?llo, hllo, false",
        "h*llo, heeeello, true",
        "h[ae]llo, hallo, true",
        "h[ae]llo, hillo, false",
        "h[^e]llo, hallo, true",
        "h[^e]llo, hello, false",
        "h[a-b]llo, hbllo, true",
        "h[b-a]llo, hallo, true",
        "h[a-b]llo, hcllo, false",
        "\\*, *, true",
        "\\*, a, false",
        "a\\, a, false",
        "a\\, a\\, true",
        "[abc, b, true",
        "[abc, d, false",
        "[\\]], ], true",
        "[a-, -, true",
        "a*, a, true",
        "a**, a, true",
        "*a*b, xaxb, true",
        "*?, a, true",
        "a*?, a, false",
        "[^], x, true",
        "[], x, false"
    })
    void matchesAsRedis(String pattern, String text, boolean expected) {
        assertThat(Glob.of(bytes(pattern)).matches(bytes(text))).isEqualTo(expected);
    }

    @Test
    void caseCanBeIgnored() {
        assertThat(Glob.ignoringCase(bytes("MAX*")).matches(bytes("maxmemory"))).isTrue();
        assertThat(Glob.ignoringCase(bytes("[a-c]x")).matches(bytes("BX"))).isTrue();
        assertThat(Glob.of(bytes("MAX*")).matches(bytes("maxmemory"))).isFalse();
    }

    @Test
    void abusivePatternsEndSoon() {
        // Without the protection this takes more steps than there is time.
        assertThat(Glob.of(bytes("a*".repeat(60) + "b")).matches(bytes("a".repeat(120))))
                .isFalse();
        assertThat(Glob.of(bytes("*a".repeat(40_000))).matches(bytes("a".repeat(80_000))))
                .isFalse();
    }

    @Test
    void agreesWithRedisOnRandomPatterns() throws Exception {
        Random random = new Random(3);
        String alphabet = "ab-]^\\[*?c";
        try (RealRedis redis = RealRedis.startOrSkip()) {
            Set<String> keys = new HashSet<>(List.of(""));
            for (int i = 0; i < 300; i++) {
                keys.add(random(random, alphabet + "\u00ff\u0080", 5));
            }
            for (String key : keys) {
                redis.call("SET", key, "");
            }
            for (int i = 0; i < 3000; i++) {
                String pattern = random(random, alphabet + "\u00ff\u0080", 8);
                if (pattern.equals("*")) {
                    continue;
                }
                Set<String> theirs = new HashSet<>();
                for (Object key : (List<?>) redis.call("KEYS", pattern)) {
                    theirs.add(RealRedis.text(key));
                }
                Glob glob = Glob.of(bytes(pattern));
                List<String> ours = new ArrayList<>();
                for (String key : keys) {
                    if (glob.matches(bytes(key))) {
                        ours.add(key);
                    }
                }
                assertThat(ours).as(pattern).containsExactlyInAnyOrderElementsOf(theirs);
            }
        }
    }

    private static String random(Random random, String alphabet, int max) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(max + 1);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
