package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.LongDouble;
import io.sluice.proxy.text.Numbers;
import io.sluice.proxy.type.hash.HashPart;
import io.sluice.proxy.type.hash.HashValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** The commands that set, read and change the fields of hashes. Those that walk or draw are in {@link HashWalkCommands}, those about times in {@link HashExpireCommands}. */
final class HashCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final EnumSet<Flag> READ_FAST = EnumSet.of(READONLY, FAST);
    private static final EnumSet<Flag> SET_FAST = EnumSet.of(WRITE, DENYOOM, FAST);
    private static final KeySpec KEY = KeySpec.one();
    private static final byte[] ZERO = Numbers.toBytes(0);

    private HashCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.HASH);
        changeRows(t);
        readRows(t);
        HashWalkCommands.rows(t);
        HashExpireCommands.rows(t);
    }

    private static void changeRows(CommandTable.Builder t) {
        t.row(
                "HSET",
                -4,
                SET_FAST,
                KEY,
                "2.0.0",
                "O(1) for each field/value pair added, so O(N) to add N field/value pairs when the command is called with"
                        + " multiple field/value pairs.",
                "Creates or modifies the value of a field in a hash.",
                (c, a) -> Reply.integer(set(c, a)));
        t.row(
                "HMSET",
                -4,
                SET_FAST,
                KEY,
                "2.0.0",
                "O(N) where N is the number of fields being set.",
                "Sets the values of multiple fields.",
                (c, a) -> {
                    set(c, a);
                    return Reply.OK;
                });
        t.row(
                "HSETNX",
                4,
                SET_FAST,
                KEY,
                "2.0.0",
                "O(1)",
                "Sets the value of a field in a hash only when the field doesn't exist.",
                HashCommands::setNx);
        t.row(
                "HDEL",
                -3,
                EnumSet.of(WRITE, FAST),
                KEY,
                "2.0.0",
                "O(N) where N is the number of fields to be removed.",
                "Deletes one or more fields and their values from a hash. Deletes the hash if no fields remain.",
                HashCommands::delete);
        t.row(
                "HINCRBY",
                4,
                SET_FAST,
                KEY,
                "2.0.0",
                "O(1)",
                "Increments the integer value of a field in a hash by a number. Uses 0 as initial value if the field"
                        + " doesn't exist.",
                HashCommands::incrBy);
        t.row(
                "HINCRBYFLOAT",
                4,
                SET_FAST,
                KEY,
                "2.6.0",
                "O(1)",
                "Increments the floating point value of a field by a number. Uses 0 as initial value if the field"
                        + " doesn't exist.",
                HashCommands::incrByFloat);
    }

    private static void readRows(CommandTable.Builder t) {
        t.row("HGET", 3, READ_FAST, KEY, "2.0.0", "O(1)", "Returns the value of a field in a hash.", HashCommands::get);
        t.row(
                "HMGET",
                -3,
                READ_FAST,
                KEY,
                "2.0.0",
                "O(N) where N is the number of fields being requested.",
                "Returns the values of all fields in a hash.",
                HashCommands::getSome);
        t.row(
                "HLEN",
                2,
                READ_FAST,
                KEY,
                "2.0.0",
                "O(1)",
                "Returns the number of fields in a hash.",
                HashCommands::size);
        t.row(
                "HEXISTS",
                3,
                READ_FAST,
                KEY,
                "2.0.0",
                "O(1)",
                "Determines whether a field exists in a hash.",
                (c, a) -> Reply.integer(lengthOf(c, a) < 0 ? 0 : 1));
        t.row(
                "HSTRLEN",
                3,
                READ_FAST,
                KEY,
                "3.2.0",
                "O(1)",
                "Returns the length of the value of a field.",
                (c, a) -> Reply.integer(Math.max(0, lengthOf(c, a))));
        all(t, "HGETALL", "Returns all fields and values in a hash.", HashPart.BOTH);
        all(t, "HKEYS", "Returns all fields in a hash.", HashPart.FIELDS);
        all(t, "HVALS", "Returns all values in a hash.", HashPart.VALUES);
    }

    private static void all(CommandTable.Builder t, String name, String summary, HashPart part) {
        t.row(
                name,
                2,
                READ,
                KEY,
                "2.0.0",
                "O(N) where N is the size of the hash.",
                summary,
                (c, a) -> getAll(c, a, part));
    }

    private static long set(CommandContext c, Args a) {
        if (a.count() % 2 != 0) {
            throw new CommandException(Errors.wrongArity(a.text(0).toLowerCase(Locale.ROOT)));
        }
        return HashValue.findOrEmpty(c, a.key(1)).put(a.all(), 2);
    }

    private static Reply setNx(CommandContext c, Args a) {
        boolean[] absent = {false};
        HashValue.findOrEmpty(c, a.key(1)).update(a.bytes(2), old -> {
            absent[0] = old == null;
            return old == null ? a.bytes(3) : null;
        });
        return absent[0] ? Reply.ONE : Reply.ZERO;
    }

    private static Reply delete(CommandContext c, Args a) {
        HashValue hash = HashValue.findToChange(c, a.key(1));
        return hash == null ? Reply.ZERO : Reply.integer(hash.remove(a.all(), 2));
    }

    private static Reply incrBy(CommandContext c, Args a) {
        long increment = a.integer(3);
        long[] sum = {0};
        HashValue.findOrEmpty(c, a.key(1)).update(a.bytes(2), value -> {
            byte[] text = value == null ? ZERO : value;
            if (!Numbers.isLong(text)) {
                throw new CommandException(Errors.HASH_VALUE_NOT_AN_INTEGER);
            }
            long old = Numbers.parseLong(text);
            sum[0] = old + increment;
            if (((old ^ sum[0]) & (increment ^ sum[0])) < 0) {
                throw new CommandException(Errors.OVERFLOW);
            }
            return Numbers.toBytes(sum[0]);
        });
        return Reply.integer(sum[0]);
    }

    private static Reply incrByFloat(CommandContext c, Args a) {
        LongDouble increment = LongDouble.parse(a.bytes(3));
        if (increment == null) {
            throw new CommandException(Errors.NOT_A_FLOAT);
        }
        if (!increment.isFinite()) {
            throw new CommandException("ERR value is NaN or Infinity");
        }
        byte[][] sum = {ZERO};
        HashValue.findOrEmpty(c, a.key(1)).update(a.bytes(2), value -> {
            LongDouble old = LongDouble.parse(value == null ? ZERO : value);
            if (old == null) {
                throw new CommandException(Errors.HASH_VALUE_NOT_A_FLOAT);
            }
            LongDouble added = old.plus(increment);
            if (!added.isFinite()) {
                throw new CommandException(Errors.INCREMENT_NAN);
            }
            sum[0] = added.toBytes();
            return sum[0];
        });
        return Reply.bulk(sum[0]);
    }

    private static Reply get(CommandContext c, Args a) {
        HashValue hash = HashValue.find(c, a.key(1));
        return hash == null ? Reply.NULL : Reply.bulkOrNull(hash.get(a.bytes(2)));
    }

    private static Reply getSome(CommandContext c, Args a) {
        HashValue hash = HashValue.find(c, a.key(1));
        List<byte[]> fields = Arrays.asList(a.all()).subList(2, a.count());
        List<Reply> values = new ArrayList<>(fields.size());
        if (hash == null) {
            fields.forEach(field -> values.add(Reply.NULL));
        } else {
            hash.getAll(fields).forEach(value -> values.add(Reply.bulkOrNull(value)));
        }
        return Reply.array(values);
    }

    private static Reply size(CommandContext c, Args a) {
        HashValue hash = HashValue.find(c, a.key(1));
        return hash == null ? Reply.ZERO : Reply.integer(hash.size());
    }

    /** The length of a field's value; -1 when there is none. */
    private static long lengthOf(CommandContext c, Args a) {
        HashValue hash = HashValue.find(c, a.key(1));
        return hash == null ? -1 : hash.lengthOf(a.bytes(2));
    }

    private static Reply getAll(CommandContext c, Args a, HashPart part) {
        HashValue hash = HashValue.find(c, a.key(1));
        if (hash == null) {
            return part == HashPart.BOTH ? Reply.EMPTY_MAP : Reply.EMPTY_ARRAY;
        }
        List<Reply> replies = new ArrayList<>();
        hash.each(part, (array, offset, length) -> replies.add(Reply.bulk(array, offset, length)));
        return part == HashPart.BOTH ? Reply.map(replies) : Reply.array(replies);
    }
}
