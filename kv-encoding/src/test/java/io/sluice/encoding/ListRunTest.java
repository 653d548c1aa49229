package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ListRunTest {
    /** Whatever becomes of a run later, it holds what it held: runs branch where changes are dropped. */
    @Property(tries = 300)
    void aRunDoesNotChange(@ForAll long seed) {
        Random random = new Random(seed);
        List<ListRun> runs = new ArrayList<>(List.of(ListRun.EMPTY));
        List<List<String>> expected = new ArrayList<>(List.of(List.of()));
        for (int i = 0; i < 100; i++) {
            // Mostly the newest, as in a list that nobody takes a change back from.
            int from = random.nextInt(3) > 0 ? runs.size() - 1 : random.nextInt(runs.size());
            ListRun run = runs.get(from);
            List<String> elements = new ArrayList<>(expected.get(from));
            if (random.nextInt(4) > 0) {
                String element = "x".repeat(random.nextInt(random.nextInt(200) + 1)) + i;
                byte[] bytes = Interesting.text("--" + element);
                runs.add(run.push(bytes, 2, bytes.length - 2));
                elements.add(0, element);
            } else {
                int gone = random.nextInt(elements.size() + 1);
                runs.add(run.without(gone));
                elements = elements.subList(gone, elements.size());
            }
            expected.add(elements);
        }
        for (int i = 0; i < runs.size(); i++) {
            assertThat(elements(runs.get(i))).isEqualTo(expected.get(i));
        }
    }

    @Test
    void aPushInFrontOfTheLongestRunWritesNothingButTheElement() {
        ListRun noted = ListRun.EMPTY.push(new byte[10], 0, 10);
        ListRun two = noted.push(new byte[10], 0, 10);
        assertThat(two.push(new byte[10], 0, 10).bytes()).isSameAs(two.bytes());
        assertThat(two.push(new byte[10], 0, 10).bytes()).isNotSameAs(two.bytes());
    }

    @Test
    void elementsThatAreNotThereAreNotTakenAway() {
        byte[] twoRuns = {1, 'a', 2, 'b', 'c'};
        ListRun first = new ListRun(twoRuns, 0, 2, 2);
        assertThat(first.without(1).length()).isZero();
        assertThatThrownBy(() -> first.without(2)).isInstanceOf(EncodingException.class);
    }

    @Property(tries = 100)
    void theBytesAreThoseOfTheElements(@ForAll List<byte[]> pushed) {
        ListRun run = ListRun.EMPTY;
        for (byte[] element : pushed) {
            run = run.push(element, 0, element.length);
            byte[] put = new byte[run.length() + 2];
            assertThat(run.put(put, 1)).isEqualTo(run.length() + 1);
            assertThat(Arrays.copyOfRange(put, 1, run.length() + 1))
                    .isEqualTo(Arrays.copyOfRange(run.bytes(), run.from(), run.to()));
        }
    }

    private static List<String> elements(ListRun run) {
        assertThat(ListEntries.count(run.bytes(), run.from(), run.to())).isEqualTo(run.count());
        List<String> elements = new ArrayList<>();
        int at = run.from();
        for (int i = 0; i < run.count(); i++) {
            int length = ListEntries.length(run.bytes(), at);
            int start = ListEntries.start(at, length);
            elements.add(new String(run.bytes(), start, length, StandardCharsets.US_ASCII));
            at = start + length;
        }
        return elements;
    }
}
