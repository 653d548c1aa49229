package io.sluice.proxy.engine;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The random numbers of a command: in each of its runs the same, so that a run finds what the one before has asked for. */
final class RunRandom {
    private @Nullable SplittableRandom numbers;
    /** Of all runs of the command. */
    private long seed;

    private boolean seeded;

    void begin() {
        numbers = null;
    }

    RandomGenerator numbers() {
        SplittableRandom made = numbers;
        if (made == null) {
            if (!seeded) {
                seed = ThreadLocalRandom.current().nextLong();
                seeded = true;
            }
            made = new SplittableRandom(seed);
            numbers = made;
        }
        return made;
    }
}
