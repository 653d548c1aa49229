package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.set.SetPage;
import io.sluice.proxy.type.set.SetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** The commands on one set, and SMOVE. Those that combine sets are in {@link SetAlgebraCommands}. */
final class SetCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final EnumSet<Flag> READ_FAST = EnumSet.of(READONLY, FAST);
    private static final EnumSet<Flag> ADD = EnumSet.of(WRITE, DENYOOM, FAST);
    private static final EnumSet<Flag> TAKE = EnumSet.of(WRITE, FAST);
    private static final KeySpec KEY = KeySpec.one();

    private SetCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.SET);
        t.row(
                "SADD",
                -3,
                ADD,
                KEY,
                "1.0.0",
                "O(1) for each element added, so O(N) to add N elements when the command is called with multiple"
                        + " arguments.",
                "Adds one or more members to a set. Creates the key if it doesn't exist.",
                SetCommands::add);
        t.row(
                "SREM",
                -3,
                TAKE,
                KEY,
                "1.0.0",
                "O(N) where N is the number of members to be removed.",
                "Removes one or more members from a set. Deletes the set if the last member was removed.",
                SetCommands::remove);
        t.row(
                "SMEMBERS",
                2,
                READ,
                KEY,
                "1.0.0",
                "O(N) where N is the set cardinality.",
                "Returns all members of a set.",
                SetCommands::members);
        t.row(
                "SISMEMBER",
                3,
                READ_FAST,
                KEY,
                "1.0.0",
                "O(1)",
                "Determines whether a member belongs to a set.",
                SetCommands::isMember);
        t.row(
                "SMISMEMBER",
                -3,
                READ_FAST,
                KEY,
                "6.2.0",
                "O(N) where N is the number of elements being checked for membership",
                "Determines whether multiple members belong to a set.",
                SetCommands::areMembers);
        t.row(
                "SCARD",
                2,
                READ_FAST,
                KEY,
                "1.0.0",
                "O(1)",
                "Returns the number of members in a set.",
                SetCommands::size);
        t.row(
                "SPOP",
                -2,
                TAKE,
                KEY,
                "1.0.0",
                "Without the count argument O(1), otherwise O(N) where N is the value of the passed count.",
                "Returns one or more random members from a set after removing them. Deletes the set if the last member"
                        + " was popped.",
                SetCommands::pop);
        t.row(
                "SRANDMEMBER",
                -2,
                READ,
                KEY,
                "1.0.0",
                "Without the count argument O(1), otherwise O(N) where N is the absolute value of the passed count.",
                "Get one or multiple random members from a set",
                SetCommands::random);
        t.row(
                "SMOVE",
                4,
                TAKE,
                KeySpec.range(1, 2, 1),
                "1.0.0",
                "O(1)",
                "Moves a member from one set to another.",
                SetCommands::move);
        t.row(
                "SSCAN",
                -3,
                READ,
                KEY,
                "2.8.0",
                "O(1) for every call. O(N) for a complete iteration, including enough command calls for the cursor to"
                        + " return back to 0. N is the number of elements inside the collection.",
                "Iterates over members of a set.",
                SetCommands::scan);
        SetAlgebraCommands.rows(t);
    }

    private static Reply add(CommandContext c, Args a) {
        return Reply.integer(SetValue.findOrEmpty(c, a.key(1)).add(a.all(), 2));
    }

    private static Reply remove(CommandContext c, Args a) {
        SetValue set = SetValue.findToChange(c, a.key(1));
        return set == null ? Reply.ZERO : Reply.integer(set.remove(a.all(), 2));
    }

    // ---- looking ----

    private static Reply members(CommandContext c, Args a) {
        SetValue set = SetValue.find(c, a.key(1));
        return set == null ? Reply.EMPTY_SET : Reply.set(bulks(set.members()));
    }

    static List<Reply> bulks(List<byte[]> members) {
        List<Reply> replies = new ArrayList<>(members.size());
        for (byte[] member : members) {
            replies.add(Reply.bulk(member));
        }
        return replies;
    }

    private static Reply isMember(CommandContext c, Args a) {
        SetValue set = SetValue.find(c, a.key(1));
        return set != null && set.contains(a.bytes(2)) ? Reply.ONE : Reply.ZERO;
    }

    private static Reply areMembers(CommandContext c, Args a) {
        SetValue set = SetValue.find(c, a.key(1));
        List<byte[]> asked = Arrays.asList(a.all()).subList(2, a.count());
        boolean[] found = set == null ? new boolean[asked.size()] : set.contains(asked);
        Reply[] replies = new Reply[found.length];
        for (int i = 0; i < found.length; i++) {
            replies[i] = found[i] ? Reply.ONE : Reply.ZERO;
        }
        return Reply.array(replies);
    }

    private static Reply size(CommandContext c, Args a) {
        SetValue set = SetValue.find(c, a.key(1));
        return set == null ? Reply.ZERO : Reply.integer(set.size());
    }

    private static Reply scan(CommandContext c, Args a) {
        long cursor = ScanArguments.cursor(a.bytes(2));
        SetValue set = SetValue.find(c, a.key(1));
        if (set == null) {
            return ScanArguments.NOTHING;
        }
        ScanArguments options = ScanArguments.options(a, false);
        SetPage page = set.scan(cursor, options.count());
        List<Reply> matching = new ArrayList<>(page.members().size());
        for (byte[] member : page.members()) {
            if (options.matches(member)) {
                matching.add(Reply.bulk(member));
            }
        }
        return ScanArguments.reply(page.cursor(), matching);
    }

    // ---- at random ----

    private static Reply pop(CommandContext c, Args a) {
        if (a.count() > 3) {
            throw Args.syntaxError();
        }
        Key key = a.key(1);
        if (a.count() == 2) {
            SetValue set = SetValue.findToChange(c, key);
            return set == null ? Reply.NULL : Reply.bulk(set.pop());
        }
        long count = a.integer(2, 0, Long.MAX_VALUE, Errors.NOT_POSITIVE);
        SetValue set = SetValue.findToChange(c, key);
        if (set == null || count == 0) {
            return Reply.EMPTY_SET;
        }
        if (count < set.size()) {
            return Reply.set(bulks(set.pop(count)));
        }
        Reply all = Reply.set(bulks(set.members()));
        c.remove(key);
        return all;
    }

    private static Reply random(CommandContext c, Args a) {
        if (a.count() > 3) {
            throw Args.syntaxError();
        }
        if (a.count() == 2) {
            SetValue set = SetValue.find(c, a.key(1));
            return set == null ? Reply.NULL : Reply.bulk(set.random());
        }
        long count = DrawCount.of(a, 2);
        SetValue set = SetValue.find(c, a.key(1));
        if (set == null || count == 0) {
            return Reply.EMPTY_ARRAY;
        }
        DrawCount.check(count);
        List<byte[]> drawn = count < 0
                ? set.randomWithRepetition((int) -count)
                : count < set.size() ? set.randomDistinct(count) : set.members();
        return Reply.array(bulks(drawn));
    }

    // ---- SMOVE ----

    private static Reply move(CommandContext c, Args a) {
        c.prefetch(a.keys(1, 3, 1));
        SetValue source = SetValue.findToChange(c, a.key(1));
        if (source == null) {
            return Reply.ZERO;
        }
        SetValue target = SetValue.findOrEmpty(c, a.key(2));
        if (Arrays.equals(a.bytes(1), a.bytes(2))) {
            return source.contains(a.bytes(3)) ? Reply.ONE : Reply.ZERO;
        }
        byte[][] member = {a.bytes(3)};
        if (source.remove(member, 0) == 0) {
            return Reply.ZERO;
        }
        target.add(member, 0);
        return Reply.ONE;
    }
}
