package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.FAST;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.Numbers;
import io.sluice.proxy.type.hash.FieldCondition;
import io.sluice.proxy.type.hash.FieldOutcome;
import io.sluice.proxy.type.hash.HashValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Commands on the times at which fields of a hash expire, as Redis has them since 7.4. */
final class HashExpireCommands {
    private static final long MS = 1000;
    /** Redis keeps times in fewer bits than 64, and so refuses later ones. */
    private static final long LATEST_MS = (1L << 46) - 1;

    private static final String COST = "O(N) where N is the number of specified fields";

    private HashExpireCommands() {}

    static void rows(CommandTable.Builder t) {
        setter(t, "HEXPIRE", "Set expiry for hash field using relative time to expire (seconds)", MS, true);
        setter(t, "HPEXPIRE", "Set expiry for hash field using relative time to expire (milliseconds)", 1, true);
        setter(t, "HEXPIREAT", "Set expiry for hash field using an absolute Unix timestamp (seconds)", MS, false);
        setter(t, "HPEXPIREAT", "Set expiry for hash field using an absolute Unix timestamp (milliseconds)", 1, false);
        getter(t, "HTTL", "Returns the TTL in seconds of a hash field.", MS, true);
        getter(t, "HPTTL", "Returns the TTL in milliseconds of a hash field.", 1, true);
        getter(
                t,
                "HEXPIRETIME",
                "Returns the expiration time of a hash field as a Unix timestamp, in seconds.",
                MS,
                false);
        getter(
                t,
                "HPEXPIRETIME",
                "Returns the expiration time of a hash field as a Unix timestamp, in msec.",
                1,
                false);
        t.row(
                "HPERSIST",
                -5,
                EnumSet.of(WRITE, FAST),
                KeySpec.one(),
                "7.4.0",
                COST,
                "Removes the expiration time for each specified field",
                HashExpireCommands::persist);
    }

    private static void setter(CommandTable.Builder t, String name, String summary, long unitMs, boolean relative) {
        String shown = name.toLowerCase(Locale.ROOT);
        t.row(
                name,
                -6,
                EnumSet.of(WRITE, DENYOOM, FAST),
                KeySpec.one(),
                "7.4.0",
                COST,
                summary,
                (c, a) -> expire(c, a, shown, unitMs, relative));
    }

    private static void getter(CommandTable.Builder t, String name, String summary, long unitMs, boolean relative) {
        t.row(
                name,
                -5,
                EnumSet.of(READONLY, FAST),
                KeySpec.one(),
                "7.4.0",
                COST,
                summary,
                (c, a) -> expiry(c, a, unitMs, relative));
    }

    private static Reply expire(CommandContext c, Args a, String name, long unitMs, boolean relative) {
        HashValue hash = HashValue.findToChange(c, a.key(1));
        long when = time(a.integer(2), unitMs, relative ? c.nowMs() : 0, name);
        FieldCondition condition = condition(a);
        int fieldsAt = condition == FieldCondition.ALWAYS ? 3 : 4;
        List<byte[]> fields = fields(a, fieldsAt, "ERR Parameter `numFields` should be greater than 0");
        return outcomes(hash == null ? null : hash.expireAt(fields, when, condition), fields.size());
    }

    /** The time in milliseconds since 1970. */
    private static long time(long given, long unitMs, long base, String name) {
        if (given < 0) {
            throw new CommandException("ERR invalid expire time, must be >= 0");
        }
        if (given > LATEST_MS / unitMs || given * unitMs > LATEST_MS - base) {
            throw new CommandException(Errors.invalidExpire(name));
        }
        return given * unitMs + base;
    }

    private static FieldCondition condition(Args a) {
        for (FieldCondition condition : FieldCondition.values()) {
            if (condition != FieldCondition.ALWAYS && a.is(3, condition.name())) {
                return condition;
            }
        }
        return FieldCondition.ALWAYS;
    }

    /** What comes after the word FIELDS, at this place, and their number. */
    private static List<byte[]> fields(Args a, int at, String notPositive) {
        if (!a.is(at, "FIELDS")) {
            throw new CommandException("ERR Mandatory argument FIELDS is missing or not at the right position");
        }
        if (at + 1 >= a.count() || !Numbers.isLong(a.bytes(at + 1)) || Numbers.parseLong(a.bytes(at + 1)) < 1) {
            throw new CommandException(notPositive);
        }
        if (Numbers.parseLong(a.bytes(at + 1)) != a.count() - at - 2) {
            throw new CommandException("ERR The `numfields` parameter must match the number of arguments");
        }
        return Arrays.asList(a.all()).subList(at + 2, a.count());
    }

    private static Reply outcomes(@Nullable List<FieldOutcome> outcomes, int fields) {
        List<Reply> replies = new ArrayList<>(fields);
        for (int i = 0; i < fields; i++) {
            FieldOutcome outcome = outcomes == null ? FieldOutcome.NO_FIELD : outcomes.get(i);
            replies.add(Reply.integer(outcome.code()));
        }
        return Reply.array(replies);
    }

    private static Reply expiry(CommandContext c, Args a, long unitMs, boolean relative) {
        HashValue hash = HashValue.find(c, a.key(1));
        List<byte[]> fields = fields(a, 2, "ERR Number of fields must be a positive integer");
        long[] times = hash == null ? null : hash.expiries(fields);
        List<Reply> replies = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            long time = times == null ? HashValue.NO_FIELD : times[i];
            // Rounded up to the next second.
            long left = time - (relative ? c.nowMs() : 0);
            replies.add(Reply.integer(time < 0 ? time : (left + unitMs - 1) / unitMs));
        }
        return Reply.array(replies);
    }

    private static Reply persist(CommandContext c, Args a) {
        HashValue hash = HashValue.findToChange(c, a.key(1));
        List<byte[]> fields = fields(a, 2, "ERR Number of fields must be a positive integer");
        return outcomes(hash == null ? null : hash.persist(fields), fields.size());
    }
}
