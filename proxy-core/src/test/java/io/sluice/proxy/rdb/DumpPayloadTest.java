package io.sluice.proxy.rdb;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.proxy.text.RealRedis;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DumpPayloadTest {
    private static final ValueReaders<byte[]> STRINGS = ValueReaders.<byte[]>builder()
            .add(RdbTypes.STRING, RdbReader::readString)
            .build();

    @Test
    void theChecksumIsTheOneOfJones() {
        byte[] digits = bytes("123456789");
        assertThat(Crc64.update(0, digits, 0, 9)).isEqualTo(0xe9c6d914c4b8d9caL);
        long half = Crc64.update(0, digits, 0, 4);
        assertThat(Crc64.update(half, digits, 4, 5)).isEqualTo(0xe9c6d914c4b8d9caL);
    }

    /** Taken from a redis-server 7.0. */
    @ParameterizedTest
    @CsvSource({
        "10, 00c00a0a006e9f57450eae63bb",
        "-5, 00c0fb0a0049c4c6f4d7263f68",
        "300, 00c12c010a00954261f265825c10",
        "70000, 00c2701101000a0001a408fe953095a5",
        "4294967296, 000a343239343936373239360a00a5a389c81a8c4656",
        "'', 00000a005d9b5c400f7fa2da",
        "hello, 000568656c6c6f0a006372df766534200a",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, 00c3094064016161e057000161610a00e8a3b507b06df271",
        "the quick brown fox jumps over the quick brown dog, 00c328321f74686520717569636b2062726f776e20666f78206a756d7073206f7665722074e0061e02646f670a00e4bc8c28d5600459",
        "0123456789abcdefghijklmnop, 001a303132333435363738396162636465666768696a6b6c6d6e6f700a004296ed9c546638a0",
        "-2147483648, 00c2000000800a00c74f873e33558187",
        "abcabcabcabcabcabcabcabcabc, 00c30b1b0361626361e00c020162630a0028b67f7fba109493",
        "00012, 000530303031320a00b961cf4e9c7a017c"
    })
    void stringsAreTheBytesOfRedis(String string, String payload) {
        assertThat(HexFormat.of().formatHex(DumpPayload.ofString(bytes(string))))
                .isEqualTo(payload);
        assertThat(STRINGS.restore(HexFormat.of().parseHex(payload), 1 << 20)).isEqualTo(bytes(string));
    }

    @Property
    void everyStringSurvives(@ForAll long seed, @ForAll @IntRange(max = 40_000) int length) {
        byte[] string = LzfTest.compressible(new Random(seed), length);
        assertThat(STRINGS.restore(DumpPayload.ofString(string), 1 << 20)).isEqualTo(string);
    }

    @Property
    void everyIntegerSurvives(@ForAll long value) {
        assertThat(STRINGS.restore(DumpPayload.ofString(bytes(Long.toString(value))), 1 << 20))
                .isEqualTo(bytes(Long.toString(value)));
    }

    @Property
    void partsSurvive(@ForAll @LongRange(min = 0) long length, @ForAll double number, @ForAll long whole) {
        for (int shift = 0; shift < 64; shift += 7) {
            RdbReader in = reader(new RdbWriter()
                    .writeLength(length >> shift)
                    .writeDouble(number)
                    .writeLong(whole)
                    .toBytes());
            assertThat(in.readLength()).isEqualTo(length >> shift);
            assertThat(in.readDouble()).isEqualTo(number);
            assertThat(in.readLong()).isEqualTo(whole);
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    void oldScoresAreText() {
        RdbReader in = reader(new byte[] {3, '1', '.', '5', (byte) 254, (byte) 255, (byte) 253, 1, 'x'});
        assertThat(in.readOldDouble()).isEqualTo(1.5);
        assertThat(in.readOldDouble()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(in.readOldDouble()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(in.readOldDouble()).isNaN();
        assertThatThrownBy(in::readOldDouble).isInstanceOf(RdbException.class);
    }

    private static RdbReader reader(byte[] bytes) {
        return new RdbReader(bytes, 0, bytes.length, new Allowance(1 << 20));
    }

    @Test
    void aWrongFooterIsRefused() {
        byte[] good = DumpPayload.ofString(bytes("hello"));
        byte[] newer = good.clone();
        newer[newer.length - 10] = DumpPayload.NEWEST_READABLE + 1;
        byte[] flipped = good.clone();
        flipped[2] ^= 1;
        for (byte[] bad : List.of(new byte[0], new byte[9], newer, flipped, Arrays.copyOf(good, good.length - 1))) {
            assertThatThrownBy(() -> STRINGS.restore(bad, 1 << 20))
                    .isInstanceOfSatisfying(RdbException.class, e -> assertThat(e.reply())
                            .isEqualTo("ERR DUMP payload version or checksum are wrong"));
        }
    }

    @Test
    void newerVersionsAreRead() {
        byte[] body = {RdbTypes.STRING, 1, 'x', DumpPayload.NEWEST_READABLE, 0};
        byte[] payload = new RdbWriter()
                .writeRaw(body)
                .writeLong(Crc64.update(0, body, 0, body.length))
                .toBytes();
        assertThat(STRINGS.restore(payload, 1 << 20)).isEqualTo(bytes("x"));
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 99, 255})
    void unknownTypesAreRefused(int type) {
        byte[] payload = DumpPayload.seal(new RdbWriter().writeByte(type).writeString(bytes("x")));
        assertThatThrownBy(() -> STRINGS.restore(payload, 1 << 20))
                .isInstanceOfSatisfying(
                        RdbException.class, e -> assertThat(e.reply()).isEqualTo("ERR Bad data format"));
    }

    @Test
    void announcedPartsMustFit() {
        RdbReader in = reader(new RdbWriter().writeLength(1L << 40).toBytes());
        assertThatThrownBy(() -> in.readCount(1)).isInstanceOf(RdbException.class);
    }

    @Property(tries = 5000)
    void damageIsAnRdbExceptionOrAValue(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] string = LzfTest.compressible(random, random.nextInt(200));
        byte[] body =
                new RdbWriter().writeByte(RdbTypes.STRING).writeString(string).toBytes();
        for (int i = random.nextInt(4); i >= 0; i--) {
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        body = Arrays.copyOf(body, 1 + random.nextInt(body.length));
        byte[] payload = DumpPayload.seal(new RdbWriter().writeRaw(body));
        try {
            assertThat(STRINGS.restore(payload, 1 << 20)).isNotNull();
        } catch (RdbException e) {
            assertThat(e.kind()).isEqualTo(RdbException.Kind.FORMAT);
        }
    }

    @Test
    void agreesWithRedisByteForByte() throws Exception {
        Random random = new Random(31);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (int i = 0; i < 3000; i++) {
                byte[] string = i % 3 == 0
                        ? bytes(Long.toString(random.nextLong() >> random.nextInt(64)))
                        : LzfTest.compressible(random, random.nextInt(i % 10 == 1 ? 20_000 : 120));
                redis.call(bytes("SET"), bytes("k"), string);
                byte[] theirs = (byte[]) redis.call("DUMP", "k");
                byte[] ours = DumpPayload.ofString(string);
                assertThat(STRINGS.restore(theirs, 1 << 20)).isEqualTo(string);
                assertThat(redis.call(bytes("RESTORE"), bytes("r"), bytes("0"), ours, bytes("REPLACE")))
                        .isEqualTo("OK");
                assertThat((byte[]) redis.call("GET", "r")).isEqualTo(string);
                assertThat(ours).as("string %d of %d bytes", i, string.length).isEqualTo(theirs);
            }
        }
    }
}
