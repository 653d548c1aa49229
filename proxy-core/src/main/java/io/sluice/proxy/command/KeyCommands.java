package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.SPLIT;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.key.TypeName;
import io.sluice.proxy.type.key.ValueCopy;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands on whole keys of any type: deleting, looking for, renaming, copying, moving them. */
final class KeyCommands {
    private static final Reply NONE = Reply.simple("none");

    private KeyCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        t.row(
                "DEL",
                -2,
                EnumSet.of(WRITE, SPLIT),
                KeySpec.range(1, -1, 1),
                "1.0.0",
                "O(N) where N is the number of keys that will be removed, whatever they hold.",
                "Deletes one or more keys.",
                KeyCommands::delete);
        t.row(
                "UNLINK",
                -2,
                EnumSet.of(WRITE, FAST, SPLIT),
                KeySpec.range(1, -1, 1),
                "4.0.0",
                "O(1) for each key removed regardless of its size.",
                "Asynchronously deletes one or more keys.",
                KeyCommands::delete);
        t.row(
                "EXISTS",
                -2,
                EnumSet.of(READONLY, FAST, SPLIT),
                KeySpec.range(1, -1, 1),
                "1.0.0",
                "O(N) where N is the number of keys to check.",
                "Determines whether one or more keys exist.",
                KeyCommands::countExisting);
        t.row(
                "TOUCH",
                -2,
                EnumSet.of(READONLY, FAST, SPLIT),
                KeySpec.range(1, -1, 1),
                "3.2.1",
                "O(N) where N is the number of keys that will be touched.",
                "Returns the number of existing keys out of those specified.",
                KeyCommands::countExisting);
        t.row(
                "TYPE",
                2,
                EnumSet.of(READONLY, FAST),
                KeySpec.one(),
                "1.0.0",
                "O(1)",
                "Determines the type of value stored at a key.",
                KeyCommands::type);
        t.row(
                "RENAME",
                3,
                EnumSet.of(WRITE, LONG),
                KeySpec.range(1, 2, 1),
                "1.0.0",
                "O(1), but O(N) for a large value that goes to another slot, where N is its size.",
                "Renames a key and overwrites the destination.",
                (c, a) -> rename(c, a, false));
        t.row(
                "RENAMENX",
                3,
                EnumSet.of(WRITE, FAST, LONG),
                KeySpec.range(1, 2, 1),
                "1.0.0",
                "O(1), but O(N) for a large value that goes to another slot, where N is its size.",
                "Renames a key only when the target key name doesn't exist.",
                (c, a) -> rename(c, a, true));
        t.row(
                "COPY",
                -3,
                EnumSet.of(WRITE, DENYOOM, LONG),
                KeySpec.range(1, 2, 1),
                "6.2.0",
                "O(N) where N is the size of the value.",
                "Copies the value of a key to a new key.",
                KeyCommands::copy);
        t.row(
                "MOVE",
                3,
                EnumSet.of(WRITE, FAST),
                KeySpec.one(),
                "1.0.0",
                "O(1)",
                "Moves a key to another database.",
                KeyCommands::move);
    }

    private static Reply delete(CommandContext c, Args a) {
        List<Key> keys = a.keys(1, a.count(), 1);
        c.prefetch(keys);
        int deleted = 0;
        for (Key key : keys) {
            if (c.remove(key)) {
                deleted++;
            }
        }
        return Reply.integer(deleted);
    }

    private static Reply countExisting(CommandContext c, Args a) {
        List<Key> keys = a.keys(1, a.count(), 1);
        c.prefetch(keys);
        int there = 0;
        for (Key key : keys) {
            if (lookup(c, key) != null) {
                there++;
            }
        }
        return Reply.integer(there);
    }

    private static Reply type(CommandContext c, Args a) {
        Header header = lookup(c, a.key(1));
        return header == null ? NONE : Reply.simple(TypeName.of(header));
    }

    /** Reads a key for its own sake, which counts as a hit or a miss. */
    static @Nullable Header lookup(CommandContext c, Key key) {
        Header header = c.header(key);
        c.countLookup(header != null);
        return header;
    }

    private static Reply rename(CommandContext c, Args a, boolean onlyToFreeName) {
        Key from = a.key(1);
        Key to = a.key(2);
        c.prefetch(List.of(from, to));
        Header value = c.header(from);
        if (value == null) {
            throw new CommandException(Errors.NO_SUCH_KEY);
        }
        if (from.equals(to)) {
            return onlyToFreeName ? Reply.ZERO : Reply.OK;
        }
        if (onlyToFreeName && c.header(to) != null) {
            return Reply.ZERO;
        }
        ValueCopy.rename(c, from, value, to);
        return onlyToFreeName ? Reply.ONE : Reply.OK;
    }

    private static Reply copy(CommandContext c, Args a) {
        boolean replace = false;
        int toDb = c.db();
        for (int i = 3; i < a.count(); i++) {
            if (a.is(i, "REPLACE")) {
                replace = true;
            } else if (a.is(i, "DB") && i + 1 < a.count()) {
                toDb = DatabaseIndex.existing(a, ++i, c.settings().databases());
            } else {
                throw Args.syntaxError();
            }
        }
        Key from = a.key(1);
        Key to = a.key(2);
        if (toDb == c.db() && Arrays.equals(from.bytes(), to.bytes())) {
            throw new CommandException(Errors.SAME_OBJECT);
        }
        c.prefetch(toDb == c.db() ? List.of(from, to) : List.of(from));
        Header value = lookup(c, from);
        if (value == null) {
            return Reply.ZERO;
        }
        if (c.header(toDb, to) != null && !replace) {
            return Reply.ZERO;
        }
        c.put(toDb, to, ValueCopy.copy(c, from, value, to));
        return Reply.ONE;
    }

    private static Reply move(CommandContext c, Args a) {
        int toDb = DatabaseIndex.existing(a, 2, c.settings().databases());
        if (toDb == c.db()) {
            throw new CommandException(Errors.SAME_OBJECT);
        }
        Key key = a.key(1);
        if (c.header(key) == null || c.header(toDb, key) != null) {
            return Reply.ZERO;
        }
        c.rename(c.db(), key, toDb, key);
        return Reply.ONE;
    }
}
