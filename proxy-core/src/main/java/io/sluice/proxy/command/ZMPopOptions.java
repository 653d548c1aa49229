package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.engine.Key;
import java.util.List;

/**
 * The arguments of ZMPOP and BZMPOP.
 *
 * @param keys looked at in this order
 * @param highest whether members are taken from the high end
 * @param count how many at most
 */
record ZMPopOptions(List<Key> keys, boolean highest, long count) {

    /**
     * Reads them.
     *
     * @param countAt where the number of keys stands
     * @throws CommandException if they do not parse
     */
    static ZMPopOptions of(Args args, int countAt) {
        long keys = args.integer(countAt, 1, Long.MAX_VALUE, "ERR numkeys should be greater than 0");
        if (keys >= args.count() - countAt - 1) {
            throw Args.syntaxError();
        }
        int end = countAt + 1 + (int) keys;
        boolean highest = args.is(end, "MAX");
        if (!highest && !args.is(end, "MIN")) {
            throw Args.syntaxError();
        }
        long count = -1;
        for (int at = end + 1; at < args.count(); at += 2) {
            if (count != -1 || !args.is(at, "COUNT") || at + 1 == args.count()) {
                throw Args.syntaxError();
            }
            count = args.integer(at + 1, 1, Long.MAX_VALUE, "ERR count should be greater than 0");
        }
        return new ZMPopOptions(args.keys(countAt + 1, end, 1), highest, count == -1 ? 1 : count);
    }
}
