package io.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {
    private static final KeyRange KEYS = new KeyRange("k-", 5, 9, 0, 0);

    private static String encoded(String command, int size) throws UsageException {
        SplittableRandom random = new SplittableRandom(1);
        Request request = Request.of(command, KEYS.prefix());
        ByteBuffer out = ByteBuffer.allocate(request.room(size));
        KeyNumbers numbers = new KeyNumbers(KeyPattern.SEQUENTIAL, KEYS, random);
        request.put(out, numbers.next(), numbers, new Values(new DataSize(size, size, false), random));
        return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
    }

    @Test
    void putsInKeyAndValue() throws UsageException {
        assertThat(encoded("SET __key__ __data__", 3)).isEqualTo("*3\r\n$3\r\nSET\r\n$3\r\nk-5\r\n$3\r\nxxx\r\n");
        assertThat(encoded("get __key__", 3)).isEqualTo("*2\r\n$3\r\nget\r\n$3\r\nk-5\r\n");
        assertThat(encoded("ping", 3)).isEqualTo("*1\r\n$4\r\nping\r\n");
    }

    @Test
    void givesEachKeyOfACommandItsOwnNumber() throws UsageException {
        assertThat(encoded("MSET __key__ __data__ __key__ 1", 1))
                .isEqualTo("*5\r\n$4\r\nMSET\r\n$3\r\nk-5\r\n$1\r\nx\r\n$3\r\nk-6\r\n$1\r\n1\r\n");
    }

    @Test
    void keepsWhatIsAroundAPlaceholderAndInsideQuotes() throws UsageException {
        assertThat(encoded("SET {__key__}:é \"a b\"", 1))
                .isEqualTo("*3\r\n$3\r\nSET\r\n$8\r\n{k-5}:é\r\n$3\r\na b\r\n");
    }

    /** By which its slot is found. */
    @Test
    void knowsItsFirstKeyAsItIsSent() throws UsageException {
        assertThat(Request.of("COPY {__key__}:é __key__ x", "k-").key(10))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("{k-10}:é");
    }

    @Test
    void countsTheBytesOfValuesNotThoseOfTheirPlaceholder() throws UsageException {
        assertThat(encoded("SET __key__ __data__", 512)).contains("$512\r\n").hasSize(30 + 512);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET __key__ __value__",
                "SET key:__rand_int__ x",
                "SET __KEY__ x",
                "GET __key__:__key__",
                "SET \"a",
                "SET __key__ \"\\x00\"",
                ""
            })
    void refusesWhatItWouldSendAsItStands(String command) {
        assertThatThrownBy(() -> encoded(command, 1)).isInstanceOf(UsageException.class);
    }

    @Test
    void namesThePlaceholderThatItRefuses() {
        assertThatThrownBy(() -> encoded("SET __key__ __value__", 1)).hasMessageContaining("__value__");
    }
}
