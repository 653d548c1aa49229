package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.StringValue;
import io.sluice.proxy.type.Strings;
import io.sluice.proxy.type.string.BitField;
import io.sluice.proxy.type.string.Bits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** BITFIELD and BITFIELD_RO. */
final class BitFieldCommands {
    private static final String COST = "O(1) for each subcommand specified";

    private BitFieldCommands() {}

    static void rows(CommandTable.Builder t) {
        t.row(
                "BITFIELD",
                -2,
                EnumSet.of(WRITE, DENYOOM),
                KeySpec.one(),
                "3.2.0",
                COST,
                "Perform arbitrary bitfield integer operations on strings",
                (c, a) -> run(c, a, false));
        t.row(
                "BITFIELD_RO",
                -2,
                EnumSet.of(READONLY, FAST),
                KeySpec.one(),
                "6.0.0",
                COST,
                "Perform arbitrary bitfield integer operations on strings. Read-only variant of BITFIELD",
                (c, a) -> run(c, a, true));
    }

    private enum Action {
        GET,
        SET,
        INCRBY
    }

    /**
     * One operation of a request.
     *
     * @param offset of the field's first bit
     * @param argument the value of SET, the increment of INCRBY
     */
    private record Operation(Action action, BitField field, long offset, long argument, BitField.Overflow overflow) {
        long fromByte() {
            return Bits.byteIndex(offset);
        }

        /** After the last byte. */
        long toByte() {
            return field.lengthFor(offset);
        }
    }

    private static Reply run(CommandContext c, Args args, boolean readOnly) {
        List<Operation> operations = parse(c, args);
        boolean writes = false;
        long length = 0;
        for (Operation operation : operations) {
            if (operation.action() != Action.GET) {
                writes = true;
                length = Math.max(length, operation.toByte());
            }
        }
        if (!writes) {
            return read(StringValue.find(c, args.key(1)), operations);
        }
        if (readOnly) {
            throw new CommandException("ERR BITFIELD_RO only supports the GET subcommand");
        }
        return write(StringValue.findOrEmpty(c, args.key(1)), length, operations);
    }

    private static List<Operation> parse(CommandContext c, Args args) {
        List<Operation> operations = new ArrayList<>();
        BitField.Overflow overflow = BitField.Overflow.WRAP;
        int at = 2;
        while (at < args.count()) {
            int behind = args.count() - at - 1;
            if (args.is(at, "OVERFLOW") && behind >= 1) {
                overflow = overflow(args, at + 1);
                at += 2;
            } else if (args.is(at, "GET") && behind >= 2) {
                operations.add(operation(c, args, at, Action.GET, overflow));
                at += 3;
            } else if (args.is(at, "SET") && behind >= 3) {
                operations.add(operation(c, args, at, Action.SET, overflow));
                at += 4;
            } else if (args.is(at, "INCRBY") && behind >= 3) {
                operations.add(operation(c, args, at, Action.INCRBY, overflow));
                at += 4;
            } else {
                throw Args.syntaxError();
            }
        }
        return operations;
    }

    private static BitField.Overflow overflow(Args args, int index) {
        for (BitField.Overflow each : BitField.Overflow.values()) {
            if (args.is(index, each.name())) {
                return each;
            }
        }
        throw new CommandException("ERR Invalid OVERFLOW type specified");
    }

    private static Operation operation(CommandContext c, Args args, int at, Action action, BitField.Overflow overflow) {
        BitField field = BitField.parse(args.bytes(at + 1));
        if (field == null) {
            throw new CommandException("ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not"
                    + " supported but i64 is.");
        }
        long offset = field.parseOffset(args.bytes(at + 2), Strings.maxLength(c));
        if (offset < 0) {
            throw new CommandException(Errors.BIT_OFFSET);
        }
        long argument = action == Action.GET ? 0 : args.integer(at + 3);
        return new Operation(action, field, offset, argument, overflow);
    }

    private static Reply read(@Nullable StringValue value, List<Operation> operations) {
        if (value != null) {
            prefetch(value, operations);
        }
        List<Reply> replies = new ArrayList<>(operations.size());
        for (Operation operation : operations) {
            long found = value == null
                    ? 0
                    : operation
                            .field()
                            .get(value.range(operation.fromByte(), operation.toByte()), operation.offset() & 7);
            replies.add(Reply.integer(found));
        }
        return Reply.array(replies);
    }

    private static void prefetch(StringValue value, List<Operation> operations) {
        List<long[]> ranges = new ArrayList<>(operations.size());
        for (Operation operation : operations) {
            ranges.add(new long[] {operation.fromByte(), operation.toByte()});
        }
        value.prefetch(ranges);
    }

    private static Reply write(StringValue before, long length, List<Operation> operations) {
        prefetch(before, operations);
        StringValue value = before;
        List<Reply> replies = new ArrayList<>(operations.size());
        for (Operation operation : operations) {
            BitField field = operation.field();
            byte[] window = value.range(operation.fromByte(), operation.toByte());
            long old = field.get(window, operation.offset() & 7);
            if (operation.action() == Action.GET) {
                replies.add(Reply.integer(old));
                continue;
            }
            boolean sets = operation.action() == Action.SET;
            long base = sets ? operation.argument() : old;
            long increment = sets ? 0 : operation.argument();
            if (operation.overflow() == BitField.Overflow.FAIL && !field.fits(base, increment)) {
                replies.add(Reply.NULL);
                continue;
            }
            long changed = field.add(base, increment, operation.overflow());
            replies.add(Reply.integer(sets ? old : changed));
            if (changed != old) {
                field.set(window, operation.offset() & 7, changed);
                value = value.write(operation.fromByte(), window);
            }
        }
        // Redis makes room for all that might be written, also where an overflow then writes nothing.
        value.grow(length);
        return Reply.array(replies);
    }
}
