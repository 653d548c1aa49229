package io.sluice.proxy.type.string;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.text.RealRedis;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BitsTest {
    private static final byte[] FOOBAR = bytes("foobar");

    @Test
    void countsAsInTheDocumentationOfRedis() {
        assertThat(Bits.count(FOOBAR)).isEqualTo(26);
        assertThat(Bits.count(FOOBAR, 0, 0, BitUnit.BYTE)).isEqualTo(4);
        assertThat(Bits.count(FOOBAR, 1, 1, BitUnit.BYTE)).isEqualTo(6);
        assertThat(Bits.count(FOOBAR, 5, 30, BitUnit.BIT)).isEqualTo(17);
        assertThat(Bits.count(FOOBAR, -2, -1, BitUnit.BYTE)).isEqualTo(7);
        assertThat(Bits.count(FOOBAR, -1, -9, BitUnit.BYTE)).isZero();
        assertThat(Bits.count(FOOBAR, Long.MIN_VALUE, Long.MAX_VALUE, BitUnit.BIT))
                .isEqualTo(26);
        assertThat(Bits.count(new byte[0], 0, -1, BitUnit.BYTE)).isZero();
    }

    @Test
    void findsAsInTheDocumentationOfRedis() {
        byte[] ones = {(byte) 0xff, (byte) 0xf0, 0};
        assertThat(Bits.position(ones, false, 0)).isEqualTo(12);
        assertThat(Bits.position(new byte[] {0, (byte) 0xff, (byte) 0xf0}, true, 0))
                .isEqualTo(8);
        assertThat(Bits.position(new byte[] {0, (byte) 0xff, (byte) 0xf0}, true, 2))
                .isEqualTo(16);
        assertThat(Bits.position(new byte[] {0, (byte) 0xff, (byte) 0xf0}, true, 7, 15, BitUnit.BIT))
                .isEqualTo(8);
        assertThat(Bits.position(new byte[3], true, 0)).isEqualTo(-1);
    }

    @Test
    void zerosFollowAStringOfOnesOnlyWithoutAnEnd() {
        byte[] ones = {-1, -1, -1};
        assertThat(Bits.position(ones, false, 0)).isEqualTo(24);
        assertThat(Bits.position(ones, false, 0, -1, BitUnit.BYTE)).isEqualTo(-1);
        assertThat(Bits.position(ones, false, 3)).isEqualTo(-1);
        assertThat(Bits.position(new byte[0], false, 0)).isEqualTo(-1);
    }

    @Property
    void bitsThatAreSetCanBeRead(
            @ForAll @Size(max = 20) byte[] string, @ForAll @IntRange(max = 300) int offset, @ForAll boolean on) {
        byte[] changed = Bits.with(string, offset, on);

        assertThat(changed.length).isEqualTo(Math.max(string.length, offset / 8 + 1));
        for (int i = 0; i < 320; i++) {
            assertThat(Bits.get(changed, i)).isEqualTo(i == offset ? on : Bits.get(string, i));
        }
        assertThat(Bits.get(string, Long.MAX_VALUE)).isFalse();
    }

    @Property
    void countIsTheSumOfTheBits(@ForAll @Size(max = 50) byte[] string) {
        assertThat(Bits.count(string)).isEqualTo(BitSet.valueOf(string).cardinality());
    }

    @Property
    void operationsWorkOnEveryBit(
            @ForAll @Size(max = 40) byte[] a, @ForAll @Size(max = 40) byte[] b, @ForAll @Size(max = 9) byte[] c) {
        List<byte[]> all = List.of(a, b, c);
        byte[] and = Bits.combine(BitOperation.AND, all);
        byte[] or = Bits.combine(BitOperation.OR, all);
        byte[] xor = Bits.combine(BitOperation.XOR, all);
        byte[] not = Bits.not(a);

        assertThat(and.length).isEqualTo(Math.max(a.length, Math.max(b.length, c.length)));
        for (int i = 0; i < and.length; i++) {
            int x = at(a, i);
            int y = at(b, i);
            int z = at(c, i);
            assertThat(and[i]).isEqualTo((byte) (x & y & z));
            assertThat(or[i]).isEqualTo((byte) (x | y | z));
            assertThat(xor[i]).isEqualTo((byte) (x ^ y ^ z));
        }
        for (int i = 0; i < a.length; i++) {
            assertThat(not[i]).isEqualTo((byte) ~a[i]);
        }
    }

    private static int at(byte[] string, int index) {
        return index < string.length ? string[index] : 0;
    }

    @Test
    void agreesWithRedisOnRandomRanges() throws Exception {
        Random random = new Random(11);
        List<byte[][]> commands = new ArrayList<>();
        List<Long> ours = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            byte[] string = new byte[1 + random.nextInt(40)];
            switch (random.nextInt(3)) {
                case 0 -> random.nextBytes(string);
                case 1 -> java.util.Arrays.fill(string, (byte) -1);
                default -> string[random.nextInt(string.length)] = (byte) (1 << random.nextInt(8));
            }
            boolean bit = random.nextBoolean();
            BitUnit unit = random.nextBoolean() ? BitUnit.BIT : BitUnit.BYTE;
            long start = random.nextInt(800) - 400 >> random.nextInt(6);
            long end = random.nextInt(800) - 400 >> random.nextInt(6);
            byte[] from = Long.toString(start).getBytes();
            byte[] to = Long.toString(end).getBytes();
            byte[] which = bytes(bit ? "1" : "0");
            commands.add(new byte[][] {bytes("SET"), bytes("k"), string});
            ours.add(null);
            commands.add(new byte[][] {bytes("BITCOUNT"), bytes("k"), from, to, bytes(unit.name())});
            ours.add(Bits.count(string, start, end, unit));
            commands.add(new byte[][] {bytes("BITPOS"), bytes("k"), which, from, to, bytes(unit.name())});
            ours.add(Bits.position(string, bit, start, end, unit));
            commands.add(new byte[][] {bytes("BITPOS"), bytes("k"), which, from});
            ours.add(Bits.position(string, bit, start));
        }
        try (RealRedis redis = RealRedis.startOrSkip()) {
            List<Object> theirs = redis.callAll(commands);
            for (int i = 0; i < ours.size(); i++) {
                if (ours.get(i) != null) {
                    assertThat(ours.get(i)).as("command %d", i).isEqualTo(theirs.get(i));
                }
            }
        }
    }
}
