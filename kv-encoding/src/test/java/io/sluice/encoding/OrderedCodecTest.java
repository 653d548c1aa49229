package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OrderedCodecTest {
    @Test
    void allPairsOfDoublesSortAsTheirBytes() {
        for (double a : Interesting.DOUBLES) {
            for (double b : Interesting.DOUBLES) {
                assertThat(Integer.signum(Arrays.compareUnsigned(bytes(a), bytes(b))))
                        .as("%s and %s", a, b)
                        .isEqualTo(a < b ? -1 : a > b ? 1 : 0);
            }
        }
    }

    @Property
    void anyTwoDoublesSortAsTheirBytes(@ForAll long aBits, @ForAll long bBits) {
        double a = Double.longBitsToDouble(aBits);
        double b = Double.longBitsToDouble(bBits);
        if (!Double.isNaN(a) && !Double.isNaN(b)) {
            assertThat(Integer.signum(Arrays.compareUnsigned(bytes(a), bytes(b))))
                    .isEqualTo(a < b ? -1 : a > b ? 1 : 0);
        }
    }

    @Test
    void doublesComeBack() {
        for (double value : Interesting.DOUBLES) {
            assertThat(Double.doubleToRawLongBits(OrderedCodec.getDouble(bytes(value), 0)))
                    .isEqualTo(Double.doubleToRawLongBits(value + 0.0));
        }
    }

    @Property
    void everyCodeIsThatOfItsDoubleOrIsRefused(@ForAll long code) {
        double value;
        try {
            value = OrderedCodec.doubleOf(code);
        } catch (EncodingException refused) {
            return;
        }
        assertThat(OrderedCodec.codeOf(value)).isEqualTo(code);
    }

    @Test
    void negativeZeroIsStoredAsZero() {
        assertThat(bytes(-0.0)).isEqualTo(bytes(0.0));
    }

    @Test
    void nanAndTheCodesThatNobodyWritesAreRefused() {
        assertThatThrownBy(() -> OrderedCodec.codeOf(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OrderedCodec.doubleOf(-1L)).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> OrderedCodec.doubleOf(0L)).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> OrderedCodec.doubleOf(Long.MAX_VALUE)).isInstanceOf(EncodingException.class);
    }

    @Test
    void allPairsOfSignedLongsSortAsTheirBytes() {
        for (long a : Interesting.LONGS) {
            for (long b : Interesting.LONGS) {
                assertThat(Integer.signum(Arrays.compareUnsigned(signed(a), signed(b))))
                        .as("%d and %d", a, b)
                        .isEqualTo(Long.compare(a, b));
            }
            assertThat(OrderedCodec.getSigned(signed(a), 0)).isEqualTo(a);
        }
    }

    @Property
    void varintsComeBackInTheBytesAnnounced(@ForAll long value) {
        for (int shift = 0; shift < 64; shift += 7) {
            checkVarint(value >>> shift);
        }
    }

    @Test
    void varintsComeBackAtTheEdges() {
        for (long value : Interesting.LONGS) {
            checkVarint(value);
        }
        assertThat(OrderedCodec.varintSize(127)).isEqualTo(1);
        assertThat(OrderedCodec.varintSize(128)).isEqualTo(2);
        assertThat(OrderedCodec.varintSize(-1)).isEqualTo(OrderedCodec.MAX_VARINT_BYTES);
    }

    @Test
    void aVarintHasOneForm() {
        assertThat(new ByteReader(new byte[] {(byte) 0x80, 1}, "test").readVarint())
                .isEqualTo(128);
        for (byte[] bad : new byte[][] {
            {},
            {(byte) 0x80},
            {(byte) 0x80, 0},
            {-1, -1, -1, -1, -1, -1, -1, -1, -1, 2},
            {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1},
        }) {
            assertThatThrownBy(() -> new ByteReader(bad, "test").readVarint()).isInstanceOf(EncodingException.class);
        }
    }

    private static void checkVarint(long value) {
        byte[] bytes = new byte[OrderedCodec.varintSize(value)];
        assertThat(OrderedCodec.putVarint(bytes, 0, value)).isEqualTo(bytes.length);
        ByteReader in = new ByteReader(bytes, "test");
        assertThat(in.readVarint()).isEqualTo(value);
        assertThat(in.remaining()).isZero();
    }

    private static byte[] bytes(double value) {
        byte[] bytes = new byte[8];
        OrderedCodec.putDouble(bytes, 0, value);
        return bytes;
    }

    private static byte[] signed(long value) {
        byte[] bytes = new byte[8];
        OrderedCodec.putSigned(bytes, 0, value);
        return bytes;
    }
}
