package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.Atomicity;
import io.sluice.kv.MemoryKvStore;
import io.sluice.kv.testing.DelayedKvStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCommandsTest {
    private static final byte[] LARGE = "0123456789".repeat(50).getBytes(US_ASCII);

    private final DataFixture data = new DataFixture();

    @AfterEach
    void close() {
        data.close();
    }

    @Test
    void deletingCountsEachKeyOnce() {
        data.set("a", "1");
        data.set("b", "2");
        assertThat(data.text("DEL", "a", "b", "a", "c")).isEqualTo("2");
        assertThat(data.text("EXISTS", "a", "b")).isEqualTo("0");
        data.set("a", "1");
        assertThat(data.text("UNLINK", "a", "none")).isEqualTo("1");
    }

    @Test
    void existsAndTouchCountEveryMention() {
        data.set("a", "1");
        assertThat(data.text("EXISTS", "a", "a", "none")).isEqualTo("2");
        assertThat(data.text("TOUCH", "a", "none", "a")).isEqualTo("2");
        assertThat(data.hits).hasValue(4);
        assertThat(data.misses).hasValue(2);
    }

    @Test
    void typeOfNothingIsNone() {
        data.set("a", "1");
        assertThat(data.text("TYPE", "a")).isEqualTo("string");
        assertThat(data.text("TYPE", "none")).isEqualTo("none");
    }

    @Test
    void renameReplacesItsTargetAndKeepsTheExpiry() {
        data.set("{t}a", "1");
        data.set("{t}b", "2");
        data.run("PEXPIRE", "{t}a", 5000);
        assertThat(data.text("RENAME", "{t}a", "{t}b")).isEqualTo("OK");
        assertThat(data.text("EXISTS", "{t}a")).isEqualTo("0");
        assertThat(data.get("{t}b")).asString().isEqualTo("1");
        assertThat(data.text("PTTL", "{t}b")).isEqualTo("5000");
    }

    @Test
    void renameOfAKeyThatIsNotThereIsAnErrorEvenToItself() {
        assertThat(data.text("RENAME", "none", "none")).isEqualTo("-ERR no such key");
        assertThat(data.text("RENAMENX", "none", "other")).isEqualTo("-ERR no such key");
    }

    @Test
    void renameToItselfChangesNothing() {
        data.set("a", "1");
        assertThat(data.text("RENAME", "a", "a")).isEqualTo("OK");
        assertThat(data.text("RENAMENX", "a", "a")).isEqualTo("0");
        assertThat(data.get("a")).asString().isEqualTo("1");
    }

    @Test
    void renamenxKeepsWhatIsThere() {
        data.set("a", "1");
        data.set("b", "2");
        assertThat(data.text("RENAMENX", "a", "b")).isEqualTo("0");
        assertThat(data.text("RENAMENX", "a", "c")).isEqualTo("1");
        assertThat(data.get("c")).asString().isEqualTo("1");
        assertThat(data.get("b")).asString().isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargeValueMovesWithinItsSlotAndToAnother(boolean sameSlot) {
        String from = "{t}a";
        String to = sameSlot ? "{t}b" : data.keyOfOtherSlot("x");
        data.setLarge(from, LARGE);
        data.run("PEXPIRE", from, 5000);
        data.setLarge(to, "x".repeat(1000).getBytes(US_ASCII));
        assertThat(data.text("RENAME", from, to)).isEqualTo("OK");
        assertThat(data.get(from)).isNull();
        assertThat(data.get(to)).isEqualTo(LARGE);
        assertThat(data.text("PTTL", to)).isEqualTo("5000");
        assertThat(data.text("DBSIZE")).isEqualTo("1");
    }

    @Test
    void aCopyOutlivesItsSource() {
        data.setLarge("a", LARGE);
        assertThat(data.text("COPY", "a", "b")).isEqualTo("1");
        assertThat(data.text("COPY", "a", "{a}2")).isEqualTo("1");
        data.run("DEL", "a");
        data.setLarge("a", "y".repeat(1000).getBytes(US_ASCII));
        assertThat(data.get("b")).isEqualTo(LARGE);
        assertThat(data.get("{a}2")).isEqualTo(LARGE);
    }

    @Test
    void copyReplacesOnlyWhenTold() {
        data.set("a", "1");
        data.run("PEXPIRE", "a", 5000);
        data.set("b", "2");
        assertThat(data.text("COPY", "a", "b")).isEqualTo("0");
        assertThat(data.text("COPY", "none", "b")).isEqualTo("0");
        assertThat(data.text("COPY", "a", "b", "REPLACE")).isEqualTo("1");
        assertThat(data.get("b")).asString().isEqualTo("1");
        assertThat(data.text("PTTL", "b")).isEqualTo("5000");
    }

    @Test
    void copyToAnotherDatabase() {
        data.setLarge("a", LARGE);
        assertThat(data.text("COPY", "a", "a", "db", 3)).isEqualTo("1");
        assertThat(data.text("COPY", "a", "a", "DB", 3)).isEqualTo("0");
        assertThat(data.text("COPY", "a", "a", "DB", 3, "REPLACE")).isEqualTo("1");
        data.run("DEL", "a");
        data.select(3);
        assertThat(data.get("a")).isEqualTo(LARGE);
    }

    @Test
    void copyChecksItsArgumentsBeforeTheKeys() {
        assertThat(data.text("COPY", "none", "none")).startsWith("-ERR source and destination objects are the same");
        assertThat(data.text("COPY", "none", "none", "DB")).isEqualTo("-ERR syntax error");
        assertThat(data.text("COPY", "none", "none", "DB", 16)).isEqualTo("-ERR DB index is out of range");
        assertThat(data.text("COPY", "none", "none", "DB", "x"))
                .isEqualTo("-ERR value is not an integer or out of range");
        assertThat(data.text("COPY", "none", "none", "DB", 99999999999L))
                .isEqualTo("-ERR value is out of range, value must between -2147483648 and 2147483647");
    }

    @Test
    void moveTakesTheKeyToAnotherDatabaseUnlessItIsThere() {
        data.setLarge("a", LARGE);
        data.run("PEXPIRE", "a", 5000);
        assertThat(data.text("MOVE", "a", 1)).isEqualTo("1");
        assertThat(data.text("MOVE", "a", 1)).isEqualTo("0");
        data.set("a", "other");
        assertThat(data.text("MOVE", "a", 1)).isEqualTo("0");
        data.select(1);
        assertThat(data.get("a")).isEqualTo(LARGE);
        assertThat(data.text("PTTL", "a")).isEqualTo("5000");
    }

    @Test
    void moveChecksTheDatabaseFirst() {
        assertThat(data.text("MOVE", "none", 0)).isEqualTo("-ERR source and destination objects are the same");
        assertThat(data.text("MOVE", "none", 16)).isEqualTo("-ERR DB index is out of range");
        assertThat(data.text("MOVE", "none", -1)).isEqualTo("-ERR DB index is out of range");
        assertThat(data.text("MOVE", "none", "x")).isEqualTo("-ERR value is not an integer or out of range");
    }

    @Test
    void anExpiredKeyIsNotThere() {
        data.set("a", "1");
        data.run("PEXPIRE", "a", 10);
        data.clock.addAndGet(11);
        assertThat(data.text("EXISTS", "a")).isEqualTo("0");
        assertThat(data.text("DEL", "a")).isEqualTo("0");
        assertThat(data.text("RENAME", "a", "b")).isEqualTo("-ERR no such key");
    }

    @Test
    void onAStoreThatAnswersLaterTheSameHappens() {
        MemoryKvStore memory = new MemoryKvStore();
        try (DelayedKvStore delayed = new DelayedKvStore(memory, 7, Duration.ofNanos(200_000));
                DataFixture slow = new DataFixture(delayed)) {
            slow.setLarge("a", LARGE);
            slow.engine.flush();
            slow.engine.dropCaches();
            assertThat(slow.text("COPY", "a", "b")).isEqualTo("1");
            slow.engine.flush();
            slow.engine.dropCaches();
            assertThat(slow.text("RENAME", "b", "c")).isEqualTo("OK");
            slow.engine.flush();
            slow.engine.dropCaches();
            assertThat(slow.get("c")).isEqualTo(LARGE);
            assertThat(slow.text("DEL", "a", "b", "c")).isEqualTo("2");
        }
    }

    @Test
    void onAStoreThatIsAtomicPerSlotOnlyCountingCommandsAreSplit() {
        try (DataFixture split = new DataFixture(new MemoryKvStore(Atomicity.SLOT))) {
            String other = split.keyOfOtherSlot("a");
            split.set("a", "1");
            split.set(other, "2");
            assertThat(split.text("RENAME", "a", other)).startsWith("-CROSSSLOT");
            assertThat(split.text("DEL", "a", other)).isEqualTo("2");
        }
    }
}
