package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.LongDouble;
import io.sluice.proxy.text.Numbers;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** Strings as numbers: INCR and its kind. */
final class CounterCommands {
    private static final EnumSet<Flag> FLAGS = EnumSet.of(WRITE, DENYOOM, FAST);
    /** Stands for what is too long to be one, and need not be read to tell. */
    private static final byte[] NO_NUMBER = {};
    /** The smallest long has as many digits, and a sign. */
    private static final int LONGEST_INTEGER = 20;
    /** Redis reads no more of a number. */
    private static final int LONGEST_FLOAT = 5 * 1024;

    private static final byte[] ZERO = {'0'};

    private CounterCommands() {}

    static void rows(CommandTable.Builder t) {
        row(t, "INCR", 2, "1.0.0", "Increment the integer value of a key by one", (c, a) -> add(c, a, 1));
        row(t, "DECR", 2, "1.0.0", "Decrement the integer value of a key by one", (c, a) -> add(c, a, -1));
        row(
                t,
                "INCRBY",
                3,
                "1.0.0",
                "Increment the integer value of a key by the given amount",
                (c, a) -> add(c, a, a.integer(2)));
        row(
                t,
                "DECRBY",
                3,
                "1.0.0",
                "Decrement the integer value of a key by the given number",
                CounterCommands::decrBy);
        row(
                t,
                "INCRBYFLOAT",
                3,
                "2.6.0",
                "Increment the float value of a key by the given amount",
                CounterCommands::incrByFloat);
    }

    private static void row(
            CommandTable.Builder t, String name, int arity, String since, String summary, Handler.OnKeys handler) {
        t.row(name, arity, FLAGS, KeySpec.one(), since, "O(1)", summary, handler);
    }

    private static Reply decrBy(CommandContext c, Args args) {
        long decrement = args.integer(2);
        if (decrement == Long.MIN_VALUE) {
            throw new CommandException(Errors.DECREMENT_OVERFLOW);
        }
        return add(c, args, -decrement);
    }

    private static Reply add(CommandContext c, Args args, long increment) {
        Key key = args.key(1);
        StringValue value = StringValue.findToChange(c, key);
        byte[] text = value != null && value.length() > LONGEST_INTEGER ? NO_NUMBER : textOrZero(value);
        if (!Numbers.isLong(text)) {
            throw new CommandException(Errors.NOT_AN_INTEGER);
        }
        long old = Numbers.parseLong(text);
        long sum = old + increment;
        if (((old ^ sum) & (increment ^ sum)) < 0) {
            throw new CommandException(Errors.OVERFLOW);
        }
        c.put(key, Strings.header(c, key, Numbers.toBytes(sum), expiryOf(value)));
        return Reply.integer(sum);
    }

    private static Reply incrByFloat(CommandContext c, Args args) {
        Key key = args.key(1);
        StringValue value = StringValue.findToChange(c, key);
        boolean tooLong = value != null && value.length() > LONGEST_FLOAT;
        LongDouble old = LongDouble.parse(tooLong ? NO_NUMBER : textOrZero(value));
        LongDouble increment = LongDouble.parse(args.bytes(2));
        if (old == null || increment == null) {
            throw new CommandException(Errors.NOT_A_FLOAT);
        }
        LongDouble sum = old.plus(increment);
        if (!sum.isFinite()) {
            throw new CommandException(Errors.INCREMENT_NAN);
        }
        byte[] text = sum.toBytes();
        c.put(key, Strings.textHeader(c, key, text, expiryOf(value)));
        return Reply.bulk(text);
    }

    private static byte[] textOrZero(@Nullable StringValue value) {
        return value == null ? ZERO : value.bytes();
    }

    private static long expiryOf(@Nullable StringValue value) {
        return value == null ? Header.NO_EXPIRY : value.expireAtMs();
    }
}
