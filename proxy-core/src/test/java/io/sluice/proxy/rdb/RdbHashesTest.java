package io.sluice.proxy.rdb;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.proxy.rdb.RdbValue.Entry;
import io.sluice.proxy.rdb.RdbValue.HashValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes whose fields expire. Those whose fields do not are compared with redis-server in {@link RdbValuesTest}. */
class RdbHashesTest {
    private static final long TIME = 1_795_174_800_000L;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void timesSurvive(boolean packed) {
        HashValue hash = new HashValue(
                List.of(
                        new Entry(bytes("a"), bytes("1"), TIME),
                        new Entry(bytes("b"), bytes("v".repeat(99)), TIME + 70_000_000_000L),
                        new Entry(bytes("c"), bytes("3"), TIME),
                        new Entry(bytes("d"), bytes("4"))),
                packed);
        byte[] payload = RdbValues.dump(hash);
        assertThat(payload[0]).isEqualTo((byte) (packed ? RdbTypes.HASH_LISTPACK_EX : RdbTypes.HASH_METADATA));
        assertThat(payload[payload.length - 10]).isEqualTo((byte) 12);
        String later = " b=" + "v".repeat(99) + "@" + (TIME + 70_000_000_000L);
        String third = " c=3@" + TIME;
        assertThat(text(payload)).isEqualTo("a=1@" + TIME + (packed ? third + later : later + third) + " d=4@-1");
    }

    @Test
    void withoutTimesTheFormIsTheOlderOne() {
        HashValue hash = new HashValue(List.of(new Entry(bytes("a"), bytes("1"))), true);
        byte[] payload = RdbValues.dump(hash);
        assertThat(payload[0]).isEqualTo((byte) RdbTypes.HASH_LISTPACK);
        assertThat(payload[payload.length - 10]).isEqualTo((byte) 10);
    }

    /** Written by hand from the format's description: times stand as they are, and nothing before them. */
    @Test
    void readsWhatTheReleaseCandidatesWrote() {
        RdbWriter parts = new RdbWriter().writeByte(RdbTypes.HASH_METADATA_OLD).writeLength(2);
        parts.writeLength(TIME).writeString(bytes("a")).writeString(bytes("1"));
        parts.writeLength(0).writeString(bytes("b")).writeString(bytes("2"));
        assertThat(text(DumpPayload.seal(parts, 12))).isEqualTo("a=1@" + TIME + " b=2@-1");

        List<byte[]> entries =
                List.of(bytes("a"), bytes("1"), bytes(String.valueOf(TIME)), bytes("b"), bytes("2"), bytes("0"));
        RdbWriter listpack =
                new RdbWriter().writeByte(RdbTypes.HASH_LISTPACK_EX_OLD).writeString(Listpack.write(entries));
        assertThat(text(DumpPayload.seal(listpack, 12))).isEqualTo("a=1@" + TIME + " b=2@-1");
    }

    @Test
    void whatIsNoTimeIsRefused() {
        for (List<byte[]> entries : List.of(
                List.of(bytes("a"), bytes("1"), bytes("x")),
                List.of(bytes("a"), bytes("1"), bytes("-5")),
                List.of(bytes("a"), bytes("1")),
                List.<byte[]>of())) {
            RdbWriter out = new RdbWriter().writeByte(RdbTypes.HASH_LISTPACK_EX).writeLong(TIME);
            byte[] payload = DumpPayload.seal(out.writeString(Listpack.write(entries)), 12);
            assertThatThrownBy(() -> RdbValues.restore(payload, 1 << 20)).isInstanceOf(RdbException.class);
        }
    }

    private static String text(byte[] payload) {
        HashValue hash = (HashValue) RdbValues.restore(payload, 1 << 20);
        return String.join(
                " ",
                hash.entries().stream()
                        .map(e -> new String(e.field()) + "=" + new String(e.value()) + "@" + e.expireAtMs())
                        .toList());
    }
}
