package io.sluice.proxy.type.collection;

import io.sluice.kv.Row;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.type.collection.ElementRows.Element;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Draws elements of a spread collection, each with the same chance.
 *
 * <h2>Few of many</h2>
 *
 * A bare seek to a random hash would favour elements that come after gaps. Instead the hashes are divided into windows of
 * at most {@value #WINDOW} elements on average; a window is drawn, and one of its k elements is taken with the chance
 * k/{@value #WINDOW_MAX}, else the draw is repeated. So every element has the same chance, one of the number of windows times
 * {@value #WINDOW_MAX}, whatever its neighbours are. Two draws are needed on average, three of few elements.
 *
 * <p>In a window with more elements than {@value #WINDOW_MAX} the last ones would share one chance, but hashes are even: of
 * {@value #WINDOW} expected, more than {@value #WINDOW_MAX} come once in five million windows.
 *
 * <h2>Many, or all but few</h2>
 *
 * When the draws would read as much as the whole, the whole is read once, in pages: which elements are taken is drawn
 * beforehand by their ranks.
 */
public final class RandomElements {
    private static final int WINDOW = 32;
    private static final int WINDOW_MAX = 2 * WINDOW;
    /** What a draw reads on average where memory does not have the elements in order. */
    private static final int READ_PER_DRAW = 2 * WINDOW;

    /** So many fruitless draws only happen when there are no elements. */
    private static final int DRAWS = 100_000;

    private final HashOrder elements;
    private final long count;
    private final boolean namesOnly;
    private final RandomGenerator random;

    /**
     * @param count the number of elements, exact; above 0
     * @param namesOnly whether the values are of no interest
     * @param random must give the same numbers in every run of a command, as {@code CommandContext.random} does
     */
    public RandomElements(HashOrder elements, long count, boolean namesOnly, RandomGenerator random) {
        this.elements = elements;
        this.count = count;
        this.namesOnly = namesOnly;
        this.random = random;
    }

    /** One element. */
    public Element one() {
        if (count <= WINDOW_MAX) {
            List<Row> all = elements.rowsBetween(0, HashOrder.HASHES, namesOnly);
            return elements.element(all.get(random.nextInt(all.size())), namesOnly);
        }
        long windows = (count + WINDOW - 1) / WINDOW;
        for (int i = 0; i < DRAWS; i++) {
            Element element = draw(random.nextLong(windows), windows);
            if (element != null) {
                return element;
            }
        }
        throw new IllegalStateException("a collection of " + count + " elements has no rows");
    }

    private @Nullable Element draw(long window, long windows) {
        long from = start(window, windows);
        long to = start(window + 1, windows);
        int drawn = random.nextInt(WINDOW_MAX);
        Row row = drawn < WINDOW_MAX - 1
                ? elements.rowAt(from, to, drawn, namesOnly)
                : oneFrom(drawn, elements.rowsBetween(from, to, namesOnly));
        return row == null ? null : elements.element(row, namesOnly);
    }

    /** The row at the index, or one of those behind it; null when there is none. */
    private @Nullable Row oneFrom(int index, List<Row> rows) {
        return index < rows.size() ? rows.get(index + random.nextInt(rows.size() - index)) : null;
    }

    /** The smallest hash of a window. All windows have the same chance, so it does not matter that widths differ by 1. */
    private static long start(long window, long windows) {
        long whole = HashOrder.HASHES / windows;
        long rest = HashOrder.HASHES % windows;
        return window * whole + window * rest / windows;
    }

    /** So many elements, each drawn from all, in random order. */
    public List<Element> withRepetition(int wanted) {
        if (!readsAll(wanted)) {
            List<Element> drawn = new ArrayList<>(wanted);
            for (int i = 0; i < wanted; i++) {
                drawn.add(one());
            }
            return drawn;
        }
        long[] ranks = new long[wanted];
        for (int i = 0; i < wanted; i++) {
            ranks[i] = random.nextLong(count);
        }
        Arrays.sort(ranks);
        List<Element> drawn = ofRanks(ranks);
        Collections.shuffle(drawn, new Random(random.nextLong()));
        return drawn;
    }

    private boolean readsAll(long wanted) {
        return wanted > count / READ_PER_DRAW;
    }

    /** The elements of these ranks in the order of the hashes; ascending, and some perhaps more than once. */
    private List<Element> ofRanks(long[] ranks) {
        List<Element> found = new ArrayList<>(ranks.length);
        long[] rank = {0};
        elements.eachPage(namesOnly, page -> {
            for (Element element : page) {
                while (found.size() < ranks.length && ranks[found.size()] == rank[0]) {
                    found.add(element);
                }
                rank[0]++;
            }
            return found.size() < ranks.length;
        });
        return found;
    }

    /** So many different elements, fewer than there are, in no particular order; every choice has the same chance. */
    public List<Element> distinct(long wanted) {
        return readsAll(wanted) ? choose(wanted) : drawDistinct(wanted);
    }

    private List<Element> drawDistinct(long wanted) {
        List<Element> drawn = new ArrayList<>((int) wanted);
        Set<BinaryKey> names = new HashSet<>();
        while (drawn.size() < wanted) {
            Element element = one();
            if (names.add(BinaryKey.of(element.name()))) {
                drawn.add(element);
            }
        }
        return drawn;
    }

    /** Walks over all, and takes each with the chance of those still wanted among those still to come. */
    private List<Element> choose(long wanted) {
        List<Element> chosen = new ArrayList<>();
        long[] left = {count};
        elements.eachPage(namesOnly, page -> {
            for (Element element : page) {
                long missing = wanted - chosen.size();
                if (missing > 0 && random.nextLong(Math.max(1, left[0])) < missing) {
                    chosen.add(element);
                }
                left[0]--;
            }
            return chosen.size() < wanted;
        });
        return chosen;
    }
}
