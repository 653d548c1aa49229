package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.kv.MemoryKvStore;
import io.sluice.proxy.resp.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScanCommandsTest {
    private DataFixture data;

    @BeforeEach
    @BeforeProperty
    void open() {
        data = new DataFixture();
    }

    @AfterEach
    @AfterProperty
    void close() {
        data.close();
    }

    @Property(tries = 30)
    void everyKeyThatStaysIsReturned(
            @ForAll @IntRange(min = 0, max = 300) int stable,
            @ForAll @IntRange(min = 1, max = 50) int count,
            @ForAll boolean oneSlot,
            @ForAll long seed) {
        data.run("FLUSHALL");
        Random random = new Random(seed);
        String prefix = oneSlot ? "{t}" : "";
        Set<String> stays = new TreeSet<>();
        for (int i = 0; i < stable; i++) {
            data.set(prefix + "stable" + i, "v");
            stays.add(prefix + "stable" + i);
        }
        List<String> seen = new ArrayList<>();
        String cursor = "0";
        do {
            for (int i = 0; i < 5; i++) {
                String passing = prefix + "passing" + random.nextInt(100);
                if (random.nextBoolean()) {
                    data.set(passing, "v");
                } else {
                    data.run("DEL", passing);
                }
            }
            Reply.Aggregate page = (Reply.Aggregate) data.run("SCAN", cursor, "COUNT", count);
            cursor = TestServer.text(page.get(0));
            seen.addAll(TestServer.texts(page.get(1)));
        } while (!cursor.equals("0"));
        assertThat(seen).containsAll(stays);
        assertThat(seen.stream().filter(stays::contains)).doesNotHaveDuplicates();
    }

    @Test
    void moreKeysThanFitIntoTheBudgetAreScannedInPartsOnly() {
        data.close();
        data = new DataFixture(new MemoryKvStore(), 4096, 1000);
        Set<String> keys = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            data.set("key" + i, "v");
            keys.add("key" + i);
        }
        assertThat(data.text("KEYS", "*")).startsWith("-OOM KEYS finds more than load-budget allows");
        Reply.Aggregate page = (Reply.Aggregate) data.run("SCAN", "0", "COUNT", "1000");
        assertThat(TestServer.text(page.get(0))).isNotEqualTo("0");
        assertThat(TestServer.texts(page.get(1))).hasSizeBetween(1, 39);
        assertThat(scanAll("COUNT", "1000")).containsExactlyInAnyOrderElementsOf(keys);
    }

    private List<String> scanAll(Object... options) {
        List<String> seen = new ArrayList<>();
        String cursor = "0";
        do {
            Object[] words = new Object[options.length + 2];
            words[0] = "SCAN";
            words[1] = cursor;
            System.arraycopy(options, 0, words, 2, options.length);
            Reply.Aggregate page = (Reply.Aggregate) data.run(words);
            cursor = TestServer.text(page.get(0));
            seen.addAll(TestServer.texts(page.get(1)));
        } while (!cursor.equals("0"));
        return seen;
    }

    @Test
    void aSmallDatabaseTakesOneCallOnceTheSlotsAreKnown() {
        data.set("a", "1");
        data.set("b", "1");
        data.run("DBSIZE");
        Reply.Aggregate page = (Reply.Aggregate) data.run("SCAN", 0);
        assertThat(TestServer.text(page.get(0))).isEqualTo("0");
        assertThat(TestServer.texts(page.get(1))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void countBoundsAPage() {
        IntStream.range(0, 1000).forEach(i -> data.set("key" + i, "v"));
        data.run("DBSIZE");
        Reply.Aggregate page = (Reply.Aggregate) data.run("SCAN", 0, "COUNT", 100);
        assertThat(TestServer.texts(page.get(1))).hasSizeBetween(100, 110);
        assertThat(new HashSet<>(scanAll("COUNT", 7))).hasSize(1000);
        assertThat(scanAll("COUNT", Long.MAX_VALUE)).hasSize(1000);
    }

    @Test
    void matchAndTypeFilter() {
        IntStream.range(0, 100).forEach(i -> data.set("key" + i, "v"));
        data.set("{tag}1", "v");
        data.set("{tag}2", "v");
        assertThat(scanAll("MATCH", "key?")).hasSize(10);
        assertThat(scanAll("MATCH", "{tag}*")).containsExactlyInAnyOrder("{tag}1", "{tag}2");
        assertThat(scanAll("MATCH", "key7")).containsExactly("key7");
        assertThat(scanAll("TYPE", "STRING")).hasSize(102);
        assertThat(scanAll("TYPE", "string", "MATCH", "key1?")).hasSize(10);
        assertThat(scanAll("TYPE", "list")).isEmpty();
        assertThat(scanAll("TYPE", "nonsense")).isEmpty();
    }

    @Test
    void cursorsAreReadAsRedisReadsThem() {
        for (String bad : new String[] {"x", " 0", "1x", "99999999999999999999999", "\t1", "0x1"}) {
            assertThat(data.text("SCAN", bad)).isEqualTo("-ERR invalid cursor");
        }
        for (String odd : new String[] {"", "+0", "-1", "18446744073709551615", "70368744177664"}) {
            assertThat(data.run("SCAN", odd)).as("cursor %s", odd).isInstanceOf(Reply.Aggregate.class);
        }
        assertThat(data.text("SCAN", "x", "COUNT", "0")).isEqualTo("-ERR invalid cursor");
    }

    @Test
    void optionsAreChecked() {
        assertThat(data.text("SCAN", 0, "COUNT", 0)).isEqualTo("-ERR syntax error");
        assertThat(data.text("SCAN", 0, "COUNT", "x")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(data.text("SCAN", 0, "MATCH")).isEqualTo("-ERR syntax error");
        assertThat(data.text("SCAN", 0, "FOO", "bar")).isEqualTo("-ERR syntax error");
    }

    @Test
    void keysMatchesPatterns() {
        for (String key : new String[] {"hello", "hallo", "hxllo", "hllo", "heello", "h*llo", "", "{a}x", "{a}y"}) {
            data.set(key, "v");
        }
        assertThat(keys("h?llo")).containsExactlyInAnyOrder("hello", "hallo", "hxllo", "h*llo");
        assertThat(keys("h*llo")).containsExactlyInAnyOrder("hello", "hallo", "hxllo", "hllo", "heello", "h*llo");
        assertThat(keys("h[ae]llo")).containsExactlyInAnyOrder("hello", "hallo");
        assertThat(keys("h\\*llo")).containsExactly("h*llo");
        assertThat(keys("{a}*")).containsExactlyInAnyOrder("{a}x", "{a}y");
        assertThat(keys("{a}x")).containsExactly("{a}x");
        assertThat(keys("{*}x")).containsExactly("{a}x");
        assertThat(keys("*")).hasSize(9);
        assertThat(keys("")).containsExactly("");
    }

    private List<String> keys(String pattern) {
        return TestServer.texts(data.run("KEYS", pattern));
    }

    @Test
    void expiredKeysAreNotFound() {
        data.set("a", "1");
        data.set("b", "1");
        data.run("PEXPIRE", "a", 10);
        data.clock.addAndGet(11);
        assertThat(keys("*")).containsExactly("b");
        assertThat(scanAll()).containsExactly("b");
        for (int i = 0; i < 50; i++) {
            assertThat(data.text("RANDOMKEY")).isEqualTo("b");
        }
    }

    @Test
    void nothingIsFoundInAnEmptyDatabase() {
        data.set("a", "1");
        data.select(5);
        assertThat(data.text("RANDOMKEY")).isEqualTo("null");
        assertThat(keys("*")).isEmpty();
        assertThat(scanAll()).isEmpty();
        assertThat(data.text("DBSIZE")).isEqualTo("0");
    }

    @Test
    void whereAllKeysAreExpiredNoneIsDrawn() {
        IntStream.range(0, 50).forEach(i -> {
            data.set("k" + i, "v");
            data.run("PEXPIRE", "k" + i, 10);
        });
        data.clock.addAndGet(11);
        assertThat(data.text("RANDOMKEY")).isEqualTo("null");
    }

    @Test
    void everyKeyIsDrawnSometimes() {
        IntStream.range(0, 100).forEach(i -> data.set("key" + i, "v"));
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            drawn.add(data.text("RANDOMKEY"));
        }
        assertThat(drawn).hasSize(100);
    }

    @Test
    void keysOfOneLargeSlotAreDrawnAlike() {
        int keys = 100;
        IntStream.range(0, keys).forEach(i -> data.set("{t}" + i, "v"));
        int draws = 3_000;
        int[] counts = new int[keys];
        for (int i = 0; i < draws; i++) {
            counts[Integer.parseInt(data.text("RANDOMKEY").substring(3))]++;
        }
        double expected = (double) draws / keys;
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        // As many degrees of freedom as keys, less one: six standard deviations above the mean.
        assertThat(chiSquare).isLessThan(keys + 6 * Math.sqrt(2.0 * keys));
    }
}
