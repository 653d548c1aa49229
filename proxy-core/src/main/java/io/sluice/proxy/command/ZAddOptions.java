package io.sluice.proxy.command;

import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.type.zset.ZSetUpdate.Rules;

/**
 * The options of ZADD, which stand before its scores and members.
 *
 * @param countsChanged CH: the reply counts changed members with the new ones
 * @param scoresAt where the first score stands
 */
record ZAddOptions(Rules rules, boolean countsChanged, int scoresAt) {

    /** @throws CommandException if they do not go together, or with what follows them */
    static ZAddOptions of(Args args) {
        boolean nx = false;
        boolean xx = false;
        boolean gt = false;
        boolean lt = false;
        boolean incr = false;
        boolean ch = false;
        int at = 2;
        for (; at < args.count(); at++) {
            if (args.is(at, "NX")) {
                nx = true;
            } else if (args.is(at, "XX")) {
                xx = true;
            } else if (args.is(at, "CH")) {
                ch = true;
            } else if (args.is(at, "INCR")) {
                incr = true;
            } else if (args.is(at, "GT")) {
                gt = true;
            } else if (args.is(at, "LT")) {
                lt = true;
            } else {
                break;
            }
        }
        int rest = args.count() - at;
        if (rest == 0 || rest % 2 != 0) {
            throw Args.syntaxError();
        }
        if (nx && xx) {
            throw new CommandException("ERR XX and NX options at the same time are not compatible");
        }
        if ((gt && nx) || (lt && nx) || (gt && lt)) {
            throw new CommandException("ERR GT, LT, and/or NX options at the same time are not compatible");
        }
        if (incr && rest > 2) {
            throw new CommandException("ERR INCR option supports a single increment-element pair");
        }
        return new ZAddOptions(new Rules(nx, xx, gt, lt, incr), ch, at);
    }
}
