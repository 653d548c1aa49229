package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PackedEditTest {

    @Property(tries = 300)
    void doesWhatAListDoes(@ForAll long seed) {
        Random random = new Random(seed);
        List<byte[]> model = new ArrayList<>();
        PackedEntries.Builder start = new PackedEntries.Builder(0);
        for (int i = random.nextInt(20); i > 0; i--) {
            byte[] entry = entry(random);
            model.add(entry);
            start.add(entry);
        }
        PackedEdit edit = new PackedEdit(PackedEntries.over(start.build(Forms.LISTPACK)), random.nextInt(50));
        for (int step = 0; step < 30; step++) {
            int index = random.nextInt(model.size() + 1);
            byte[] entry = entry(random);
            switch (random.nextInt(3)) {
                case 0 -> {
                    byte[] second = entry(random);
                    edit.insert(offset(edit, index), entry, second);
                    model.addAll(index, List.of(entry, second));
                }
                case 1 -> {
                    if (index < model.size()) {
                        edit.replace(offset(edit, index), entry);
                        model.set(index, entry);
                    }
                }
                default -> {
                    int count = Math.min(model.size() - index, random.nextInt(4));
                    edit.remove(offset(edit, index), count);
                    model.subList(index, index + count).clear();
                }
            }
            check(edit, model, random);
        }
    }

    private static void check(PackedEdit edit, List<byte[]> model, Random random) {
        PackedEntries.Builder expected = new PackedEntries.Builder(0);
        model.forEach(expected::add);
        byte[] payload = expected.build(Forms.TABLE);
        assertThat(edit.build(Forms.TABLE)).isEqualTo(payload);
        assertThat(edit.bytes()).isEqualTo(payload.length);
        assertThat(edit.size()).isEqualTo(model.size());
        byte[] sought = model.isEmpty() ? entry(random) : model.get(random.nextInt(model.size()));
        for (int stride = 1; stride <= 3; stride++) {
            int found = -1;
            for (int i = 0; i < model.size() && found < 0; i += stride) {
                found = Arrays.equals(model.get(i), sought) ? i : -1;
            }
            int at = edit.find(sought, stride);
            assertThat(at).isEqualTo(found < 0 ? -1 : offset(edit, found));
            if (at >= 0) {
                assertThat(edit.get(at)).isEqualTo(sought);
            }
        }
    }

    private static int offset(PackedEdit edit, int index) {
        int at = 0;
        for (int i = 0; i < index; i++) {
            at = edit.next(at);
        }
        return at;
    }

    private static byte[] entry(Random random) {
        byte[] entry = new byte[random.nextInt(10) == 0 ? 120 + random.nextInt(20) : random.nextInt(3)];
        Arrays.fill(entry, (byte) random.nextInt(3));
        return entry;
    }
}
