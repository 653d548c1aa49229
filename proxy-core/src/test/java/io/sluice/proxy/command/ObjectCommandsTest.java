package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObjectCommandsTest {
    private final DataFixture data = new DataFixture();

    @AfterEach
    void close() {
        data.close();
    }

    @Test
    void whatIsNotTrackedIsSaidHonestly() {
        data.set("a", "x");
        assertThat(data.text("OBJECT", "REFCOUNT", "a")).isEqualTo("1");
        assertThat(data.text("OBJECT", "idletime", "a")).isEqualTo("0");
        assertThat(data.text("OBJECT", "FREQ", "a")).startsWith("-ERR An LFU maxmemory policy is not selected, access");
    }

    @Test
    void theMemoryPolicySaysWhichOfIdleTimeAndFrequencyMayBeAskedFor() {
        data.set("a", "x");
        assertThat(data.server.text("CONFIG", "SET", "maxmemory-policy", "allkeys-lfu"))
                .isEqualTo("OK");
        assertThat(data.text("OBJECT", "FREQ", "a")).isEqualTo("0");
        assertThat(data.text("OBJECT", "IDLETIME", "a")).startsWith("-ERR An LFU maxmemory policy is selected, idle");
        assertThat(data.text("OBJECT", "IDLETIME", "none")).isEqualTo("null");
    }

    @Test
    void smallIntegersAreSharedAsInRedis() {
        for (String shared : new String[] {"0", "7", "9999"}) {
            data.run("SET", "n", shared);
            assertThat(data.text("OBJECT", "REFCOUNT", "n")).as(shared).isEqualTo("2147483647");
        }
        for (String own : new String[] {"-1", "-100", "10000", "1.5", "x", ""}) {
            data.run("SET", "n", own);
            assertThat(data.text("OBJECT", "REFCOUNT", "n")).as(own).isEqualTo("1");
        }
    }

    @Test
    void debugObjectTellsHowAValueIsKept() {
        data.run("SET", "n", "20000");
        String before = data.text("DEBUG", "OBJECT", "n");
        assertThat(before)
                .matches("Value at:0x[0-9a-f]{12} refcount:1 encoding:int serializedlength:3 lru:0 lru_seconds_idle:0");
        data.run("INCR", "n");
        assertThat(data.text("DEBUG", "OBJECT", "n")).isEqualTo(before);
        assertThat(data.text("DEBUG", "OBJECT", "none")).isEqualTo("-ERR no such key");
    }

    @Test
    void aKeyThatIsNotThereHasNothing() {
        for (String subcommand : new String[] {"ENCODING", "REFCOUNT", "IDLETIME", "FREQ"}) {
            assertThat(data.text("OBJECT", subcommand, "none")).isEqualTo("null");
        }
        assertThat(data.text("MEMORY", "USAGE", "none")).isEqualTo("null");
    }

    @Test
    void helpNamesTheSubcommands() {
        assertThat(TestServer.texts(new TestServer().run("OBJECT", "HELP")))
                .contains("ENCODING <key>", "FREQ <key>", "IDLETIME <key>", "REFCOUNT <key>");
    }

    @Test
    void memoryUsageGrowsWithWhatIsStored() {
        data.set("a", "x");
        data.setLarge("b", "x".repeat(1000).getBytes(US_ASCII));
        long small = usage("a");
        assertThat(small).isBetween(10L, 100L);
        data.run("EXPIRE", "a", 10);
        assertThat(usage("a")).isGreaterThan(small);
        assertThat(usage("b")).isBetween(1000L, 2000L);
    }

    @Test
    void samplesAreCheckedOnly() {
        data.set("a", "x");
        assertThat(data.text("MEMORY", "USAGE", "a", "SAMPLES", 0)).isEqualTo(Long.toString(usage("a")));
        assertThat(data.text("MEMORY", "USAGE", "a", "SAMPLES", -1)).isEqualTo("-ERR syntax error");
        assertThat(data.text("MEMORY", "USAGE", "a", "SAMPLES")).isEqualTo("-ERR syntax error");
        assertThat(data.text("MEMORY", "USAGE", "a", "FOO", 1)).isEqualTo("-ERR syntax error");
        assertThat(data.text("MEMORY", "USAGE", "a", "SAMPLES", "x"))
                .isEqualTo("-ERR value is not an integer or out of range");
    }

    private long usage(String key) {
        return Long.parseLong(data.text("MEMORY", "USAGE", key));
    }
}
