package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.text.Errors;

/** Arguments that name a database by its number. */
final class DatabaseIndex {
    private static final String NOT_AN_INT =
            "ERR value is out of range, value must between " + Integer.MIN_VALUE + " and " + Integer.MAX_VALUE;

    private DatabaseIndex() {}

    /** The number, which may be one that no database has. */
    static int read(Args args, int index, String notANumber, String outOfRange) {
        long value = args.integer(index, notANumber);
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw new CommandException(outOfRange);
        }
        return (int) value;
    }

    /** The number of one of so many databases. */
    static int existing(Args args, int index, int databases) {
        return checked(read(args, index, Errors.NOT_AN_INTEGER, NOT_AN_INT), databases);
    }

    static int checked(int number, int databases) {
        if (number < 0 || number >= databases) {
            throw new CommandException(Errors.DB_INDEX);
        }
        return number;
    }
}
