package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Slots against the checksum as it is defined, a bit at a time, for keys of all lengths. */
class KeyHasherTest {
    /** The value that the Redis Cluster specification gives for this checksum. */
    @Example
    void slotIsThatOfTheSpecification() {
        assertThat(KeyHasher.slot(Rig.bytes("123456789"))).isEqualTo(0x31C3 % Keyspace.SLOTS);
    }

    @Property
    void slotIsTheDividedRestOfThePolynomial(@ForAll byte[] key) {
        byte[] untagged = without('{', key);
        assertThat(KeyHasher.slot(untagged)).isEqualTo(restOf(untagged) % Keyspace.SLOTS);
    }

    @Property
    void slotIsThatOfTheTag(@ForAll byte[] before, @ForAll byte[] tag, @ForAll byte[] after) {
        byte[] inner = without('}', Arrays.copyOf(tag, tag.length + 1));
        ByteArrayOutputStream key = new ByteArrayOutputStream();
        key.writeBytes(without('{', before));
        key.write('{');
        key.writeBytes(inner);
        key.write('}');
        key.writeBytes(after);
        assertThat(KeyHasher.slot(key.toByteArray())).isEqualTo(restOf(inner) % Keyspace.SLOTS);
    }

    private static byte[] without(char brace, byte[] bytes) {
        byte[] without = bytes.clone();
        for (int i = 0; i < without.length; i++) {
            without[i] = without[i] == brace ? 0 : without[i];
        }
        return without;
    }

    private static int restOf(byte[] bytes) {
        int rest = 0;
        for (byte each : bytes) {
            for (int bit = 7; bit >= 0; bit--) {
                boolean divides = ((rest >>> 15 ^ each >>> bit) & 1) != 0;
                rest = rest << 1 & 0xFFFF;
                if (divides) {
                    rest ^= 0x1021;
                }
            }
        }
        return rest;
    }
}
