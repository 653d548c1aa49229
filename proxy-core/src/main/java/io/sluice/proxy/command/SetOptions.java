package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.text.Errors;

/**
 * The options behind the value of SET, and behind the key of GETEX.
 *
 * @param onlyIfAbsent NX
 * @param onlyIfPresent XX
 * @param get GET
 * @param keepTtl KEEPTTL
 * @param persist PERSIST
 * @param unit how the argument at {@code expiryAt} is meant
 * @param expiryAt where the time of expiry stands, 0 if there is none
 */
record SetOptions(
        boolean onlyIfAbsent,
        boolean onlyIfPresent,
        boolean get,
        boolean keepTtl,
        boolean persist,
        Unit unit,
        int expiryAt) {

    /** What a time of expiry counts, and from when. */
    enum Unit {
        /** No time is given. */
        NONE,
        EX,
        PX,
        EXAT,
        PXAT;

        boolean inSeconds() {
            return this == EX || this == EXAT;
        }

        boolean fromNow() {
            return this == EX || this == PX;
        }
    }

    /** The options of SET. */
    static SetOptions ofSet(Args args) {
        if (args.count() == 3) {
            return PLAIN;
        }
        return new Parser(args, true).parse(3);
    }

    /** The options of GETEX. */
    static SetOptions ofGetEx(Args args) {
        return new Parser(args, false).parse(2);
    }

    private static final SetOptions PLAIN = new SetOptions(false, false, false, false, false, Unit.NONE, 0);

    boolean expires() {
        return expiryAt > 0;
    }

    /** The time of expiry in milliseconds since 1970; only if there is one. */
    long expireAtMs(Args args, long nowMs, String command) {
        return expireAtMs(args, expiryAt, unit, nowMs, command);
    }

    /**
     * A time of expiry in milliseconds since 1970.
     *
     * @throws CommandException if the argument is no positive integer, or what it says is beyond what a clock can hold
     */
    static long expireAtMs(Args args, int index, Unit unit, long nowMs, String command) {
        long time = args.integer(index);
        if (time <= 0 || (unit.inSeconds() && time > Long.MAX_VALUE / 1000)) {
            throw new CommandException(Errors.invalidExpire(command));
        }
        long millis = unit.inSeconds() ? time * 1000 : time;
        if (unit.fromNow()) {
            if (millis > Long.MAX_VALUE - nowMs) {
                throw new CommandException(Errors.invalidExpire(command));
            }
            millis += nowMs;
        }
        return millis;
    }

    /** Goes through the options, and refuses those that contradict one before them. */
    private static final class Parser {
        private final Args args;
        private final boolean set;
        private boolean nx;
        private boolean xx;
        private boolean get;
        private boolean keepTtl;
        private boolean persist;
        private Unit unit = Unit.NONE;
        private int expiryAt;

        Parser(Args args, boolean set) {
            this.args = args;
            this.set = set;
        }

        SetOptions parse(int from) {
            int at = from;
            while (at < args.count()) {
                at += option(at);
            }
            return new SetOptions(nx, xx, get, keepTtl, persist, unit, expiryAt);
        }

        /** Takes the option at this place; answers how many arguments it has. */
        private int option(int at) {
            if (set && !xx && args.is(at, "NX")) {
                nx = true;
            } else if (set && !nx && args.is(at, "XX")) {
                xx = true;
            } else if (set && args.is(at, "GET")) {
                get = true;
            } else if (set && unit == Unit.NONE && args.is(at, "KEEPTTL")) {
                keepTtl = true;
            } else if (!set && unit == Unit.NONE && args.is(at, "PERSIST")) {
                persist = true;
            } else {
                expiry(at);
                return 2;
            }
            return 1;
        }

        private void expiry(int at) {
            for (Unit each : Unit.values()) {
                if (each != Unit.NONE && args.is(at, each.name())) {
                    boolean fits = (unit == Unit.NONE || unit == each) && !keepTtl && !persist;
                    if (fits && at + 1 < args.count()) {
                        unit = each;
                        expiryAt = at + 1;
                        return;
                    }
                }
            }
            throw Args.syntaxError();
        }
    }
}
