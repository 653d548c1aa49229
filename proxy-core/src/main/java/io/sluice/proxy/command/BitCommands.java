package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.StringBits;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;
import io.sluice.proxy.type.string.BitField;
import io.sluice.proxy.type.string.BitOperation;
import io.sluice.proxy.type.string.BitUnit;
import io.sluice.proxy.type.string.Bits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Strings as rows of bits. */
final class BitCommands {
    private static final EnumSet<Flag> READ = EnumSet.of(READONLY);
    private static final EnumSet<Flag> CHANGE = EnumSet.of(WRITE, DENYOOM);
    private static final KeySpec KEY = KeySpec.one();
    private static final byte[] NOTHING = {};

    private BitCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.BITMAP);
        t.row(
                "SETBIT",
                4,
                CHANGE,
                KEY,
                "2.2.0",
                "O(1)",
                "Sets or clears the bit at offset in the string value stored at key",
                BitCommands::setBit);
        t.row(
                "GETBIT",
                3,
                EnumSet.of(READONLY, FAST),
                KEY,
                "2.2.0",
                "O(1)",
                "Returns the bit value at offset in the string value stored at key",
                BitCommands::getBit);
        t.row("BITCOUNT", -2, READ, KEY, "2.6.0", "O(N)", "Count set bits in a string", BitCommands::bitCount);
        t.row("BITPOS", -3, READ, KEY, "2.8.7", "O(N)", "Find first bit set or clear in a string", BitCommands::bitPos);
        t.row(
                "BITOP",
                -4,
                EnumSet.of(WRITE, DENYOOM, LONG),
                KeySpec.range(2, -1, 1),
                "2.6.0",
                "O(N)",
                "Perform bitwise operations between strings",
                BitCommands::bitOp);
        BitFieldCommands.rows(t);
    }

    private static long offset(CommandContext c, Args args, int index) {
        long offset = BitField.parsePlainOffset(args.bytes(index), Strings.maxLength(c));
        if (offset < 0) {
            throw new CommandException(Errors.BIT_OFFSET);
        }
        return offset;
    }

    private static Reply setBit(CommandContext c, Args args) {
        long offset = offset(c, args, 2);
        boolean on = args.integer(3, 0, 1, Errors.BIT_VALUE) == 1;
        long index = Bits.byteIndex(offset);
        StringValue value = StringValue.findOrEmpty(c, args.key(1));
        byte[] one = value.range(index, index + 1);
        boolean old = Bits.get(one, offset & 7);
        if (old != on) {
            value.write(index, Bits.with(one, offset & 7, on));
        } else {
            // Redis makes the string raw and long enough, also where the bit itself stays as it is.
            value.grow(index + 1);
        }
        return old ? Reply.ONE : Reply.ZERO;
    }

    private static Reply getBit(CommandContext c, Args args) {
        long offset = offset(c, args, 2);
        StringValue value = StringValue.find(c, args.key(1));
        long index = Bits.byteIndex(offset);
        if (value == null || index >= value.length()) {
            return Reply.ZERO;
        }
        return Bits.get(value.range(index, index + 1), offset & 7) ? Reply.ONE : Reply.ZERO;
    }

    private static Reply bitCount(CommandContext c, Args args) {
        StringValue value = StringValue.find(c, args.key(1));
        if (value == null) {
            return Reply.ZERO;
        }
        if (args.count() == 2) {
            return Reply.integer(StringBits.count(value));
        }
        if (args.count() != 4 && args.count() != 5) {
            throw Args.syntaxError();
        }
        long start = args.integer(2);
        long end = args.integer(3);
        // Redis answers an empty range before it looks at the unit.
        if (start < 0 && end < 0 && start > end) {
            return Reply.ZERO;
        }
        BitUnit unit = args.count() == 5 ? unit(args, 4) : BitUnit.BYTE;
        return Reply.integer(StringBits.count(value, start, end, unit));
    }

    private static BitUnit unit(Args args, int index) {
        if (args.is(index, "BIT")) {
            return BitUnit.BIT;
        }
        if (args.is(index, "BYTE")) {
            return BitUnit.BYTE;
        }
        throw Args.syntaxError();
    }

    private static Reply bitPos(CommandContext c, Args args) {
        long bit = args.integer(2);
        if (bit != 0 && bit != 1) {
            throw new CommandException("ERR The bit argument must be 1 or 0.");
        }
        StringValue value = StringValue.find(c, args.key(1));
        if (value == null) {
            return Reply.integer(-bit);
        }
        if (args.count() > 6) {
            throw Args.syntaxError();
        }
        long start = args.count() > 3 ? args.integer(3) : 0;
        if (args.count() < 5) {
            return Reply.integer(StringBits.position(value, bit == 1, start));
        }
        BitUnit unit = args.count() == 6 ? unit(args, 5) : BitUnit.BYTE;
        long end = args.integer(4);
        return Reply.integer(StringBits.position(value, bit == 1, start, end, unit));
    }

    private static Reply bitOp(CommandContext c, Args args) {
        boolean not = args.is(1, "NOT");
        BitOperation operation = operation(args);
        if (operation == null && !not) {
            throw Args.syntaxError();
        }
        if (not && args.count() != 4) {
            throw new CommandException("ERR BITOP NOT must be called with a single source key.");
        }
        List<Key> sources = args.keys(3, args.count(), 1);
        c.prefetch(sources);
        List<byte[]> strings = new ArrayList<>(sources.size());
        for (Key source : sources) {
            StringValue value = StringValue.find(c, source);
            strings.add(value == null ? NOTHING : value.bytes());
        }
        byte[] result = operation == null ? Bits.not(strings.get(0)) : Bits.combine(operation, strings);
        Key target = args.key(2);
        if (result.length == 0) {
            c.remove(target);
        } else {
            c.overwrite(target, Strings.rawHeader(c, target, result, Header.NO_EXPIRY));
        }
        return Reply.integer(result.length);
    }

    private static @Nullable BitOperation operation(Args args) {
        for (BitOperation each : BitOperation.values()) {
            if (args.is(1, each.name())) {
                return each;
            }
        }
        return null;
    }
}
