package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.encoding.RedoParts.RedoRow;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RedoPartsTest {

    @Property(tries = 500)
    void whatWasCutIsPutTogetherAgain(
            @ForAll @Size(max = 20) List<@Size(max = 300) byte[]> names,
            @ForAll @IntRange(min = 1, max = 700) int size) {
        List<RedoRow> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            rows.add(new RedoRow(names.get(i), i % 3 == 0 ? null : names.get(names.size() - 1 - i)));
        }
        RedoParts parts = new RedoParts(rows.iterator(), size);
        RedoParts.Reader reader = new RedoParts.Reader();
        List<RedoRow> again = new ArrayList<>();
        while (parts.hasNext()) {
            byte[] part = parts.next();
            assertThat(part).hasSizeBetween(1, size);
            assertThat(part.length == size || !parts.hasNext()).isTrue();
            again.addAll(reader.add(part));
        }
        reader.finish();
        assertThat(again).usingRecursiveComparison().isEqualTo(rows);
    }

    @Test
    void anEndInTheMiddleOfARowIsToldApart() {
        RedoParts parts =
                new RedoParts(List.of(new RedoRow(new byte[3], new byte[30])).iterator(), 20);
        RedoParts.Reader reader = new RedoParts.Reader();
        assertThat(reader.add(parts.next())).isEmpty();
        assertThatThrownBy(reader::finish).isInstanceOf(EncodingException.class);
    }
}
