package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Doubles;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.zset.ZRange;
import java.util.Arrays;
import java.util.Set;

/** Scores and ranges of sorted sets, as arguments and as replies. */
final class ZSetArgs {
    private static final Set<String> ZADD_OPTIONS = Set.of("NX", "XX", "GT", "LT", "CH", "INCR");

    private ZSetArgs() {}

    /** Whether the argument is one of the options of ZADD. */
    static boolean isOption(Args args, int index) {
        return ZADD_OPTIONS.stream().anyMatch(option -> args.is(index, option));
    }

    /** A score, else the error given. */
    static double score(Args args, int index, String error) {
        double score = Doubles.parse(args.bytes(index));
        if (Double.isNaN(score)) {
            throw new CommandException(error);
        }
        return score;
    }

    static Reply reply(double score) {
        return Reply.dbl(score, Doubles.format(score));
    }

    /** As {@link #reply}, or null for a member that is not there. */
    static Reply replyOrNull(double score) {
        return Double.isNaN(score) ? Reply.NULL : reply(score);
    }

    static ZRange.ByRank ranks(Args args, int start, int stop) {
        return new ZRange.ByRank(args.integer(start), args.integer(stop));
    }

    static ZRange.ByScore scores(Args args, int min, int max) {
        return new ZRange.ByScore(bound(args, min), isExclusive(args, min), bound(args, max), isExclusive(args, max));
    }

    private static boolean isExclusive(Args args, int index) {
        byte[] text = args.bytes(index);
        return text.length > 0 && text[0] == '(';
    }

    private static double bound(Args args, int index) {
        double bound = Doubles.parseBound(args.bytes(index), isExclusive(args, index) ? 1 : 0);
        if (Double.isNaN(bound)) {
            throw new CommandException(Errors.MIN_OR_MAX_NOT_A_FLOAT);
        }
        return bound;
    }

    static ZRange.ByLex names(Args args, int min, int max) {
        return new ZRange.ByLex(name(args.bytes(min)), name(args.bytes(max)));
    }

    private static ZRange.Bound name(byte[] text) {
        int mark = text.length == 0 ? 0 : text[0];
        if (mark == '(' || mark == '[') {
            return ZRange.Bound.at(Arrays.copyOfRange(text, 1, text.length), mark == '(');
        }
        if (text.length == 1 && mark == '-') {
            return ZRange.Bound.LOWEST;
        }
        if (text.length == 1 && mark == '+') {
            return ZRange.Bound.HIGHEST;
        }
        throw new CommandException(Errors.MIN_OR_MAX_NOT_A_STRING_RANGE);
    }
}
