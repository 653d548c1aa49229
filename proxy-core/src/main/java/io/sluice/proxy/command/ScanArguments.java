package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Errors;
import io.sluice.proxy.text.Glob;
import io.sluice.proxy.text.Numbers;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What HSCAN, SSCAN and ZSCAN are told behind the cursor.
 *
 * @param count about how many elements to look at
 * @param pattern what elements must match; null when all do
 * @param noValues whether HSCAN shall leave the values out
 */
record ScanArguments(long count, @Nullable Glob pattern, boolean noValues) {
    private static final long DEFAULT_COUNT = 10;

    /** What the SCAN family answers for a key that is not there. */
    static final Reply NOTHING = reply(0, List.of());

    /**
     * The options from the fourth argument on.
     *
     * @param knowsNoValues whether NOVALUES is an option of the command
     */
    static ScanArguments options(Args a, boolean knowsNoValues) {
        long count = DEFAULT_COUNT;
        Glob pattern = null;
        boolean noValues = false;
        for (int i = 3; i < a.count(); i++) {
            boolean hasValue = i + 1 < a.count();
            if (hasValue && a.is(i, "COUNT")) {
                count = count(a, ++i);
            } else if (hasValue && a.is(i, "MATCH")) {
                Glob glob = Glob.of(a.bytes(++i));
                pattern = glob.isEverything() ? null : glob;
            } else if (a.is(i, "NOVALUES")) {
                if (!knowsNoValues) {
                    throw new CommandException(Errors.NOVALUES_ELSEWHERE);
                }
                noValues = true;
            } else {
                throw Args.syntaxError();
            }
        }
        return new ScanArguments(count, pattern, noValues);
    }

    /** The value of COUNT. */
    static long count(Args a, int index) {
        long count = a.integer(index);
        if (count < 1) {
            throw Args.syntaxError();
        }
        return count;
    }

    boolean matches(byte[] element) {
        return pattern == null || pattern.matches(element);
    }

    /** As C's strtoul reads it, but without leading space: no text is a 0, and a sign is taken modulo 2^64. */
    static long cursor(byte[] text) {
        if (text.length == 0) {
            return 0;
        }
        boolean negative = text[0] == '-';
        byte[] digits = negative || text[0] == '+' ? Arrays.copyOfRange(text, 1, text.length) : text;
        if (digits.length == 0 || digits[0] < '0' || digits[0] > '9' || !Numbers.isUnsignedLong(digits)) {
            throw new CommandException(Errors.INVALID_CURSOR);
        }
        long cursor = Numbers.parseUnsignedLong(digits);
        return negative ? -cursor : cursor;
    }

    /** The reply of the SCAN family. */
    static Reply reply(long cursor, List<Reply> elements) {
        return Reply.array(Reply.bulk(Long.toUnsignedString(cursor)), Reply.array(elements));
    }
}
