package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PackedEntriesTest {

    @Property(tries = 300)
    void spliceIsWhatAListDoes(
            @ForAll @Size(max = 200) List<byte[]> entries,
            @ForAll @Size(max = 3) List<byte[]> added,
            @ForAll @IntRange(max = 250) int first,
            @ForAll @IntRange(max = 250) int second) {
        int from = Math.min(Math.min(first, second), entries.size());
        int to = Math.min(Math.max(first, second), entries.size());
        PackedEntries packed = PackedEntries.over(pack(entries));
        List<byte[]> model = new ArrayList<>(entries.subList(0, from));
        model.addAll(added);
        model.addAll(entries.subList(to, entries.size()));
        byte[] changed = packed.splice(
                Forms.TABLE,
                model.size(),
                packed.skip(packed.first(), from),
                packed.skip(packed.first(), to),
                added.toArray(byte[][]::new));
        assertThat(changed[0]).isEqualTo(Forms.TABLE);
        assertThat(PackedEntries.decode(changed).size()).isEqualTo(model.size());
        assertThat(unpack(changed)).usingElementComparator(Arrays::compare).isEqualTo(model);
    }

    @Test
    void findsByStride() {
        PackedEntries packed = PackedEntries.over(pack(List.of(text("a"), text("b"), text("b"), text("a"))));
        assertThat(packed.find(text("b"), 1)).isEqualTo(packed.next(packed.first()));
        assertThat(packed.find(text("b"), 2)).isEqualTo(packed.skip(packed.first(), 2));
        assertThat(packed.find(text("c"), 1)).isEqualTo(-1);
        assertThat(PackedEntries.empty(Forms.LISTPACK).find(text("c"), 2)).isEqualTo(-1);
    }

    @Test
    void whatIsCutShortIsRefused() {
        byte[] payload = pack(List.of(text("abc"), new byte[300]));
        for (int length = 0; length < payload.length; length++) {
            byte[] cut = Arrays.copyOf(payload, length);
            assertThatThrownBy(() -> PackedEntries.decode(cut)).isInstanceOf(EncodingException.class);
        }
        byte[] tooLong = Arrays.copyOf(payload, payload.length + 1);
        assertThatThrownBy(() -> PackedEntries.decode(tooLong)).isInstanceOf(EncodingException.class);
    }

    private static byte[] pack(List<byte[]> entries) {
        PackedEntries.Builder builder = new PackedEntries.Builder(0);
        entries.forEach(builder::add);
        assertThat(builder.bytes()).isEqualTo(builder.build(Forms.LISTPACK).length);
        return builder.build(Forms.LISTPACK);
    }

    private static List<byte[]> unpack(byte[] payload) {
        PackedEntries packed = PackedEntries.decode(payload);
        List<byte[]> entries = new ArrayList<>();
        for (int at = packed.first(); at < packed.end(); at = packed.next(at)) {
            entries.add(packed.get(at));
        }
        return entries;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
