package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.EngineSettings;
import io.sluice.proxy.engine.FormLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Lists in the header and in a tree of chunks against a plain list: the same random commands, the same answers, and rows
 * that fit together after each.
 */
class ListModelTest {
    private static final int LARGE = 4096;

    private final FamilyRunner runner = new FamilyRunner(LARGE, ListCommands::rows);
    private final List<String> model = new ArrayList<>();
    private Random random = new Random(1);
    private int elementBytes = 12;

    private static ListModelTest with(long seed, int packedMaxBytes) {
        ListModelTest test = new ListModelTest();
        test.random = new Random(seed);
        test.runner.context.settings =
                new EngineSettings(16, 512L << 20, 64 << 20, packedMaxBytes, LARGE, 3000, FormLimits.DEFAULT);
        return test;
    }

    @Property(tries = 150)
    void smallListsDoWhatAListDoes(@ForAll long seed, @ForAll @IntRange(min = 0, max = 300) int packedMaxBytes) {
        ListModelTest test = with(seed, packedMaxBytes);
        for (int step = 0; step < 150; step++) {
            test.step(3);
            test.check();
        }
    }

    @Property(tries = 25)
    void listsOfManyChunksDoWhatAListDoes(
            @ForAll long seed, @ForAll @IntRange(min = 0, max = 4096) int packedMaxBytes) {
        ListModelTest test = with(seed, packedMaxBytes);
        test.elementBytes = 300;
        for (int step = 0; step < 150; step++) {
            test.step(100);
            if (step % 10 == 0) {
                test.check();
            }
        }
        test.check();
    }

    /** A queue that is mostly empty is one row; what a push would have to copy is spread. */
    @Test
    void fewLargeElementsStayInOneRowAndManySmallOnesDoNot() {
        ListModelTest test = with(1, 8192);
        for (int i = 0; i < 8; i++) {
            test.runner.run("RPUSH", "k", "x".repeat(1000));
        }
        assertThat(test.encoding()).isEqualTo(ValueEncoding.LIST_PACKED);
        test.runner.run("RPUSH", "k", "one more");
        assertThat(test.encoding()).isEqualTo(ValueEncoding.LIST_SPREAD);
        ListRows.check(test.runner.context, "k");
        test.runner.run("LTRIM", "k", 1, 0);
        for (int i = 0; i < 30; i++) {
            test.runner.run("LPUSH", "k", "x".repeat(64));
        }
        assertThat(test.encoding()).isEqualTo(ValueEncoding.LIST_PACKED);
        test.runner.run("LPUSH", "k", "x".repeat(64), "x".repeat(64));
        assertThat(test.encoding()).isEqualTo(ValueEncoding.LIST_SPREAD);
        ListRows.check(test.runner.context, "k");
    }

    private byte encoding() {
        return Objects.requireNonNull(runner.context.stored("k")).encoding();
    }

    /** Some 16,000 chunks: two levels of nodes below the root. */
    @Test
    void deepTreesDoWhatAListDoes() {
        ListModelTest test = with(3, 4096);
        test.elementBytes = 1800;
        for (int i = 0; i < 18_000; i++) {
            test.push(i % 3 == 0 ? "LPUSH" : "RPUSH", 1);
        }
        test.check();
        for (int round = 0; round < 10; round++) {
            for (int step = 0; step < 40; step++) {
                test.step(30);
            }
            test.check();
        }
        while (!test.model.isEmpty()) {
            test.pop(test.random.nextBoolean(), 1 + test.random.nextInt(1500));
        }
        test.check();
    }

    private void check() {
        assertThat(runner.run("LRANGE", "k", 0, -1)).isEqualTo(model.toString());
        assertThat(runner.line("LLEN k")).isEqualTo(String.valueOf(model.size()));
        ListRows.check(runner.context, "k");
    }

    private void step(int many) {
        switch (random.nextInt(12)) {
            case 0, 1 -> push("RPUSH", 1 + random.nextInt(many));
            case 2, 3 -> push("LPUSH", 1 + random.nextInt(many));
            case 4 -> pop(random.nextBoolean(), 1 + random.nextInt(1 + random.nextInt(many)));
            case 5 -> popOne(random.nextBoolean());
            case 6 -> set();
            case 7 -> insert();
            case 8 -> remove();
            case 9 -> {
                if (random.nextInt(4) == 0) {
                    trim();
                }
            }
            case 10 -> move();
            default -> look();
        }
    }

    private String element() {
        int kind = random.nextInt(40);
        if (kind == 0) {
            return "L" + random.nextInt(10) + "x".repeat(LARGE + random.nextInt(5000));
        }
        if (kind == 1) {
            return "m" + "y".repeat(1000 + random.nextInt(100));
        }
        if (kind < 20) {
            return String.valueOf(random.nextInt(20));
        }
        return "e" + random.nextInt(30) + "z".repeat(random.nextInt(elementBytes));
    }

    private void push(String command, int count) {
        Object[] request = new Object[2 + count];
        request[0] = command;
        request[1] = "k";
        for (int i = 0; i < count; i++) {
            String element = element();
            request[2 + i] = element;
            model.add(command.equals("LPUSH") ? 0 : model.size(), element);
        }
        assertThat(runner.run(request)).isEqualTo(String.valueOf(model.size()));
    }

    private void popOne(boolean left) {
        String expected = model.isEmpty() ? "(nil)" : model.remove(left ? 0 : model.size() - 1);
        assertThat(runner.run(left ? "LPOP" : "RPOP", "k")).isEqualTo(expected);
    }

    private void pop(boolean left, int count) {
        List<String> expected = new ArrayList<>();
        boolean absent = model.isEmpty();
        for (int i = 0; i < count && !model.isEmpty(); i++) {
            expected.add(model.remove(left ? 0 : model.size() - 1));
        }
        assertThat(runner.run(left ? "LPOP" : "RPOP", "k", count)).isEqualTo(absent ? "(nil)" : expected.toString());
    }

    private void set() {
        int index = random.nextInt(model.size() + 2);
        String element = element();
        boolean there = index < model.size();
        String expected = model.isEmpty() ? "-ERR no such key" : there ? "OK" : "-ERR index out of range";
        long asked = there && random.nextBoolean() ? index - model.size() : index;
        assertThat(runner.run("LSET", "k", asked, element)).isEqualTo(expected);
        if (there) {
            model.set(index, element);
        }
    }

    private String present() {
        return model.isEmpty() || random.nextInt(5) == 0 ? element() : model.get(random.nextInt(model.size()));
    }

    private void insert() {
        String pivot = present();
        String element = element();
        boolean after = random.nextBoolean();
        int at = model.indexOf(pivot);
        int size = model.size();
        if (at >= 0) {
            model.add(after ? at + 1 : at, element);
        }
        String expected = size == 0 ? "0" : at < 0 ? "-1" : String.valueOf(size + 1);
        assertThat(runner.run("LINSERT", "k", after ? "AFTER" : "BEFORE", pivot, element))
                .isEqualTo(expected);
    }

    private void remove() {
        String element = present();
        int count = random.nextInt(7) - 3;
        int removed = 0;
        if (count >= 0) {
            for (int i = 0; i < model.size() && (count == 0 || removed < count); ) {
                if (model.get(i).equals(element)) {
                    model.remove(i);
                    removed++;
                } else {
                    i++;
                }
            }
        } else {
            for (int i = model.size() - 1; i >= 0 && removed < -count; i--) {
                if (model.get(i).equals(element)) {
                    model.remove(i);
                    removed++;
                }
            }
        }
        assertThat(runner.run("LREM", "k", count, element)).isEqualTo(String.valueOf(removed));
    }

    private void trim() {
        int size = model.size();
        int from = random.nextInt(size / 3 + 2);
        int to = Math.max(1, size - random.nextInt(size / 3 + 2));
        assertThat(runner.run("LTRIM", "k", from, to - 1)).isEqualTo("OK");
        if (from >= Math.min(to, size)) {
            model.clear();
        } else {
            List<String> kept = new ArrayList<>(model.subList(from, Math.min(to, size)));
            model.clear();
            model.addAll(kept);
        }
    }

    private void move() {
        boolean fromLeft = random.nextBoolean();
        boolean toLeft = random.nextBoolean();
        String expected = "(nil)";
        if (!model.isEmpty()) {
            expected = model.remove(fromLeft ? 0 : model.size() - 1);
            model.add(toLeft ? 0 : model.size(), expected);
        }
        assertThat(runner.run("LMOVE", "k", "k", fromLeft ? "LEFT" : "RIGHT", toLeft ? "LEFT" : "RIGHT"))
                .isEqualTo(expected);
    }

    private void look() {
        int size = model.size();
        int index = random.nextInt(2 * size + 3) - size - 1;
        int fromStart = index < 0 ? size + index : index;
        assertThat(runner.run("LINDEX", "k", index))
                .isEqualTo(fromStart < 0 || fromStart >= size ? "(nil)" : model.get(fromStart));
        int from = random.nextInt(size + 2);
        int to = from + random.nextInt(size + 2);
        assertThat(runner.run("LRANGE", "k", from, to))
                .isEqualTo(
                        from >= size
                                ? "[]"
                                : model.subList(from, Math.min(to + 1, size)).toString());
        String element = present();
        List<Integer> first = new ArrayList<>();
        List<Integer> last = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (model.get(i).equals(element)) {
                first.add(i);
                last.add(0, i);
            }
        }
        assertThat(runner.run("LPOS", "k", element, "COUNT", 0)).isEqualTo(first.toString());
        assertThat(runner.run("LPOS", "k", element, "RANK", -1, "COUNT", 0)).isEqualTo(last.toString());
        assertThat(runner.run("LPOS", "k", element))
                .isEqualTo(first.isEmpty() ? "(nil)" : String.valueOf(first.get(0)));
        assertThat(runner.run("LPOS", "k", element.getBytes(ISO_8859_1), "RANK", -2))
                .isEqualTo(last.size() < 2 ? "(nil)" : String.valueOf(last.get(1)));
    }
}
