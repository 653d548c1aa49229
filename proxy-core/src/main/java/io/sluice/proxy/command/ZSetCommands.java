package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetUpdate;
import io.sluice.proxy.type.zset.ZSetUpdate.Rules;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sorted sets, member by member: add, remove, score, rank, count. Ranges are in {@link ZRangeCommands}. */
final class ZSetCommands {
    private static final EnumSet<Flag> READ_FAST = EnumSet.of(READONLY, FAST);
    private static final EnumSet<Flag> ADD = EnumSet.of(WRITE, DENYOOM, FAST);
    private static final EnumSet<Flag> TAKE = EnumSet.of(WRITE, FAST);

    private static final KeySpec KEY = KeySpec.one();
    private static final String LOG = "O(log(N)) with N being the number of elements in the sorted set.";

    private ZSetCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.SORTED_SET);
        changeRows(t);
        readRows(t);
        ZRangeCommands.rows(t);
        ZPopCommands.rows(t);
        ZWalkCommands.rows(t);
        ZAlgebraCommands.rows(t);
    }

    private static void changeRows(CommandTable.Builder t) {
        t.row(
                "ZADD",
                -4,
                ADD,
                KEY,
                "1.2.0",
                "O(log(N)) for each item added, where N is the number of elements in the sorted set.",
                "Add one or more members to a sorted set, or update its score if it already exists",
                ZSetCommands::zadd);
        t.row(
                "ZINCRBY",
                4,
                ADD,
                KEY,
                "1.2.0",
                "O(log(N)) where N is the number of elements in the sorted set.",
                "Increment the score of a member in a sorted set",
                ZSetCommands::zincrby);
        t.row(
                "ZREM",
                -3,
                TAKE,
                KEY,
                "1.2.0",
                "O(M*log(N)) with N being the number of elements in the sorted set and M the number of elements to be"
                        + " removed.",
                "Remove one or more members from a sorted set",
                ZSetCommands::zrem);
    }

    private static void readRows(CommandTable.Builder t) {
        t.row(
                "ZCARD",
                2,
                READ_FAST,
                KEY,
                "1.2.0",
                "O(1)",
                "Get the number of members in a sorted set",
                ZSetCommands::zcard);
        t.row(
                "ZSCORE",
                3,
                READ_FAST,
                KEY,
                "1.2.0",
                "O(1)",
                "Get the score associated with the given member in a sorted set",
                ZSetCommands::zscore);
        t.row(
                "ZMSCORE",
                -3,
                READ_FAST,
                KEY,
                "6.2.0",
                "O(N) where N is the number of members being requested.",
                "Get the score associated with the given members in a sorted set",
                ZSetCommands::zmscore);
        t.row(
                "ZRANK",
                -3,
                READ_FAST,
                KEY,
                "2.0.0",
                "O(log(N))",
                "Determine the index of a member in a sorted set",
                (c, a) -> zrank(c, a, false));
        t.row(
                "ZREVRANK",
                -3,
                READ_FAST,
                KEY,
                "2.0.0",
                "O(log(N))",
                "Determine the index of a member in a sorted set, with scores ordered from high to low",
                (c, a) -> zrank(c, a, true));
        t.row(
                "ZCOUNT",
                4,
                READ_FAST,
                KEY,
                "2.0.0",
                LOG,
                "Count the members in a sorted set with scores within the given values",
                (c, a) -> count(c, a, ZSetArgs.scores(a, 2, 3)));
        t.row(
                "ZLEXCOUNT",
                4,
                READ_FAST,
                KEY,
                "2.8.9",
                LOG,
                "Count the number of members in a sorted set between a given lexicographical range",
                (c, a) -> count(c, a, ZSetArgs.names(a, 2, 3)));
    }

    // ---- changing ----

    private static Reply zadd(CommandContext c, Args args) {
        ZAddOptions options = ZAddOptions.of(args);
        int first = options.scoresAt();
        int pairs = (args.count() - first) / 2;
        double[] scores = new double[pairs];
        byte[][] members = new byte[pairs][];
        for (int i = 0; i < pairs; i++) {
            scores[i] = ZSetArgs.score(args, first + 2 * i, Errors.NOT_A_FLOAT);
            members[i] = args.bytes(first + 2 * i + 1);
        }
        ZSetUpdate update = add(c, args.key(1), options.rules(), members, scores);
        if (options.rules().increment()) {
            return update == null || update.skipped() ? Reply.NULL : ZSetArgs.reply(update.score());
        }
        return update == null
                ? Reply.ZERO
                : Reply.integer(update.added() + (options.countsChanged() ? update.changed() : 0));
    }

    /**
     * Gives members scores, creating the set where there is none.
     *
     * @return what came of it; null when only old members are to be touched, and there is no set
     */
    static @Nullable ZSetUpdate add(CommandContext c, Key key, Rules rules, byte[][] members, double[] scores) {
        ZSetValue value = ZSetValue.findToChange(c, key);
        if (value == null) {
            if (rules.onlyOld()) {
                return null;
            }
            value = ZSetValue.create(c, key);
        }
        ZSetUpdate update = new ZSetUpdate(value, rules);
        update.run(members, scores);
        return update;
    }

    private static Reply zincrby(CommandContext c, Args args) {
        if (ZSetArgs.isOption(args, 2)) {
            throw Args.syntaxError(); // ZINCRBY takes ZADD's options, in Redis too, and no member is left then
        }
        double[] increment = {ZSetArgs.score(args, 2, Errors.NOT_A_FLOAT)};
        ZSetUpdate update = add(c, args.key(1), Rules.INCREMENT, new byte[][] {args.bytes(3)}, increment);
        return update == null ? Reply.NULL : ZSetArgs.reply(update.score());
    }

    private static Reply zrem(CommandContext c, Args args) {
        ZSetValue value = ZSetValue.findToChange(c, args.key(1));
        if (value == null) {
            return Reply.ZERO;
        }
        List<byte[]> members = Arrays.asList(args.all()).subList(2, args.count());
        value.prefetch(members);
        long removed = 0;
        for (byte[] member : members) {
            if (value.remove(member)) {
                removed++;
            }
        }
        value.save();
        return Reply.integer(removed);
    }

    // ---- reading ----

    private static Reply zcard(CommandContext c, Args args) {
        ZSetValue value = ZSetValue.find(c, args.key(1));
        return value == null ? Reply.ZERO : Reply.integer(value.size());
    }

    private static Reply zscore(CommandContext c, Args args) {
        ZSetValue value = ZSetValue.find(c, args.key(1));
        return value == null ? Reply.NULL : ZSetArgs.replyOrNull(value.score(args.bytes(2)));
    }

    private static Reply zmscore(CommandContext c, Args args) {
        ZSetValue value = ZSetValue.find(c, args.key(1));
        Reply[] replies = new Reply[args.count() - 2];
        if (value == null) {
            Arrays.fill(replies, Reply.NULL);
            return Reply.array(replies);
        }
        double[] scores = value.scores(Arrays.asList(args.all()).subList(2, args.count()));
        for (int i = 0; i < scores.length; i++) {
            replies[i] = ZSetArgs.replyOrNull(scores[i]);
        }
        return Reply.array(replies);
    }

    private static Reply zrank(CommandContext c, Args args, boolean reverse) {
        if (args.count() > 4) {
            throw new CommandException(Errors.wrongArity(reverse ? "zrevrank" : "zrank"));
        }
        boolean withScore = args.count() == 4;
        if (withScore && !args.is(3, "WITHSCORE")) {
            throw Args.syntaxError();
        }
        ZSetValue value = ZSetValue.find(c, args.key(1));
        long rank = value == null ? -1 : value.rank(args.bytes(2));
        if (value == null || rank < 0) {
            return withScore ? Reply.NULL_ARRAY : Reply.NULL;
        }
        Reply place = Reply.integer(reverse ? value.size() - 1 - rank : rank);
        return withScore ? Reply.array(place, ZSetArgs.reply(value.score(args.bytes(2)))) : place;
    }

    private static Reply count(CommandContext c, Args args, ZRange range) {
        ZSetValue value = ZSetValue.find(c, args.key(1));
        return value == null ? Reply.ZERO : Reply.integer(value.count(range));
    }
}
