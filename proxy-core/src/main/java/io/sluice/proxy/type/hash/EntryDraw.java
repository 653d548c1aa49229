package io.sluice.proxy.type.hash;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws among entries that are all in memory. */
final class EntryDraw {
    private EntryDraw() {}

    /** Each time among all. */
    static List<HashEntry> draw(List<HashEntry> all, long times, RandomGenerator random) {
        List<HashEntry> drawn = new ArrayList<>();
        for (long i = 0; i < times && !all.isEmpty(); i++) {
            drawn.add(all.get(random.nextInt(all.size())));
        }
        return drawn;
    }

    /** Different ones, in their order: each is taken with the chance that as many of the rest are wanted. */
    static List<HashEntry> sample(List<HashEntry> all, long count, RandomGenerator random) {
        if (count >= all.size()) {
            return all;
        }
        List<HashEntry> drawn = new ArrayList<>((int) count);
        for (int i = 0; drawn.size() < count; i++) {
            if (random.nextInt(all.size() - i) < count - drawn.size()) {
                drawn.add(all.get(i));
            }
        }
        return drawn;
    }
}
