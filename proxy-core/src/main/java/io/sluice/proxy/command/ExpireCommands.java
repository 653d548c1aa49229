package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.type.key.ExpireCondition;
import java.util.EnumSet;
import java.util.Locale;

/** Commands on the time at which a key expires. */
final class ExpireCommands {
    private static final long MS = 1000;
    private static final long NO_KEY = -2;
    private static final long NO_EXPIRY = -1;

    private ExpireCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        setter(t, "EXPIRE", "1.0.0", "Sets the expiration time of a key in seconds.", MS, true);
        setter(t, "PEXPIRE", "2.6.0", "Sets the expiration time of a key in milliseconds.", 1, true);
        setter(t, "EXPIREAT", "1.2.0", "Sets the expiration time of a key to a Unix timestamp.", MS, false);
        setter(
                t,
                "PEXPIREAT",
                "2.6.0",
                "Sets the expiration time of a key to a Unix milliseconds timestamp.",
                1,
                false);
        getter(t, "TTL", "1.0.0", "Returns the expiration time in seconds of a key.", MS, true);
        getter(t, "PTTL", "2.6.0", "Returns the expiration time in milliseconds of a key.", 1, true);
        getter(t, "EXPIRETIME", "7.0.0", "Returns the expiration time of a key as a Unix timestamp.", MS, false);
        getter(
                t,
                "PEXPIRETIME",
                "7.0.0",
                "Returns the expiration time of a key as a Unix milliseconds timestamp.",
                1,
                false);
        t.row(
                "PERSIST",
                2,
                EnumSet.of(WRITE, FAST),
                KeySpec.one(),
                "2.2.0",
                "O(1)",
                "Removes the expiration time of a key.",
                ExpireCommands::persist);
    }

    private static void setter(
            CommandTable.Builder t, String name, String since, String summary, long unitMs, boolean relative) {
        String shown = name.toLowerCase(Locale.ROOT);
        t.row(
                name,
                -3,
                EnumSet.of(WRITE, FAST),
                KeySpec.one(),
                since,
                "O(1)",
                summary,
                (c, a) -> expire(c, a, shown, unitMs, relative));
    }

    private static void getter(
            CommandTable.Builder t, String name, String since, String summary, long unitMs, boolean relative) {
        t.row(
                name,
                2,
                EnumSet.of(READONLY, FAST),
                KeySpec.one(),
                since,
                "O(1)",
                summary,
                (c, a) -> expiry(c, a, unitMs, relative));
    }

    private static Reply expire(CommandContext c, Args a, String name, long unitMs, boolean relative) {
        ExpireCondition condition = condition(a);
        long when = time(a.integer(2), unitMs, relative ? c.nowMs() : 0, name);
        Key key = a.key(1);
        Header header = c.header(key);
        if (header == null || !condition.allows(header, when)) {
            return Reply.ZERO;
        }
        if (when <= c.nowMs()) {
            c.remove(key);
        } else if (when != header.expireAtMs()) {
            c.put(key, header.withExpireAt(when));
        } else {
            c.modified(key); // to who watches it
        }
        return Reply.ONE;
    }

    /** The time in milliseconds since 1970: perhaps negative, never too large. */
    private static long time(long given, long unitMs, long base, String name) {
        if (given > Long.MAX_VALUE / unitMs || given < Long.MIN_VALUE / unitMs) {
            throw new CommandException(Errors.invalidExpire(name));
        }
        long ms = given * unitMs;
        if (ms > Long.MAX_VALUE - base) {
            throw new CommandException(Errors.invalidExpire(name));
        }
        return ms + base;
    }

    private static ExpireCondition condition(Args a) {
        boolean nx = false;
        boolean xx = false;
        boolean gt = false;
        boolean lt = false;
        for (int i = 3; i < a.count(); i++) {
            if (a.is(i, "NX")) {
                nx = true;
            } else if (a.is(i, "XX")) {
                xx = true;
            } else if (a.is(i, "GT")) {
                gt = true;
            } else if (a.is(i, "LT")) {
                lt = true;
            } else {
                throw new CommandException("ERR Unsupported option " + Text.utf8(a.bytes(i)));
            }
        }
        if (nx && (xx || gt || lt)) {
            throw new CommandException("ERR NX and XX, GT or LT options at the same time are not compatible");
        }
        if (gt && lt) {
            throw new CommandException("ERR GT and LT options at the same time are not compatible");
        }
        return new ExpireCondition(nx, xx, gt, lt);
    }

    private static Reply expiry(CommandContext c, Args a, long unitMs, boolean relative) {
        Header header = KeyCommands.lookup(c, a.key(1));
        if (header == null) {
            return Reply.integer(NO_KEY);
        }
        if (!header.expires()) {
            return Reply.integer(NO_EXPIRY);
        }
        long ms = relative ? header.expireAtMs() - c.nowMs() : header.expireAtMs();
        // Rounded to the nearest second; the sum may pass the largest long, and is right as an unsigned one.
        return Reply.integer(unitMs == 1 ? ms : Long.divideUnsigned(ms + unitMs / 2, unitMs));
    }

    private static Reply persist(CommandContext c, Args a) {
        Key key = a.key(1);
        Header header = c.header(key);
        if (header == null || !header.expires()) {
            return Reply.ZERO;
        }
        c.put(key, header.withExpireAt(Header.NO_EXPIRY));
        return Reply.ONE;
    }
}
