package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.rdb.DumpPayload;
import io.sluice.proxy.rdb.RdbTypes;
import io.sluice.proxy.rdb.RdbWriter;
import io.sluice.proxy.resp.Reply;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DumpCommandsTest {
    private static final byte[] PAYLOAD = DumpPayload.ofString("value".getBytes(US_ASCII));
    private static final String WRONG = "-ERR DUMP payload version or checksum are wrong";

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

    @Property(tries = 200)
    void whatIsDumpedCanBeRestored(@ForAll @Size(max = 400) byte[] value) {
        data.setLarge("a", value);
        byte[] dumped = ((Reply.Bulk) data.run("DUMP", "a")).toBytes();
        assertThat(dumped).isEqualTo(DumpPayload.ofString(value));
        data.run("DEL", "b");
        assertThat(data.text("RESTORE", "b", 0, dumped)).isEqualTo("OK");
        assertThat(data.get("b")).isEqualTo(value);
    }

    @Test
    void thereIsNoDumpOfNothing() {
        assertThat(data.text("DUMP", "none")).isEqualTo("null");
    }

    @Test
    void restoreTakesARelativeAndAnAbsoluteTime() {
        assertThat(data.text("RESTORE", "a", 5000, PAYLOAD)).isEqualTo("OK");
        assertThat(data.text("PTTL", "a")).isEqualTo("5000");
        assertThat(data.text("RESTORE", "b", data.now() + 7, PAYLOAD, "absttl")).isEqualTo("OK");
        assertThat(data.text("PTTL", "b")).isEqualTo("7");
        assertThat(data.text("RESTORE", "c", 0, PAYLOAD, "ABSTTL")).isEqualTo("OK");
        assertThat(data.text("PTTL", "c")).isEqualTo("-1");
    }

    @Test
    void aTimeInThePastRestoresNothingAndDeletesWhatItWouldReplace() {
        data.set("a", "old");
        assertThat(data.text("RESTORE", "a", 1, PAYLOAD, "ABSTTL", "REPLACE")).isEqualTo("OK");
        assertThat(data.text("RESTORE", "b", 1, PAYLOAD, "ABSTTL")).isEqualTo("OK");
        assertThat(data.text("RESTORE", "c", Long.MAX_VALUE, PAYLOAD)).isEqualTo("OK");
        assertThat(data.text("EXISTS", "a", "b", "c")).isEqualTo("0");
    }

    @Test
    void restoreReplacesOnlyWhenTold() {
        data.set("a", "old");
        data.run("EXPIRE", "a", 100);
        assertThat(data.text("RESTORE", "a", 0, PAYLOAD)).isEqualTo("-BUSYKEY Target key name already exists.");
        assertThat(data.text("RESTORE", "a", 0, PAYLOAD, "REPLACE")).isEqualTo("OK");
        assertThat(data.get("a")).asString().isEqualTo("value");
        assertThat(data.text("PTTL", "a")).isEqualTo("-1");
    }

    @Test
    void checksComeInRedisOrder() {
        data.set("a", "old");
        assertThat(data.text("RESTORE", "a", "x", "junk", "FREQ", 256))
                .isEqualTo("-ERR Invalid FREQ value, must be >= 0 and <= 255");
        assertThat(data.text("RESTORE", "a", "x", "junk")).startsWith("-BUSYKEY");
        assertThat(data.text("RESTORE", "b", "x", "junk")).isEqualTo("-ERR value is not an integer or out of range");
        assertThat(data.text("RESTORE", "b", -1, "junk")).isEqualTo("-ERR Invalid TTL value, must be >= 0");
        assertThat(data.text("RESTORE", "b", 0, "junk")).isEqualTo(WRONG);
        byte[] spoilt = PAYLOAD.clone();
        spoilt[2] ^= 1;
        assertThat(data.text("RESTORE", "b", 0, spoilt)).isEqualTo(WRONG);
    }

    @Test
    void aPayloadOfAnUnknownTypeIsBadData() {
        byte[] list = DumpPayload.seal(new RdbWriter().writeByte(RdbTypes.LIST).writeLength(0));
        assertThat(data.text("RESTORE", "b", 0, list)).isEqualTo("-ERR Bad data format");
        byte[] cut = DumpPayload.seal(new RdbWriter().writeByte(RdbTypes.STRING).writeLength(9));
        assertThat(data.text("RESTORE", "b", 0, cut)).isEqualTo("-ERR Bad data format");
    }

    @Test
    void idleTimeAndFrequencyAreCheckedAndExcludeEachOther() {
        assertThat(data.text("RESTORE", "a", 0, PAYLOAD, "IDLETIME", -1))
                .isEqualTo("-ERR Invalid IDLETIME value, must be >= 0");
        assertThat(data.text("RESTORE", "a", 0, PAYLOAD, "IDLETIME", 5, "FREQ", 1))
                .isEqualTo("-ERR syntax error");
        assertThat(data.text("RESTORE", "a", 0, PAYLOAD, "FREQ")).isEqualTo("-ERR syntax error");
        assertThat(data.text("RESTORE", "a", 0, PAYLOAD, "IDLETIME", 5)).isEqualTo("OK");
        assertThat(data.text("RESTORE", "b", 0, PAYLOAD, "FREQ", 255)).isEqualTo("OK");
    }

    @Test
    void encodingsAreThoseOfValuesThatWereSet() {
        data.setLarge("int", "12".getBytes(US_ASCII));
        data.setLarge("short", "x".repeat(44).getBytes(US_ASCII));
        data.setLarge("long", "x".repeat(45).getBytes(US_ASCII));
        data.setLarge("large", "x".repeat(450).getBytes(US_ASCII));
        assertThat(data.text("OBJECT", "ENCODING", "int")).isEqualTo("int");
        assertThat(data.text("OBJECT", "ENCODING", "short")).isEqualTo("embstr");
        assertThat(data.text("OBJECT", "ENCODING", "long")).isEqualTo("raw");
        assertThat(data.text("OBJECT", "ENCODING", "large")).isEqualTo("raw");
    }
}
