package io.sluice.proxy.type.string;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.RealRedis;
import io.sluice.proxy.type.string.BitField.Overflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitFieldTest {
    private static final long MAX_BYTES = 512L << 20;

    @ParameterizedTest
    @ValueSource(strings = {"i1", "i64", "u1", "u63", "u8"})
    void typesHaveASignAndAWidth(String text) {
        BitField field = BitField.parse(bytes(text));

        assertThat(field.signed()).isEqualTo(text.charAt(0) == 'i');
        assertThat(field.bits()).isEqualTo(Integer.parseInt(text.substring(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "i", "u", "i0", "i65", "u64", "u0", "x8", "i-1", "i08", "I8", "i 8", "8"})
    void otherTypesAreRefused(String text) {
        assertThat(BitField.parse(bytes(text))).isNull();
    }

    @Test
    void offsetsCountBitsOrFields() {
        BitField u8 = BitField.parse(bytes("u8"));

        assertThat(u8.parseOffset(bytes("10"), MAX_BYTES)).isEqualTo(10);
        assertThat(u8.parseOffset(bytes("#10"), MAX_BYTES)).isEqualTo(80);
        assertThat(u8.parseOffset(bytes("4294967295"), MAX_BYTES)).isEqualTo(4294967295L);
        assertThat(BitField.parsePlainOffset(bytes("7"), MAX_BYTES)).isEqualTo(7);
        for (String bad : List.of("-1", "#-1", "", "#", "a", "4294967296", "#9223372036854775807", "#536870912")) {
            assertThat(u8.parseOffset(bytes(bad), MAX_BYTES)).as(bad).isEqualTo(-1);
        }
        assertThat(BitField.parsePlainOffset(bytes("#7"), MAX_BYTES)).isEqualTo(-1);
    }

    @Property
    void whatIsWrittenIsReadAndNothingElseChanges(
            @ForAll @IntRange(min = 1, max = 64) int bits,
            @ForAll boolean signed,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll long value,
            @ForAll boolean background) {
        BitField field = new BitField(signed, signed ? bits : Math.min(bits, 63));
        byte[] string = new byte[16];
        Arrays.fill(string, (byte) (background ? -1 : 0));
        long wanted = field.add(value, 0, Overflow.WRAP);
        field.set(string, offset, wanted);

        assertThat(field.get(string, offset)).isEqualTo(wanted);
        for (int i = 0; i < 128; i++) {
            if (i < offset || i >= offset + field.bits()) {
                assertThat(Bits.get(string, i)).isEqualTo(background);
            }
        }
        assertThat(field.lengthFor(offset)).isEqualTo((offset + field.bits() + 7) / 8);
    }

    @Test
    void sumsThatDoNotFitWrapOrSaturate() {
        BitField i8 = BitField.parse(bytes("i8"));
        BitField u2 = BitField.parse(bytes("u2"));
        BitField i64 = BitField.parse(bytes("i64"));

        assertThat(i8.add(127, 1, Overflow.WRAP)).isEqualTo(-128);
        assertThat(i8.add(127, 1, Overflow.SAT)).isEqualTo(127);
        assertThat(i8.add(-128, -1, Overflow.SAT)).isEqualTo(-128);
        assertThat(i8.fits(127, 1)).isFalse();
        assertThat(u2.add(3, 1, Overflow.WRAP)).isZero();
        assertThat(u2.add(0, -1, Overflow.SAT)).isZero();
        assertThat(i64.add(Long.MAX_VALUE, 1, Overflow.WRAP)).isEqualTo(Long.MIN_VALUE);
        assertThat(i64.add(Long.MIN_VALUE, -1, Overflow.SAT)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void agreesWithRedisOnRandomOperations() throws Exception {
        Random random = new Random(5);
        List<byte[][]> commands = new ArrayList<>();
        List<Object> ours = new ArrayList<>();
        byte[] string = new byte[0];
        for (int i = 0; i < 6000; i++) {
            boolean signed = random.nextBoolean();
            BitField field = new BitField(signed, 1 + random.nextInt(signed ? 64 : 63));
            int offset = random.nextInt(200);
            long value = random.nextLong() >> random.nextInt(64);
            Overflow overflow = Overflow.values()[random.nextInt(3)];
            boolean increment = random.nextBoolean();
            commands.add(new byte[][] {
                bytes("BITFIELD"),
                bytes("k"),
                bytes("OVERFLOW"),
                bytes(overflow.name()),
                bytes(increment ? "INCRBY" : "SET"),
                bytes((signed ? "i" : "u") + field.bits()),
                Long.toString(offset).getBytes(),
                Long.toString(value).getBytes()
            });
            int needed = (int) field.lengthFor(offset);
            if (string.length < needed) {
                string = Arrays.copyOf(string, needed);
            }
            long old = field.get(string, offset);
            boolean fits = increment ? field.fits(old, value) : field.fits(value, 0);
            if (!fits && overflow == Overflow.FAIL) {
                ours.add(null);
            } else {
                long now = increment ? field.add(old, value, overflow) : field.add(value, 0, overflow);
                field.set(string, offset, now);
                ours.add(increment ? now : old);
            }
        }
        commands.add(new byte[][] {bytes("GET"), bytes("k")});
        try (RealRedis redis = RealRedis.startOrSkip()) {
            List<Object> theirs = redis.callAll(commands);
            for (int i = 0; i < ours.size(); i++) {
                assertThat(((List<?>) theirs.get(i)).get(0)).as("command %d", i).isEqualTo(ours.get(i));
            }
            assertThat((byte[]) theirs.get(ours.size())).isEqualTo(string);
        }
    }
}
