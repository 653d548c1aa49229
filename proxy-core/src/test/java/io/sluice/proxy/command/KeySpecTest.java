package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.engine.KeyHasher;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeySpecTest {
    private static final KeyHasher HASHER = new KeyHasher(1);

    @Test
    void aDestinationStandsBeforeTheCountedKeys() {
        KeySpec keys = KeySpec.countedFor(1, 2);
        assertThat(keys.hasDestination()).isTrue();
        assertThat(keysOf(keys, "ZUNIONSTORE d 2 a b WEIGHTS 1 2")).containsExactly("d", "a", "b");
        assertThat(keysOf(keys, "ZUNIONSTORE d 5 a b")).containsExactly("d", "a", "b");
        assertThat(keysOf(keys, "ZUNIONSTORE d 0 a")).containsExactly("d");
        assertThat(keysOf(keys, "ZUNIONSTORE d -1 a")).containsExactly("d");
        assertThat(keysOf(keys, "ZUNIONSTORE d x a")).containsExactly("d");
    }

    @Test
    void theOthersStandWhereTheySay() {
        assertThat(keysOf(KeySpec.one(), "GET a")).containsExactly("a");
        assertThat(keysOf(KeySpec.range(1, -1, 2), "MSET a 1 b 2")).containsExactly("a", "b");
        assertThat(keysOf(KeySpec.counted(1), "ZUNION 2 a b WITHSCORES")).containsExactly("a", "b");
        assertThat(keysOf(KeySpec.counted(1), "ZUNION 0 a")).isEmpty();
        assertThat(keysOf(KeySpec.NONE, "PING")).isEmpty();
        assertThat(KeySpec.one().hasDestination()).isFalse();
        assertThat(KeySpec.counted(1).hasDestination()).isFalse();
    }

    @Test
    void keysMayBeMissing() {
        assertThat(isComplete(KeySpec.counted(1), "ZUNION 2 a b WITHSCORES")).isTrue();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION 2 a b")).isTrue();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION 3 a b")).isFalse();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION 0 a b")).isFalse();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION -1 a b")).isFalse();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION x a b")).isFalse();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION 9223372036854775807 a b"))
                .isFalse();
        assertThat(isComplete(KeySpec.counted(1), "ZUNION")).isFalse();
        assertThat(isComplete(KeySpec.range(2, -1, 1), "PFMERGE d")).isFalse();
        assertThat(isComplete(KeySpec.range(2, -1, 1), "PFMERGE d a")).isTrue();
        assertThat(isComplete(KeySpec.NONE, "PING")).isFalse();
    }

    private static boolean isComplete(KeySpec keys, String request) {
        return keys.isComplete(args(request));
    }

    private static List<String> keysOf(KeySpec keys, String request) {
        return keys.of(args(request)).stream()
                .map(key -> new String(key.bytes(), ISO_8859_1))
                .toList();
    }

    private static Args args(String request) {
        byte[][] argv = Arrays.stream(request.split(" "))
                .map(word -> word.getBytes(ISO_8859_1))
                .toArray(byte[][]::new);
        return new Args(argv, HASHER);
    }
}
