package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class KeyTailTest {
    @Property
    void twoNamesHaveOneTailOnlyIfTheyAreEqual(@ForAll @From("names") byte[] a, @ForAll @From("names") byte[] b) {
        assertThat(KeyTail.of(a).equals(KeyTail.of(b))).isEqualTo(Arrays.equals(a, b));
        assertThat(KeyTail.of(a).standsFor(b)).isEqualTo(Arrays.equals(a, b));
        assertThat(KeyTail.of(a).standsFor(a.clone())).isTrue();
    }

    @Property(tries = 200)
    void longNamesThatShareThePrefixDiffer(@ForAll @From("longOnes") byte[] name) {
        byte[] other = name.clone();
        other[other.length - 1] ^= 1;
        byte[] longer = Arrays.copyOf(name, name.length + 1);
        assertThat(KeyTail.of(name)).isNotEqualTo(KeyTail.of(other)).isNotEqualTo(KeyTail.of(longer));
        assertThat(KeyTail.of(name).standsFor(other)).isFalse();
    }

    /** Somebody who knows the encoding names a key after the row key of another one. */
    @Property(tries = 200)
    void noNameTakesTheTailOfAnother(@ForAll @From("longOnes") byte[] victim) {
        byte[] forged = tailBytes(victim);
        assertThat(forged).hasSize(KeyTail.MAX_LENGTH);
        assertThat(tailBytes(forged)).isNotEqualTo(forged);
        byte[] prefix = Arrays.copyOf(victim, KeyTail.MAX_WHOLE);
        assertThat(tailBytes(prefix)).isEqualTo(prefix).isNotEqualTo(forged);
    }

    @Test
    void theLimitIsBetween1024And1025() {
        assertThat(KeyTail.of(new byte[1024]).isWhole()).isTrue();
        assertThat(KeyTail.standsWhole(new byte[1024])).isTrue();
        assertThat(KeyTail.of(new byte[1025]).isWhole()).isFalse();
        assertThat(KeyTail.standsWhole(new byte[1025])).isFalse();
    }

    @Test
    void theNameComesFromTheValueWhenItIsLong() {
        byte[] name = Interesting.filled(2000, 'x');
        KeyTail tail = KeyTail.of(name);
        assertThat(tail.nameOr(KeyTail.valueFor(name))).isEqualTo(name);
        assertThatThrownBy(tail::name).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> tail.nameOr(new byte[2000])).isInstanceOf(EncodingException.class);
        assertThatThrownBy(() -> tail.nameOr(new byte[0])).isInstanceOf(EncodingException.class);
        assertThat(KeyTail.of(new byte[] {1}).nameOr(new byte[] {2})).containsExactly(1);
        assertThat(KeyTail.valueFor(new byte[1024])).isEmpty();
    }

    /** A length that neither form has: a row that another program wrote, or half a row. */
    @Test
    void lengthsBetweenTheFormsAreRefused() {
        for (int length : new int[] {1025, 1039, 1041, 4000}) {
            byte[] rowKey = new byte[9 + length];
            rowKey[0] = RowKind.HEADER;
            assertThatThrownBy(() -> RowKeys.decodeHeader(rowKey))
                    .isInstanceOf(EncodingException.class)
                    .hasMessageContaining(String.valueOf(length));
        }
    }

    @Provide
    Arbitrary<byte[]> names() {
        return Names.any();
    }

    @Provide
    Arbitrary<byte[]> longOnes() {
        return Names.longOnes();
    }

    private static byte[] tailBytes(byte[] name) {
        byte[] bytes = new byte[KeyTail.lengthOf(name)];
        KeyTail.put(bytes, 0, name);
        return bytes;
    }
}
