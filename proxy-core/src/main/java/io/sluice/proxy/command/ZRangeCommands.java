package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.command.ZRangeOptions.By;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.zset.MemberVisitor;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetBuilder;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ranges of sorted sets by rank, score and name: shown, stored and removed. */
final class ZRangeCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final KeySpec KEY = KeySpec.one();

    private static final String SHORT_COST =
            "O(log(N)+M) with N being the number of elements in the sorted set and M the number of elements returned.";
    private static final String LONG_COST =
            "O(log(N)+M) with N being the number of elements in the sorted set and M the"
                    + " number of elements being returned. If M is constant (e.g. always asking for the first 10 elements with"
                    + " LIMIT), you can consider it O(log(N)).";
    private static final String REMOVE_COST = "O(log(N)+M) with N being the number of elements in the sorted set and M"
            + " the number of elements removed by the operation.";

    private ZRangeCommands() {}

    static void rows(CommandTable.Builder t) {
        read(t, "ZRANGE", "1.2.0", SHORT_COST, "Return a range of members in a sorted set", null, null);
        read(
                t,
                "ZREVRANGE",
                "1.2.0",
                SHORT_COST,
                "Return a range of members in a sorted set, by index, with scores ordered from high to low",
                By.RANK,
                true);
        read(
                t,
                "ZRANGEBYSCORE",
                "1.0.5",
                LONG_COST,
                "Return a range of members in a sorted set, by score",
                By.SCORE,
                false);
        read(
                t,
                "ZREVRANGEBYSCORE",
                "2.2.0",
                LONG_COST,
                "Return a range of members in a sorted set, by score, with scores ordered from high to low",
                By.SCORE,
                true);
        read(
                t,
                "ZRANGEBYLEX",
                "2.8.9",
                LONG_COST,
                "Return a range of members in a sorted set, by lexicographical range",
                By.LEX,
                false);
        read(
                t,
                "ZREVRANGEBYLEX",
                "2.8.9",
                LONG_COST,
                "Return a range of members in a sorted set, by lexicographical range, ordered from higher to lower strings.",
                By.LEX,
                true);
        t.row(
                "ZRANGESTORE",
                -5,
                EnumSet.of(WRITE, DENYOOM),
                KeySpec.range(1, 2, 1),
                "6.2.0",
                "O(log(N)+M) with N being the number of elements in the sorted set and M the number of elements stored"
                        + " into the destination key.",
                "Store a range of members from sorted set into another key",
                ZRangeCommands::store);
        remove(t, "RANK", "2.0.0", "indexes", a -> ZSetArgs.ranks(a, 2, 3));
        remove(t, "SCORE", "1.2.0", "scores", a -> ZSetArgs.scores(a, 2, 3));
        remove(t, "LEX", "2.8.9", "lexicographical range", a -> ZSetArgs.names(a, 2, 3));
    }

    private static void read(
            CommandTable.Builder t,
            String name,
            String since,
            String cost,
            String summary,
            @Nullable By by,
            @Nullable Boolean reverse) {
        t.row(name, -4, READ, KEY, since, cost, summary, (c, a) -> show(c, a, by, reverse));
    }

    private static void remove(
            CommandTable.Builder t, String by, String since, String what, Function<Args, ZRange> range) {
        String given = by.equals("LEX") ? "between the given " : "within the given ";
        t.row(
                "ZREMRANGEBY" + by,
                4,
                EnumSet.of(WRITE),
                KEY,
                since,
                REMOVE_COST,
                "Remove all members in a sorted set " + given + what,
                (c, a) -> remove(c, a, range.apply(a)));
    }

    /**
     * ZRANGE and its older forms.
     *
     * @param by what the command's name says the range is of; null where an option does
     * @param reverse what the command's name says of the order; null where an option does
     */
    private static Reply show(CommandContext c, Args args, @Nullable By by, @Nullable Boolean reverse) {
        ZRangeOptions options = ZRangeOptions.of(args, 4, by, reverse, false);
        ZRange range = options.range(args, 2);
        ZSetValue value = ZSetValue.find(c, args.key(1));
        if (value == null) {
            return Reply.EMPTY_ARRAY;
        }
        Members members = new Members(options.withScores());
        forEach(value, range, options, members);
        return members.reply();
    }

    /** An offset before the start leads nowhere, as in Redis, and a negative limit is none. */
    private static void forEach(ZSetValue value, ZRange range, ZRangeOptions options, MemberVisitor visitor) {
        if (options.offset() >= 0) {
            long limit = options.limit() < 0 ? Long.MAX_VALUE : options.limit();
            value.forEach(range, options.reverse(), options.offset(), limit, visitor);
        }
    }

    private static Reply store(CommandContext c, Args args) {
        ZRangeOptions options = ZRangeOptions.of(args, 5, null, null, true);
        ZRange range = options.range(args, 3);
        ZSetValue value = ZSetValue.find(c, args.key(2));
        ZSetBuilder result = new ZSetBuilder();
        if (value != null) {
            forEach(value, range, options, result);
        }
        return store(c, args.key(1), result);
    }

    /** Puts a set in place of whatever the key holds, and answers its size; an empty one deletes the key. */
    static Reply store(CommandContext c, Key key, ZSetBuilder members) {
        if (members.size() == 0) {
            c.remove(key);
            return Reply.ZERO;
        }
        Header header = members.build(c, key);
        c.overwrite(key, header);
        return Reply.integer(members.size());
    }

    private static Reply remove(CommandContext c, Args args, ZRange range) {
        ZSetValue value = ZSetValue.findToChange(c, args.key(1));
        if (value == null) {
            return Reply.ZERO;
        }
        long removed = value.removeAll(range);
        value.save();
        return Reply.integer(removed);
    }

    /** Collects members for a reply: alone, or with their scores. */
    static final class Members implements MemberVisitor {
        private final boolean withScores;
        private final List<Reply> replies = new ArrayList<>();

        Members(boolean withScores) {
            this.withScores = withScores;
        }

        @Override
        public void accept(byte[] array, int offset, int length, double score) {
            replies.add(Reply.bulk(array, offset, length));
            if (withScores) {
                replies.add(ZSetArgs.reply(score));
            }
        }

        List<Reply> all() {
            return replies;
        }

        Reply reply() {
            return withScores ? Reply.pairs(replies) : Reply.array(replies);
        }
    }
}
