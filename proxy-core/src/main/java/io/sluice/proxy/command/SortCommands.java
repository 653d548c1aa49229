package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.LONG;
import static io.sluice.proxy.command.Flag.MOVABLEKEYS;
import static io.sluice.proxy.command.Flag.REACHING;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.encoding.Header;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.list.ListBuilder;
import io.sluice.proxy.type.sort.Sort;
import io.sluice.proxy.type.sort.SortPattern;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SORT and SORT_RO. */
final class SortCommands {
    private static final String COST =
            "O(N+M*log(M)) where N is the number of elements in the list or set to sort, and M the number of returned"
                    + " elements. When the elements are not sorted, complexity is O(N).";
    private static final byte[] NOTHING = {};

    private SortCommands() {}

    static void rows(CommandTable.Builder t) {
        t.group(Group.GENERIC);
        t.row(
                "SORT",
                -2,
                EnumSet.of(WRITE, DENYOOM, MOVABLEKEYS, LONG, REACHING),
                KeySpec.one().and(KeyOptions.unknown(2, "STORE")),
                "1.0.0",
                COST,
                "Sorts the elements in a list, a set, or a sorted set, optionally storing the result.",
                SortCommands::sort);
        t.row(
                "SORT_RO",
                -2,
                EnumSet.of(READONLY, MOVABLEKEYS, LONG, REACHING),
                KeySpec.one().and(KeyOptions.unknown(2)),
                "7.0.0",
                COST,
                "Returns the sorted elements of a list, a set, or a sorted set.",
                (c, a) -> answer(Request.parse(a, false).sort().run(c, a.key(1))));
    }

    /**
     * What a request asks for; the last of several options of a kind counts, but a BY without an asterisk
     * ends all sorting, and GET may be repeated.
     */
    private record Request(Sort sort, @Nullable Key destination) {
        static Request parse(Args args, boolean mayStore) {
            SortPattern by = null;
            boolean isUnsorted = false;
            List<SortPattern> gets = new ArrayList<>(2);
            boolean isAlphabetic = false;
            boolean isDescending = false;
            long offset = 0;
            long count = -1;
            Key destination = null;
            for (int i = 2; i < args.count(); i++) {
                int operands = args.count() - i - 1;
                if (args.is(i, "ASC")) {
                    isDescending = false;
                } else if (args.is(i, "DESC")) {
                    isDescending = true;
                } else if (args.is(i, "ALPHA")) {
                    isAlphabetic = true;
                } else if (args.is(i, "LIMIT") && operands >= 2) {
                    offset = args.integer(++i);
                    count = args.integer(++i);
                } else if (args.is(i, "STORE") && operands >= 1 && mayStore) {
                    destination = args.key(++i);
                } else if (args.is(i, "BY") && operands >= 1) {
                    by = SortPattern.of(args.bytes(++i));
                    isUnsorted |= by.isConstant();
                } else if (args.is(i, "GET") && operands >= 1) {
                    gets.add(SortPattern.of(args.bytes(++i)));
                } else {
                    throw Args.syntaxError();
                }
            }
            Sort sort = new Sort(by, isUnsorted, gets, isAlphabetic, isDescending, offset, count, destination != null);
            return new Request(sort, destination);
        }
    }

    private static Reply sort(CommandContext c, Args args) {
        Request request = Request.parse(args, true);
        List<byte @Nullable []> result = request.sort().run(c, args.key(1));
        Key destination = request.destination();
        if (destination == null) {
            return answer(result);
        }
        if (result.isEmpty()) {
            c.remove(destination);
        } else {
            ListBuilder list = new ListBuilder(c, destination, Header.NO_EXPIRY);
            result.forEach(element -> list.add(element == null ? NOTHING : element));
            c.overwrite(destination, list.header());
        }
        return Reply.integer(result.size());
    }

    private static Reply answer(List<byte @Nullable []> result) {
        return Reply.array(result.stream().map(Reply::bulkOrNull).toList());
    }
}
