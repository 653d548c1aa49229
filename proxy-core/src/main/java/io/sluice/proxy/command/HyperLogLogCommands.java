package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.ADMIN;
import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.MAY_REPLICATE;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.engine.Keyspace;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;
import io.sluice.proxy.type.hll.HyperLogLog;
import io.sluice.proxy.type.hll.HyperLogLogException;
import io.sluice.proxy.type.hll.HyperLogLogSelfTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Strings as HyperLogLogs. */
final class HyperLogLogCommands {
    private static final KeySpec KEYS = KeySpec.range(1, -1, 1);

    private HyperLogLogCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.HYPERLOGLOG);
        t.row(
                "PFADD",
                -2,
                EnumSet.of(WRITE, DENYOOM, FAST),
                KeySpec.one(),
                "2.8.9",
                "O(1) to add every element.",
                "Adds the specified elements to the specified HyperLogLog.",
                checked(HyperLogLogCommands::add));
        t.row(
                "PFCOUNT",
                -2,
                EnumSet.of(READONLY, MAY_REPLICATE),
                KEYS,
                "2.8.9",
                "O(1) with a very small average constant time when called with a single key. O(N) with N being the number"
                        + " of keys, and much bigger constant times, when called with multiple keys.",
                "Return the approximated cardinality of the set(s) observed by the HyperLogLog at key(s).",
                checked(HyperLogLogCommands::count));
        t.row(
                "PFMERGE",
                -2,
                EnumSet.of(WRITE, DENYOOM),
                KEYS,
                "2.8.9",
                "O(N) to merge N HyperLogLogs, but with high constant times.",
                "Merge N different HyperLogLogs into a single one.",
                checked(HyperLogLogCommands::merge));
        t.row(
                "PFDEBUG",
                3,
                EnumSet.of(WRITE, DENYOOM, ADMIN),
                KeySpec.at(2),
                "2.8.9",
                "N/A",
                "Internal commands for debugging HyperLogLog values",
                checked(HyperLogLogCommands::debug));
        t.onKeyspace(
                "PFSELFTEST",
                1,
                EnumSet.of(ADMIN, LONG),
                "2.8.9",
                "N/A",
                "An internal command for testing HyperLogLog values",
                HyperLogLogCommands::selfTest);
    }

    /** What is wrong with a string is answered as Redis does. */
    private static Handler.OnKeys checked(Handler.OnKeys handler) {
        return (c, args) -> {
            try {
                return handler.run(c, args);
            } catch (HyperLogLogException wrong) {
                throw new CommandException(wrong.reply());
            }
        };
    }

    private static void store(CommandContext c, Key key, @Nullable StringValue before, HyperLogLog changed) {
        byte[] bytes = changed.toBytes();
        if (before == null) {
            c.put(key, Strings.rawHeader(c, key, bytes, Header.NO_EXPIRY));
        } else {
            before.replaceRaw(bytes);
        }
    }

    private static Reply add(CommandContext c, Args args) {
        Key key = args.key(1);
        StringValue value = StringValue.findToChange(c, key);
        HyperLogLog counter = value == null ? HyperLogLog.create() : HyperLogLog.of(value.bytes());
        boolean changed = value == null;
        for (int i = 2; i < args.count(); i++) {
            changed |= counter.add(args.bytes(i), c.settings().hllSparseMaxBytes());
        }
        if (changed) {
            store(c, key, value, counter);
        } else if (value != null) {
            value.grow(0); // raw from now on, as in Redis
        }
        return changed ? Reply.ONE : Reply.ZERO;
    }

    private static Reply count(CommandContext c, Args args) {
        if (args.count() > 2) {
            return Reply.integer(HyperLogLog.countUnion(all(c, args.keys(1, args.count(), 1))));
        }
        StringValue value = StringValue.find(c, args.key(1));
        if (value == null) {
            return Reply.ZERO;
        }
        HyperLogLog counter = HyperLogLog.of(value.bytes());
        boolean known = counter.hasCachedCount();
        long count = counter.count();
        if (!known) {
            // The count is kept in the string, where clients see it: a read that writes, in Redis too.
            store(c, args.key(1), value, counter);
        }
        return Reply.integer(count);
    }

    /** Those of the keys that exist. Of several that are wrong, the first one's error is answered. */
    private static List<HyperLogLog> all(CommandContext c, List<Key> keys) {
        c.prefetch(keys);
        List<HyperLogLog> all = new ArrayList<>(keys.size());
        for (Key key : keys) {
            try {
                StringValue value = StringValue.find(c, key);
                if (value != null) {
                    all.add(HyperLogLog.of(value.bytes()));
                }
            } catch (HyperLogLogException | CommandException wrong) {
                // One before it may be damaged, which shows only when its registers are read.
                all.forEach(HyperLogLog::registers);
                throw wrong;
            }
        }
        return all;
    }

    private static Reply merge(CommandContext c, Args args) {
        List<HyperLogLog> sources = all(c, args.keys(1, args.count(), 1));
        Key key = args.key(1);
        StringValue value = StringValue.findToChange(c, key);
        HyperLogLog target = value == null ? HyperLogLog.create() : HyperLogLog.of(value.bytes());
        target.merge(sources, c.settings().hllSparseMaxBytes());
        store(c, key, value, target);
        return Reply.OK;
    }

    private static Reply debug(CommandContext c, Args args) {
        Key key = args.key(2);
        StringValue value = StringValue.findToChange(c, key);
        if (value == null) {
            throw new CommandException("ERR The specified key does not exist");
        }
        HyperLogLog counter = HyperLogLog.of(value.bytes());
        if (args.is(1, "GETREG")) {
            makeDense(c, key, value, counter);
            return Reply.array(
                    Arrays.stream(counter.registers()).mapToObj(Reply::integer).toList());
        }
        if (args.is(1, "DECODE")) {
            String runs = counter.describeRuns();
            if (runs == null) {
                throw new CommandException("ERR HLL encoding is not sparse");
            }
            return Reply.bulk(runs);
        }
        if (args.is(1, "ENCODING")) {
            return Reply.simple(counter.isSparse() ? "sparse" : "dense");
        }
        if (args.is(1, "TODENSE")) {
            return makeDense(c, key, value, counter) ? Reply.ONE : Reply.ZERO;
        }
        throw new CommandException("ERR Unknown PFDEBUG subcommand '" + args.text(1) + "'");
    }

    private static boolean makeDense(CommandContext c, Key key, StringValue value, HyperLogLog counter) {
        boolean changed = counter.makeDense();
        if (changed) {
            store(c, key, value, counter);
        }
        return changed;
    }

    private static Reply selfTest(Keyspace keyspace, Args args) {
        String failure = HyperLogLogSelfTest.run(
                ThreadLocalRandom.current().nextLong(),
                HyperLogLogSelfTest.FULL_LENGTH,
                keyspace.settings().hllSparseMaxBytes());
        return failure == null ? Reply.OK : Reply.error(failure);
    }
}
