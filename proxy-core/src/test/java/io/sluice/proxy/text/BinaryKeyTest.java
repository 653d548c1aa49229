package io.sluice.proxy.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BinaryKeyTest {
    @Test
    void equalBytesAreOneKeyWhereverTheyStand() {
        BinaryKey part = BinaryKey.of("xaby".getBytes(US_ASCII), 1, 2);
        assertThat(part).isEqualTo(key("ab")).hasSameHashCodeAs(key("ab"));
        assertThat(part).isNotEqualTo(key("ac")).isNotEqualTo(key("abc"));
        assertThat(part).isLessThan(key("ac")).isLessThan(key("abc")).isEqualByComparingTo(key("ab"));
        assertThat(BinaryKey.of(new byte[] {(byte) 0x80})).isGreaterThan(BinaryKey.of(new byte[] {0x7f}));
    }

    /** So many searches of keys that share one hash take moments in a tree, and hours in a list. */
    @Test
    void keysThatShareAHashAreFoundInATree() {
        Map<BinaryKey, Integer> places = new HashMap<>();
        List<String> names = List.of("");
        for (int pairs = 0; pairs < 17; pairs++) {
            List<String> longer = new ArrayList<>();
            names.forEach(name -> {
                longer.add(name + "Aa");
                longer.add(name + "BB");
            });
            names = longer;
        }
        Set<Integer> hashes = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            hashes.add(key(names.get(i)).hashCode());
            places.put(key(names.get(i)), i);
        }
        assertThat(hashes).hasSize(1);
        for (int i = 0; i < names.size(); i++) {
            assertThat(places).containsEntry(key(names.get(i)), i);
        }
    }

    private static BinaryKey key(String text) {
        return BinaryKey.of(text.getBytes(US_ASCII));
    }
}
