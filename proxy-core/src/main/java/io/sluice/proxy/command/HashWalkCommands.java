package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.READONLY;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.hash.HashEntry;
import io.sluice.proxy.type.hash.HashPage;
import io.sluice.proxy.type.hash.HashPart;
import io.sluice.proxy.type.hash.HashValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** HSCAN and HRANDFIELD. */
final class HashWalkCommands {
    private HashWalkCommands() {}

    static void rows(CommandTable.Builder t) {
        t.row(
                "HSCAN",
                -3,
                EnumSet.of(READONLY),
                KeySpec.one(),
                "2.8.0",
                "O(1) for every call. O(N) for a complete iteration, including enough command calls for the cursor to"
                        + " return back to 0. N is the number of elements inside the collection.",
                "Iterates over fields and values of a hash.",
                HashWalkCommands::scan);
        t.row(
                "HRANDFIELD",
                -2,
                EnumSet.of(READONLY),
                KeySpec.one(),
                "6.2.0",
                "O(N) where N is the number of fields returned",
                "Returns one or more random fields from a hash.",
                HashWalkCommands::random);
    }

    private static Reply scan(CommandContext c, Args a) {
        long cursor = ScanArguments.cursor(a.bytes(2));
        HashValue hash = HashValue.find(c, a.key(1));
        if (hash == null) {
            return ScanArguments.NOTHING;
        }
        ScanArguments options = ScanArguments.options(a, true);
        HashPart part = options.noValues() ? HashPart.FIELDS : HashPart.BOTH;
        HashPage page = hash.scan(cursor, options.count(), options::matches, part);
        return ScanArguments.reply(page.cursor(), inTurn(page.entries()));
    }

    private static List<Reply> inTurn(List<HashEntry> entries) {
        List<Reply> replies = new ArrayList<>(2 * entries.size());
        for (HashEntry entry : entries) {
            replies.add(Reply.bulk(entry.field()));
            byte[] value = entry.value();
            if (value != null) {
                replies.add(Reply.bulk(value));
            }
        }
        return replies;
    }

    private static Reply random(CommandContext c, Args a) {
        if (a.count() == 2) {
            HashValue hash = HashValue.find(c, a.key(1));
            List<HashEntry> drawn = hash == null ? List.of() : hash.draw(1, HashPart.FIELDS);
            return drawn.isEmpty() ? Reply.NULL : Reply.bulk(drawn.get(0).field());
        }
        long count = DrawCount.of(a, 2, "WITHVALUES");
        boolean withValues = a.count() == 4;
        HashPart part = withValues ? HashPart.BOTH : HashPart.FIELDS;
        HashValue hash = HashValue.find(c, a.key(1));
        if (hash == null || count == 0) {
            return Reply.EMPTY_ARRAY;
        }
        DrawCount.check(count);
        List<HashEntry> drawn = count > 0 ? hash.sample(count, part) : hash.draw((int) -count, part);
        return withValues ? Reply.pairs(inTurn(drawn)) : Reply.array(inTurn(drawn));
    }
}
