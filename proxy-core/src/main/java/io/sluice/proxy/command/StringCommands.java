package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueType;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that set, read and change strings as bytes. Numbers are in {@link CounterCommands}. */
final class StringCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final EnumSet<Flag> READ_FAST = EnumSet.of(READONLY, FAST);
    private static final EnumSet<Flag> SET = EnumSet.of(WRITE, DENYOOM);
    private static final EnumSet<Flag> SET_FAST = EnumSet.of(WRITE, DENYOOM, FAST);
    private static final EnumSet<Flag> TAKE_FAST = EnumSet.of(WRITE, FAST);

    private static final KeySpec KEY = KeySpec.one();
    private static final KeySpec KEYS = KeySpec.range(1, -1, 1);
    private static final KeySpec PAIRS = KeySpec.range(1, -1, 2);

    private static final String RANGE_COST = "O(N) where N is the length of the returned string. The complexity is"
            + " ultimately determined by the returned length, but because creating a substring from an existing string is"
            + " very cheap, it can be considered O(1) for small strings.";
    private static final String SET_COST = "O(N) where N is the number of keys to set.";

    private StringCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.STRING);
        readRows(t);
        setRows(t);
        changeRows(t);
        CounterCommands.rows(t);
    }

    private static void readRows(CommandTable.Builder t) {
        t.row("GET", 2, READ_FAST, KEY, "1.0.0", "O(1)", "Get the value of a key", StringCommands::get);
        t.row(
                "MGET",
                -2,
                READ_FAST,
                KEYS,
                "1.0.0",
                "O(N) where N is the number of keys to retrieve.",
                "Get the values of all the given keys",
                StringCommands::mget);
        t.row(
                "STRLEN",
                2,
                READ_FAST,
                KEY,
                "2.2.0",
                "O(1)",
                "Get the length of the value stored in a key",
                StringCommands::strlen);
        String substring = "Get a substring of the string stored at a key";
        t.row("GETRANGE", 4, READ, KEY, "2.4.0", RANGE_COST, substring, StringCommands::getRange);
        t.row("SUBSTR", 4, READ, KEY, "1.0.0", RANGE_COST, substring, StringCommands::getRange);
        t.row(
                "LCS",
                -3,
                EnumSet.of(READONLY, LONG),
                KeySpec.range(1, 2, 1),
                "7.0.0",
                "O(N*M) where N and M are the lengths of s1 and s2, respectively",
                "Find longest common substring",
                LcsCommand::lcs);
    }

    private static void setRows(CommandTable.Builder t) {
        t.row("SET", -3, SET, KEY, "1.0.0", "O(1)", "Set the string value of a key", StringCommands::set);
        t.row(
                "SETNX",
                3,
                SET_FAST,
                KEY,
                "1.0.0",
                "O(1)",
                "Set the value of a key, only if the key does not exist",
                StringCommands::setNx);
        t.row(
                "SETEX",
                4,
                SET,
                KEY,
                "2.0.0",
                "O(1)",
                "Set the value and expiration of a key",
                (c, a) -> setWithExpiry(c, a, SetOptions.Unit.EX, "setex"));
        t.row(
                "PSETEX",
                4,
                SET,
                KEY,
                "2.6.0",
                "O(1)",
                "Set the value and expiration in milliseconds of a key",
                (c, a) -> setWithExpiry(c, a, SetOptions.Unit.PX, "psetex"));
        t.row(
                "MSET",
                -3,
                EnumSet.of(WRITE, DENYOOM, Flag.SPLIT),
                PAIRS,
                "1.0.1",
                SET_COST,
                "Set multiple keys to multiple values",
                StringCommands::mset);
        t.row(
                "MSETNX",
                -3,
                SET,
                PAIRS,
                "1.0.1",
                SET_COST,
                "Set multiple keys to multiple values, only if none of the keys exist",
                StringCommands::msetNx);
    }

    private static void changeRows(CommandTable.Builder t) {
        t.row(
                "GETSET",
                3,
                SET_FAST,
                KEY,
                "1.0.0",
                "O(1)",
                "Set the string value of a key and return its old value",
                StringCommands::getSet);
        t.row(
                "GETDEL",
                2,
                TAKE_FAST,
                KEY,
                "6.2.0",
                "O(1)",
                "Get the value of a key and delete the key",
                StringCommands::getDel);
        t.row(
                "GETEX",
                -2,
                TAKE_FAST,
                KEY,
                "6.2.0",
                "O(1)",
                "Get the value of a key and optionally set its expiration",
                StringCommands::getEx);
        t.row(
                "APPEND",
                3,
                SET_FAST,
                KEY,
                "2.0.0",
                "O(1). The amortized time complexity is O(1) assuming the appended value is small and the already present"
                        + " value is of any size, since the dynamic string library used by Redis will double the free"
                        + " space available on every reallocation.",
                "Append a value to a key",
                StringCommands::append);
        t.row(
                "SETRANGE",
                4,
                SET,
                KEY,
                "2.2.0",
                "O(1), not counting the time taken to copy the new string in place. Usually, this string is very small so"
                        + " the amortized complexity is O(1). Otherwise, complexity is O(M) with M being the length of the"
                        + " value argument.",
                "Overwrite part of a string at key starting at the specified offset",
                StringCommands::setRange);
    }

    // ---- reading ----

    private static Reply get(CommandContext c, Args args) {
        return bulkOrNull(StringValue.find(c, args.key(1)));
    }

    private static Reply bulkOrNull(@Nullable StringValue value) {
        return value == null ? Reply.NULL : Reply.bulk(value.bytes());
    }

    private static Reply mget(CommandContext c, Args args) {
        List<Key> keys = args.keys(1, args.count(), 1);
        c.prefetch(keys);
        List<Reply> values = new ArrayList<>(keys.size());
        for (Key key : keys) {
            Header header = c.header(key);
            c.countLookup(header != null);
            values.add(
                    header != null && header.type() == ValueType.STRING
                            ? Reply.bulk(StringValue.of(c, key, header).bytes())
                            : Reply.NULL);
        }
        return Reply.array(values);
    }

    private static Reply strlen(CommandContext c, Args args) {
        StringValue value = StringValue.find(c, args.key(1));
        return value == null ? Reply.ZERO : Reply.integer(value.length());
    }

    private static Reply getRange(CommandContext c, Args args) {
        long start = args.integer(2);
        long end = args.integer(3);
        StringValue value = StringValue.find(c, args.key(1));
        if (value == null || (start < 0 && end < 0 && start > end)) {
            return Reply.EMPTY_BULK;
        }
        long length = value.length();
        long from = start < 0 ? Math.max(0, length + start) : start;
        long to = Math.min(end < 0 ? Math.max(0, length + end) : end, length - 1);
        return from > to ? Reply.EMPTY_BULK : Reply.bulk(value.range(from, to + 1));
    }

    // ---- setting ----

    private static Reply set(CommandContext c, Args args) {
        SetOptions options = SetOptions.ofSet(args);
        Key key = args.key(1);
        long expireAtMs = options.expires() ? options.expireAtMs(args, c.nowMs(), "set") : Header.NO_EXPIRY;
        if (!options.get() && !options.onlyIfAbsent() && !options.onlyIfPresent() && !options.keepTtl()) {
            store(c, key, args.bytes(2), expireAtMs);
            return Reply.OK;
        }
        Reply old = options.get() ? bulkOrNull(StringValue.find(c, key)) : Reply.NULL;
        Header header = c.header(key);
        if (header == null ? options.onlyIfPresent() : options.onlyIfAbsent()) {
            return old;
        }
        if (options.keepTtl() && header != null) {
            expireAtMs = header.expireAtMs();
        }
        store(c, key, args.bytes(2), expireAtMs);
        return options.get() ? old : Reply.OK;
    }

    /** Replaces whatever the key holds. What would be expired already is not stored at all. */
    private static void store(CommandContext c, Key key, byte[] bytes, long expireAtMs) {
        if (expireAtMs != Header.NO_EXPIRY && expireAtMs <= c.nowMs()) {
            c.remove(key);
        } else {
            c.overwrite(key, Strings.header(c, key, bytes, expireAtMs));
        }
    }

    private static Reply setNx(CommandContext c, Args args) {
        Key key = args.key(1);
        if (c.header(key) != null) {
            return Reply.ZERO;
        }
        store(c, key, args.bytes(2), Header.NO_EXPIRY);
        return Reply.ONE;
    }

    private static Reply setWithExpiry(CommandContext c, Args args, SetOptions.Unit unit, String command) {
        store(c, args.key(1), args.bytes(3), SetOptions.expireAtMs(args, 2, unit, c.nowMs(), command));
        return Reply.OK;
    }

    private static Reply mset(CommandContext c, Args args) {
        checkPairs(args, "mset");
        storePairs(c, args);
        return Reply.OK;
    }

    private static Reply msetNx(CommandContext c, Args args) {
        checkPairs(args, "msetnx");
        List<Key> keys = args.keys(1, args.count(), 2);
        c.prefetch(keys);
        for (Key key : keys) {
            if (c.header(key) != null) {
                return Reply.ZERO;
            }
        }
        storePairs(c, args);
        return Reply.ONE;
    }

    private static void checkPairs(Args args, String command) {
        if (args.count() % 2 == 0) {
            throw new CommandException(Errors.wrongArity(command));
        }
    }

    private static void storePairs(CommandContext c, Args args) {
        for (int i = 1; i < args.count(); i += 2) {
            store(c, args.key(i), args.bytes(i + 1), Header.NO_EXPIRY);
        }
    }

    // ---- reading and changing at once ----

    private static Reply getSet(CommandContext c, Args args) {
        Reply old = bulkOrNull(StringValue.find(c, args.key(1)));
        store(c, args.key(1), args.bytes(2), Header.NO_EXPIRY);
        return old;
    }

    private static Reply getDel(CommandContext c, Args args) {
        StringValue value = StringValue.find(c, args.key(1));
        Reply old = bulkOrNull(value);
        if (value != null) {
            c.remove(args.key(1));
        }
        return old;
    }

    private static Reply getEx(CommandContext c, Args args) {
        SetOptions options = SetOptions.ofGetEx(args);
        Key key = args.key(1);
        StringValue value = StringValue.find(c, key);
        if (value == null) {
            return Reply.NULL;
        }
        long expireAtMs = options.expires() ? options.expireAtMs(args, c.nowMs(), "getex") : Header.NO_EXPIRY;
        Reply reply = Reply.bulk(value.bytes());
        if (options.expires() && expireAtMs <= c.nowMs()) {
            c.remove(key);
        } else if (options.expires() || options.persist()) {
            value.expireAt(expireAtMs);
        }
        return reply;
    }

    private static Reply append(CommandContext c, Args args) {
        Key key = args.key(1);
        byte[] added = args.bytes(2);
        StringValue value = StringValue.findToChange(c, key);
        if (value == null) {
            c.put(key, Strings.header(c, key, added, Header.NO_EXPIRY));
            return Reply.integer(added.length);
        }
        Strings.checkLength(c, value.length(), added.length);
        return Reply.integer(value.write(value.length(), added).length());
    }

    private static Reply setRange(CommandContext c, Args args) {
        long offset = args.integer(2);
        if (offset < 0) {
            throw new CommandException(Errors.OFFSET_OUT_OF_RANGE);
        }
        byte[] bytes = args.bytes(3);
        StringValue value = StringValue.findOrEmpty(c, args.key(1));
        if (bytes.length == 0) {
            return Reply.integer(value.length());
        }
        Strings.checkLength(c, offset, bytes.length);
        return Reply.integer(value.write(offset, bytes).length());
    }
}
