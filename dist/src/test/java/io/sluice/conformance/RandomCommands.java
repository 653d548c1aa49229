package io.sluice.conformance;

import io.sluice.conformance.RandomFamily.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Draws commands over a few keys and a few awkward values, so that commands meet what others left behind. A family of
 * commands is a {@link RandomFamily} that is listed here with its weight.
 */
final class RandomCommands {
    private static final RedisVersion SEVEN = new RedisVersion(7, 0);

    private final Random random;
    private final List<Supplier<Step>> families = new ArrayList<>();

    /**
     * @param tag a hash tag for all keys, or the empty string
     * @param oracle commands and options that this version lacks are not drawn
     */
    RandomCommands(Random random, String tag, RedisVersion oracle) {
        this.random = random;
        Draw draw = new Draw(random, tag, oracle);
        weigh(104, new RandomStrings(draw));
        weigh(4, new RandomOtherTypes(draw));
        if (!oracle.isBefore(SEVEN)) {
            weigh(40, new RandomHashes(draw));
            weigh(40, new RandomZSets(draw));
            weigh(20, new RandomGeo(draw));
            weigh(40, new RandomSets(draw));
            weigh(40, new RandomLists(draw));
        }
    }

    private void weigh(int weight, Supplier<Step> family) {
        for (int i = 0; i < weight; i++) {
            families.add(family);
        }
    }

    List<Step> sequence(int length) {
        List<Step> steps = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            steps.add(families.get(random.nextInt(families.size())).get());
        }
        return steps;
    }
}
