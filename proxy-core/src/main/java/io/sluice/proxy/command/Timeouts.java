package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.text.Errors;

/** Timeouts as arguments. */
final class Timeouts {
    private Timeouts() {}

    /** A whole number of milliseconds from 0 up. */
    static long millis(Args args, int index) {
        long millis = args.integer(index, Errors.TIMEOUT_NOT_AN_INTEGER);
        if (millis < 0) {
            throw new CommandException(Errors.TIMEOUT_NEGATIVE);
        }
        if (millis > Long.MAX_VALUE - System.currentTimeMillis()) {
            throw new CommandException("ERR timeout is out of range");
        }
        return millis;
    }
}
