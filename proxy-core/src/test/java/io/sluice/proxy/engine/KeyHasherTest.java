package io.sluice.proxy.engine;

import static org.assertj.core.api.Assertions.assertThat;

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
        byte[] untagged = key.clone();
        for (int i = 0; i < untagged.length; i++) {
            untagged[i] = untagged[i] == '{' ? 0 : untagged[i];
        }
        assertThat(KeyHasher.slot(untagged)).isEqualTo(restOf(untagged) % Keyspace.SLOTS);
    }

    @Property
    void slotIsThatOfTheTag(@ForAll byte[] before, @ForAll byte[] tag, @ForAll byte[] after) {
        byte[] inner = new byte[tag.length + 1];
        for (int i = 0; i < tag.length; i++) {
            inner[i] = tag[i] == '}' ? 0 : tag[i];
        }
        byte[] key = new byte[before.length + inner.length + after.length + 2];
        for (int i = 0; i < before.length; i++) {
            key[i] = before[i] == '{' ? 0 : before[i];
        }
        key[before.length] = '{';
        System.arraycopy(inner, 0, key, before.length + 1, inner.length);
        key[before.length + 1 + inner.length] = '}';
        System.arraycopy(after, 0, key, key.length - after.length, after.length);
        assertThat(KeyHasher.slot(key)).isEqualTo(restOf(inner) % Keyspace.SLOTS);
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
