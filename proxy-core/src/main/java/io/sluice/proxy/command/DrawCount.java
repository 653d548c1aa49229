package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.text.Errors;

/** How many elements SRANDMEMBER, HRANDFIELD and ZRANDMEMBER draw: distinct ones, or with repetition if it is negative. */
final class DrawCount {
    /** More elements drawn with repetition than this are not held in memory: Redis would try, and end. */
    private static final long MOST_DRAWN = 10_000_000;

    private DrawCount() {}

    /** @throws CommandException if the argument is no integer, or the one that has no opposite */
    static long of(Args a, int index) {
        long count = a.integer(index);
        if (count == Long.MIN_VALUE) {
            throw new CommandException(
                    "ERR value is out of range, value must between " + -Long.MAX_VALUE + " and " + Long.MAX_VALUE);
        }
        return count;
    }

    /**
     * Of a command that ends with the count, or with an option behind it that adds something to each element.
     *
     * @throws CommandException also if something else stands there, or the reply could not be counted
     */
    static long of(Args a, int index, String option) {
        long count = of(a, index);
        int end = index + 2;
        if (a.count() > end || (a.count() == end && !a.is(index + 1, option))) {
            throw Args.syntaxError();
        }
        if (a.count() == end && Math.abs(count) > Long.MAX_VALUE / 2) {
            throw new CommandException(Errors.OUT_OF_RANGE);
        }
        return count;
    }

    /** @throws CommandException if the elements would not be held in memory */
    static void check(long count) {
        if (count < -MOST_DRAWN) {
            throw new CommandException(Errors.OUT_OF_RANGE);
        }
    }
}
