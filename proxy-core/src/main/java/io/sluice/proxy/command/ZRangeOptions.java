package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.type.zset.ZRange;
import org.jspecify.annotations.Nullable;

/**
 * The options of ZRANGE, ZRANGESTORE and the older commands for ranges.
 *
 * @param offset LIMIT's first number
 * @param limit LIMIT's second number; negative for none
 */
record ZRangeOptions(By by, boolean reverse, boolean withScores, long offset, long limit) {
    /** What a range is of. */
    enum By {
        RANK,
        SCORE,
        LEX
    }

    /**
     * Reads the options.
     *
     * @param from where they begin
     * @param by what the range is of, or null if an option may say it
     * @param reverse whether from high to low, or null if an option may say it
     * @param stores whether the result is stored, so that scores cannot be asked for
     * @throws CommandException if they do not parse, or do not go together
     */
    static ZRangeOptions of(Args args, int from, @Nullable By by, @Nullable Boolean reverse, boolean stores) {
        By range = by;
        Boolean backwards = reverse;
        boolean withScores = false;
        long offset = 0;
        long limit = -1;
        for (int at = from; at < args.count(); at++) {
            if (!stores && args.is(at, "WITHSCORES")) {
                withScores = true;
            } else if (args.is(at, "LIMIT") && args.count() - at > 2) {
                offset = args.integer(at + 1);
                limit = args.integer(at + 2);
                at += 2;
            } else if (backwards == null && args.is(at, "REV")) {
                backwards = true;
            } else if (range == null && args.is(at, "BYLEX")) {
                range = By.LEX;
            } else if (range == null && args.is(at, "BYSCORE")) {
                range = By.SCORE;
            } else {
                throw Args.syntaxError();
            }
        }
        By meant = range == null ? By.RANK : range;
        if (limit != -1 && meant == By.RANK) {
            throw new CommandException(
                    "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
        }
        if (withScores && meant == By.LEX) {
            throw new CommandException("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
        }
        // A limit of -1 is none, and with none the offset of ranks says nothing either.
        return new ZRangeOptions(
                meant, backwards != null && backwards, withScores, meant == By.RANK ? 0 : offset, limit);
    }

    /** The range of the two arguments from this one on; the highest stands first when it is reversed, but for ranks. */
    ZRange range(Args args, int first) {
        int min = reverse ? first + 1 : first;
        int max = reverse ? first : first + 1;
        return switch (by) {
            case RANK -> ZSetArgs.ranks(args, first, first + 1);
            case SCORE -> ZSetArgs.scores(args, min, max);
            case LEX -> ZSetArgs.names(args, min, max);
        };
    }
}
