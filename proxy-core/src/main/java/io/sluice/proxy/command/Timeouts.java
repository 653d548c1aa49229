package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.LongDouble;
import java.math.BigInteger;

/** Timeouts as arguments. */
final class Timeouts {
    private Timeouts() {}

    /** A number of seconds from 0 up, decimals allowed; in milliseconds, rounded up. */
    static long seconds(Args args, int index) {
        LongDouble seconds = LongDouble.parse(args.bytes(index));
        if (seconds == null) {
            throw new CommandException(Errors.TIMEOUT_NOT_A_FLOAT);
        }
        BigInteger millis = seconds.times(1000).ceiling();
        if (millis == null || millis.bitLength() >= Long.SIZE) {
            throw new CommandException(seconds.isNegative() ? Errors.TIMEOUT_NEGATIVE : Errors.TIMEOUT_OUT_OF_RANGE);
        }
        return checked(millis.longValue());
    }

    /** A whole number of milliseconds from 0 up. */
    static long millis(Args args, int index) {
        long millis = args.integer(index, Errors.TIMEOUT_NOT_AN_INTEGER);
        return checked(millis);
    }

    private static long checked(long millis) {
        if (millis < 0) {
            throw new CommandException(Errors.TIMEOUT_NEGATIVE);
        }
        if (millis > Long.MAX_VALUE - System.currentTimeMillis()) {
            throw new CommandException(Errors.TIMEOUT_OUT_OF_RANGE);
        }
        return millis;
    }
}
