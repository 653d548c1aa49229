package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.READONLY;

import io.sluice.encoding.Forms;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.text.Doubles;
import io.sluice.proxy.type.zset.ZRange;
import io.sluice.proxy.type.zset.ZSetValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** ZSCAN and ZRANDMEMBER. */
final class ZWalkCommands {
    private ZWalkCommands() {}

    static void rows(CommandTable.Builder t) {
        t.row(
                "ZSCAN",
                -3,
                EnumSet.of(READONLY),
                KeySpec.one(),
                "2.8.0",
                "O(1) for every call. O(N) for a complete iteration, including enough command calls for the cursor to"
                        + " return back to 0. N is the number of elements inside the collection.",
                "Incrementally iterate sorted sets elements and associated scores",
                ZWalkCommands::scan);
        t.row(
                "ZRANDMEMBER",
                -2,
                EnumSet.of(READONLY),
                KeySpec.one(),
                "6.2.0",
                "O(N) where N is the number of elements returned",
                "Get one or multiple random elements from a sorted set",
                ZWalkCommands::random);
    }

    private static Reply scan(CommandContext c, Args a) {
        long cursor = ScanArguments.cursor(a.bytes(2));
        ZSetValue value = ZSetValue.find(c, a.key(1));
        if (value == null) {
            return ScanArguments.NOTHING;
        }
        ScanArguments options = ScanArguments.options(a, false);
        List<Reply> replies = new ArrayList<>();
        long next = value.scan(cursor, options.count(), (array, offset, length, score) -> {
            byte[] member = Arrays.copyOfRange(array, offset, offset + length);
            if (options.matches(member)) {
                replies.add(Reply.bulk(member));
                replies.add(Reply.bulk(text(value, score)));
            }
        });
        return ScanArguments.reply(next, replies);
    }

    /** Redis shows scores here as texts in either protocol, and those of its large form with all 17 digits. */
    private static byte[] text(ZSetValue value, double score) {
        return value.form() == Forms.TABLE ? Doubles.format17(score) : Doubles.format(score);
    }

    private static Reply random(CommandContext c, Args a) {
        boolean counted = a.count() > 2;
        long count = counted ? DrawCount.of(a, 2, "WITHSCORES") : 1;
        boolean withScores = a.count() == 4;
        ZSetValue value = ZSetValue.find(c, a.key(1));
        if (value == null || count == 0) {
            return counted ? Reply.EMPTY_ARRAY : Reply.NULL;
        }
        DrawCount.check(count);
        ZRangeCommands.Members members = new ZRangeCommands.Members(withScores);
        if (count < 0 || !counted) {
            value.drawn((int) Math.abs(count), members);
        } else if (count < value.size()) {
            value.drawnDistinct(count, members);
        } else {
            // As Redis does, which walks from the end.
            value.forEach(ZRange.ALL, true, 0, Long.MAX_VALUE, members);
        }
        return counted ? members.reply() : members.all().get(0);
    }
}
