package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.BLOCKING;
import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.MOVABLEKEYS;
import static io.sluice.proxy.command.Flag.NOSCRIPT;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.list.ListEnd;
import io.sluice.proxy.type.list.ListValue;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands that wait for an element of a list or a member of a sorted set. What they take and how they answer it is
 * that of the commands that do not wait.
 */
final class BlockingCommands {
    private static final KeySpec ALL_BUT_LAST = KeySpec.range(1, -2, 1);
    private static final KeySpec COUNTED = KeySpec.counted(2);
    private static final int LAST = -1;

    private static final String POP_COST = "O(N) where N is the number of provided keys.";
    private static final String ZPOP_COST = "O(log(N)) with N being the number of elements in the sorted set.";

    private BlockingCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.LIST);
        pop(t, "BLPOP", "first", ListEnd.LEFT);
        pop(t, "BRPOP", "last", ListEnd.RIGHT);
        moves(t);
        t.blocking(
                "BLMPOP",
                -5,
                EnumSet.of(WRITE, BLOCKING, MOVABLEKEYS),
                COUNTED,
                "7.0.0",
                "O(N+M) where N is the number of provided keys and M is the number of elements returned.",
                "Pop elements from a list, or block until one is available",
                new Handler.Blocking(BlockingCommands::blmpop, ValueType.LIST, COUNTED, 1, Reply.NULL_ARRAY));
        t.group(Group.SORTED_SET);
        zpop(t, "BZPOPMIN", "lowest", false);
        zpop(t, "BZPOPMAX", "highest", true);
        t.blocking(
                "BZMPOP",
                -5,
                EnumSet.of(WRITE, BLOCKING, MOVABLEKEYS),
                COUNTED,
                "7.0.0",
                "O(K) + O(M*log(N)) where K is the number of provided keys, N being the number of elements in the sorted"
                        + " set, and M being the number of elements popped.",
                "Remove and return members with scores in a sorted set or block until one is available",
                new Handler.Blocking(BlockingCommands::bzmpop, ValueType.ZSET, COUNTED, 1, Reply.NULL_ARRAY));
    }

    private static void pop(CommandTable.Builder t, String name, String which, ListEnd end) {
        t.blocking(
                name,
                -3,
                EnumSet.of(WRITE, NOSCRIPT, BLOCKING),
                ALL_BUT_LAST,
                "2.0.0",
                POP_COST,
                "Remove and get the " + which + " element in a list, or block until one is available",
                new Handler.Blocking((c, a) -> bpop(c, a, end), ValueType.LIST, ALL_BUT_LAST, LAST, Reply.NULL_ARRAY));
    }

    private static void moves(CommandTable.Builder t) {
        t.blocking(
                "BLMOVE",
                6,
                EnumSet.of(WRITE, DENYOOM, NOSCRIPT, BLOCKING),
                KeySpec.range(1, 2, 1),
                "6.2.0",
                "O(1)",
                "Pop an element from a list, push it to another list and return it; or block until one is available",
                new Handler.Blocking(BlockingCommands::blmove, ValueType.LIST, KeySpec.one(), LAST, Reply.NULL));
        t.blocking(
                "BRPOPLPUSH",
                4,
                EnumSet.of(WRITE, DENYOOM, NOSCRIPT, BLOCKING),
                KeySpec.range(1, 2, 1),
                "2.2.0",
                "O(1)",
                "Pop an element from a list, push it to another list and return it; or block until one is available",
                new Handler.Blocking(
                        (c, a) -> move(c, a, ListEnd.RIGHT, ListEnd.LEFT),
                        ValueType.LIST,
                        KeySpec.one(),
                        LAST,
                        Reply.NULL));
    }

    private static void zpop(CommandTable.Builder t, String name, String end, boolean highest) {
        t.blocking(
                name,
                -3,
                EnumSet.of(WRITE, NOSCRIPT, BLOCKING, FAST),
                ALL_BUT_LAST,
                "5.0.0",
                ZPOP_COST,
                "Remove and return the member with the " + end
                        + " score from one or more sorted sets, or block until one is available",
                new Handler.Blocking(
                        (c, a) -> bzpop(c, a, highest), ValueType.ZSET, ALL_BUT_LAST, LAST, Reply.NULL_ARRAY));
    }

    private static @Nullable Reply bpop(CommandContext c, Args a, ListEnd end) {
        Timeouts.seconds(a, a.count() - 1);
        List<Key> keys = a.keys(1, a.count() - 1, 1);
        c.prefetch(keys);
        for (Key key : keys) {
            ListValue list = ListValue.findToChange(c, key);
            if (list != null) {
                return Reply.array(Reply.bulk(key.bytes()), Reply.bulk(list.pop(end)));
            }
        }
        return null;
    }

    private static @Nullable Reply blmpop(CommandContext c, Args a) {
        ListCommands.MultiPop request = ListCommands.MultiPop.parse(a, 2);
        Timeouts.seconds(a, 1);
        Reply reply = ListCommands.mpop(c, request);
        return reply == Reply.NULL_ARRAY ? null : reply;
    }

    private static @Nullable Reply blmove(CommandContext c, Args a) {
        ListEnd from = ListCommands.end(a, 3);
        return move(c, a, from, ListCommands.end(a, 4));
    }

    private static @Nullable Reply move(CommandContext c, Args a, ListEnd from, ListEnd to) {
        Timeouts.seconds(a, a.count() - 1);
        byte[] moved = ListValue.move(c, a.key(1), from, a.key(2), to);
        return moved == null ? null : Reply.bulk(moved);
    }

    private static @Nullable Reply bzpop(CommandContext c, Args a, boolean highest) {
        Timeouts.seconds(a, a.count() - 1);
        List<Key> keys = a.keys(1, a.count() - 1, 1);
        c.prefetch(keys);
        for (Key key : keys) {
            Reply reply = ZPopCommands.popOne(c, key, highest);
            if (reply != null) {
                return reply;
            }
        }
        return null;
    }

    private static @Nullable Reply bzmpop(CommandContext c, Args a) {
        ZMPopOptions options = ZMPopOptions.of(a, 2);
        Timeouts.seconds(a, 1);
        c.prefetch(options.keys());
        for (Key key : options.keys()) {
            Reply reply = ZPopCommands.popSome(c, key, options.highest(), options.count());
            if (reply != null) {
                return reply;
            }
        }
        return null;
    }
}
