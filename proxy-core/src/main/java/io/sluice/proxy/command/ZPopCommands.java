package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands that take members from an end of a sorted set. The ones that wait for members answer in the same shapes. */
final class ZPopCommands {
    private static final String COST = "O(log(N)*M) with N being the number of elements in the sorted set, and M being"
            + " the number of elements popped.";

    private ZPopCommands() {}

    static void rows(CommandTable.Builder t) {
        pop(t, "ZPOPMIN", "lowest", false);
        pop(t, "ZPOPMAX", "highest", true);
        t.row(
                "ZMPOP",
                -4,
                EnumSet.of(WRITE),
                KeySpec.counted(1),
                "7.0.0",
                "O(K) + O(M*log(N)) where K is the number of provided keys, N being the number of elements in the sorted"
                        + " set, and M being the number of elements popped.",
                "Remove and return members with scores in a sorted set",
                ZPopCommands::zmpop);
    }

    private static void pop(CommandTable.Builder t, String name, String end, boolean highest) {
        t.row(
                name,
                -2,
                EnumSet.of(WRITE, FAST),
                KeySpec.one(),
                "5.0.0",
                COST,
                "Remove and return members with the " + end + " scores in a sorted set",
                (c, a) -> zpop(c, a, highest));
    }

    private static Reply zpop(CommandContext c, Args args, boolean highest) {
        if (args.count() > 3) {
            throw Args.syntaxError();
        }
        boolean counted = args.count() == 3;
        long count = counted ? args.integer(2, 0, Long.MAX_VALUE, Errors.NOT_POSITIVE) : 1;
        List<Reply> taken = take(c, args.key(1), highest, count);
        if (taken == null) {
            return Reply.EMPTY_ARRAY;
        }
        return counted ? Reply.pairs(taken) : Reply.array(taken);
    }

    /** Takes members from an end; members and scores in turn, or null when the key holds nothing. */
    private static @Nullable List<Reply> take(CommandContext c, Key key, boolean highest, long count) {
        ZSetValue value = ZSetValue.findToChange(c, key);
        if (value == null) {
            return null;
        }
        ZRangeCommands.Members members = new ZRangeCommands.Members(true);
        value.pop(highest, count, members);
        value.save();
        return members.all();
    }

    /** What BZPOPMIN and BZPOPMAX answer with a member of this key: key, member, score; null when it holds nothing. */
    static @Nullable Reply popOne(CommandContext c, Key key, boolean highest) {
        List<Reply> taken = take(c, key, highest, 1);
        return taken == null ? null : Reply.array(Reply.bulk(key.bytes()), taken.get(0), taken.get(1));
    }

    /** What ZMPOP and BZMPOP answer with members of this key: key, array of arrays of two; null when it holds nothing. */
    static @Nullable Reply popSome(CommandContext c, Key key, boolean highest, long count) {
        List<Reply> taken = take(c, key, highest, count);
        if (taken == null) {
            return null;
        }
        List<Reply> twos = new ArrayList<>(taken.size() / 2);
        for (int i = 0; i < taken.size(); i += 2) {
            twos.add(Reply.array(taken.get(i), taken.get(i + 1)));
        }
        return Reply.array(Reply.bulk(key.bytes()), Reply.array(twos));
    }

    private static Reply zmpop(CommandContext c, Args args) {
        ZMPopOptions options = ZMPopOptions.of(args, 1);
        c.prefetch(options.keys());
        for (Key key : options.keys()) {
            Reply reply = popSome(c, key, options.highest(), options.count());
            if (reply != null) {
                return reply;
            }
        }
        return Reply.NULL_ARRAY;
    }
}
