package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.MOVABLEKEYS;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.list.ListEnd;
import io.sluice.proxy.type.list.ListValue;
import java.util.EnumSet;
import java.util.List;

/** The commands that work at the ends of lists, or with ranges of them. Those that search are in {@link ListSearchCommands}. */
final class ListCommands {
    private static final EnumSet<Flag> PUSH = EnumSet.of(WRITE, DENYOOM, FAST);
    private static final EnumSet<Flag> POP = EnumSet.of(WRITE, FAST);
    private static final EnumSet<Flag> CHANGE = EnumSet.of(WRITE, DENYOOM);
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final KeySpec KEY = KeySpec.one();

    private static final String PUSH_COST =
            "O(1) for each element added, so O(N) to add N elements when the command is called with multiple arguments.";
    private static final String POP_COST = "O(N) where N is the number of elements returned";

    private ListCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.LIST);
        pushRow(t, "LPUSH", "1.0.0", "Prepend one or multiple elements to a list", ListEnd.LEFT, false);
        pushRow(t, "RPUSH", "1.0.0", "Append one or multiple elements to a list", ListEnd.RIGHT, false);
        pushRow(t, "LPUSHX", "2.2.0", "Prepend an element to a list, only if the list exists", ListEnd.LEFT, true);
        pushRow(t, "RPUSHX", "2.2.0", "Append an element to a list, only if the list exists", ListEnd.RIGHT, true);
        popRow(t, "LPOP", "Remove and get the first elements in a list", ListEnd.LEFT);
        popRow(t, "RPOP", "Remove and get the last elements in a list", ListEnd.RIGHT);
        readRows(t);
        changeRows(t);
        moveRows(t);
        ListSearchCommands.rows(t);
    }

    private static void pushRow(
            CommandTable.Builder t, String name, String since, String summary, ListEnd end, boolean onlyIfPresent) {
        t.row(name, -3, PUSH, KEY, since, PUSH_COST, summary, (c, a) -> push(c, a, end, onlyIfPresent));
    }

    private static void popRow(CommandTable.Builder t, String name, String summary, ListEnd end) {
        t.row(name, -2, POP, KEY, "1.0.0", POP_COST, summary, (c, a) -> pop(c, a, end));
    }

    private static void readRows(CommandTable.Builder t) {
        t.row(
                "LLEN",
                2,
                EnumSet.of(READONLY, FAST),
                KEY,
                "1.0.0",
                "O(1)",
                "Get the length of a list",
                ListCommands::llen);
        t.row(
                "LINDEX",
                3,
                READ,
                KEY,
                "1.0.0",
                "O(log N) where N is the number of elements; O(1) near the ends.",
                "Get an element from a list by its index",
                ListCommands::lindex);
        t.row(
                "LRANGE",
                4,
                READ,
                KEY,
                "1.0.0",
                "O(log N + M) where N is the number of elements and M the number in the specified range.",
                "Get a range of elements from a list",
                ListCommands::lrange);
    }

    private static void changeRows(CommandTable.Builder t) {
        t.row(
                "LSET",
                4,
                CHANGE,
                KEY,
                "1.0.0",
                "O(log N) where N is the length of the list. Setting either the first or the last element of the list is"
                        + " O(1).",
                "Set the value of an element in a list by its index",
                ListCommands::lset);
        t.row(
                "LTRIM",
                4,
                EnumSet.of(WRITE),
                KEY,
                "1.0.0",
                "O(N) where N is the number of elements to be removed by the operation.",
                "Trim a list to the specified range",
                ListCommands::ltrim);
    }

    private static void moveRows(CommandTable.Builder t) {
        t.row(
                "LMOVE",
                5,
                CHANGE,
                KeySpec.range(1, 2, 1),
                "6.2.0",
                "O(1)",
                "Pop an element from a list, push it to another list and return it",
                (c, a) -> move(c, a, end(a, 3), end(a, 4)));
        t.row(
                "RPOPLPUSH",
                3,
                CHANGE,
                KeySpec.range(1, 2, 1),
                "1.2.0",
                "O(1)",
                "Remove the last element in a list, prepend it to another list and return it",
                (c, a) -> move(c, a, ListEnd.RIGHT, ListEnd.LEFT));
        t.row(
                "LMPOP",
                -4,
                EnumSet.of(WRITE, MOVABLEKEYS),
                KeySpec.counted(1),
                "7.0.0",
                "O(N+M) where N is the number of provided keys and M is the number of elements returned.",
                "Pop elements from a list",
                (c, a) -> mpop(c, MultiPop.parse(a, 1)));
    }

    // ---- at the ends ----

    private static Reply push(CommandContext c, Args a, ListEnd end, boolean onlyIfPresent) {
        ListValue list = onlyIfPresent ? ListValue.findToChange(c, a.key(1)) : ListValue.findOrCreate(c, a.key(1));
        return list == null ? Reply.ZERO : Reply.integer(list.push(end, a.all(), 2));
    }

    private static Reply pop(CommandContext c, Args a, ListEnd end) {
        if (a.count() == 2) {
            ListValue list = ListValue.findToChange(c, a.key(1));
            return list == null ? Reply.NULL : Reply.bulk(list.pop(end));
        }
        if (a.count() > 3) {
            throw new CommandException(Errors.wrongArity(end == ListEnd.LEFT ? "lpop" : "rpop"));
        }
        long count = a.integer(2, 0, Long.MAX_VALUE, Errors.NOT_POSITIVE);
        ListValue list = ListValue.findToChange(c, a.key(1));
        return list == null ? Reply.NULL_ARRAY : popped(list, end, count);
    }

    private static Reply popped(ListValue list, ListEnd end, long count) {
        if (count == 0) {
            return Reply.EMPTY_ARRAY;
        }
        Elements elements = new Elements(Math.min(count, list.size()));
        list.pop(end, count, elements);
        return elements.reply();
    }

    private static Reply move(CommandContext c, Args a, ListEnd from, ListEnd to) {
        return Reply.bulkOrNull(ListValue.move(c, a.key(1), from, a.key(2), to));
    }

    static ListEnd end(Args a, int index) {
        if (a.is(index, "LEFT")) {
            return ListEnd.LEFT;
        }
        if (a.is(index, "RIGHT")) {
            return ListEnd.RIGHT;
        }
        throw Args.syntaxError();
    }

    /** What LMPOP and BLMPOP are asked for. */
    record MultiPop(List<Key> keys, ListEnd end, long count) {

        /** @param at where the number of keys stands */
        static MultiPop parse(Args a, int at) {
            long keys = a.integer(at, 1, Long.MAX_VALUE, "ERR numkeys should be greater than 0");
            if (keys >= a.count() - at - 1) {
                throw Args.syntaxError();
            }
            int first = at + 1;
            int next = first + (int) keys;
            ListEnd end = ListCommands.end(a, next);
            long count = -1;
            for (int i = next + 1; i < a.count(); i += 2) {
                if (count >= 0 || i + 1 == a.count() || !a.is(i, "COUNT")) {
                    throw Args.syntaxError();
                }
                count = a.integer(i + 1, 1, Long.MAX_VALUE, "ERR count should be greater than 0");
            }
            return new MultiPop(a.keys(first, next, 1), end, Math.max(1, count));
        }
    }

    /** Takes from the first of the keys that holds a list. */
    static Reply mpop(CommandContext c, MultiPop request) {
        c.prefetch(request.keys());
        for (Key key : request.keys()) {
            ListValue list = ListValue.findToChange(c, key);
            if (list != null) {
                return Reply.array(Reply.bulk(key.bytes()), popped(list, request.end(), request.count()));
            }
        }
        return Reply.NULL_ARRAY;
    }

    // ---- by index ----

    private static Reply llen(CommandContext c, Args a) {
        ListValue list = ListValue.find(c, a.key(1));
        return list == null ? Reply.ZERO : Reply.integer(list.size());
    }

    private static Reply lindex(CommandContext c, Args a) {
        ListValue list = ListValue.find(c, a.key(1));
        if (list == null) {
            return Reply.NULL;
        }
        long index = fromStart(a.integer(2), list.size());
        return index < 0 || index >= list.size() ? Reply.NULL : Reply.bulk(list.at(index));
    }

    private static Reply lrange(CommandContext c, Args a) {
        long start = a.integer(2);
        long stop = a.integer(3);
        ListValue list = ListValue.find(c, a.key(1));
        if (list == null) {
            return Reply.EMPTY_ARRAY;
        }
        long from = Math.max(0, fromStart(start, list.size()));
        long to = Math.min(fromStart(stop, list.size()), list.size() - 1) + 1;
        if (from >= to) {
            return Reply.EMPTY_ARRAY;
        }
        Elements elements = new Elements(to - from);
        list.walk(from, to, false, elements);
        return elements.reply();
    }

    private static Reply lset(CommandContext c, Args a) {
        ListValue list = ListValue.findToChange(c, a.key(1));
        if (list == null) {
            throw new CommandException(Errors.NO_SUCH_KEY);
        }
        long index = fromStart(a.integer(2), list.size());
        if (index < 0 || index >= list.size()) {
            throw new CommandException(Errors.INDEX_OUT_OF_RANGE);
        }
        list.set(index, a.bytes(3));
        return Reply.OK;
    }

    private static Reply ltrim(CommandContext c, Args a) {
        long start = a.integer(2);
        long stop = a.integer(3);
        ListValue list = ListValue.findToChange(c, a.key(1));
        if (list != null) {
            long from = Math.max(0, fromStart(start, list.size()));
            long to = Math.min(fromStart(stop, list.size()), list.size() - 1) + 1;
            list.trim(from, to);
        }
        return Reply.OK;
    }

    /** Negative indexes count from the end. */
    private static long fromStart(long index, long size) {
        return index < 0 ? size + index : index;
    }
}
