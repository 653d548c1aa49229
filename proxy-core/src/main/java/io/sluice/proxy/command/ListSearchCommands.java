package io.sluice.proxy.command;

import static io.sluice.proxy.command.Flag.DENYOOM;
import static io.sluice.proxy.command.Flag.READONLY;
import static io.sluice.proxy.command.Flag.WRITE;

import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.CommandException;
import io.sluice.proxy.resp.Reply;
import io.sluice.proxy.type.list.ListValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** The commands that look for an element in a list: LPOS, LINSERT, LREM. */
final class ListSearchCommands {
    private static final KeySpec KEY = KeySpec.one();

    private ListSearchCommands() {}

    static void rows(CommandTable.Builder t) {
        t.row(
                "LINSERT",
                5,
                EnumSet.of(WRITE, DENYOOM),
                KEY,
                "2.2.0",
                "O(N) where N is the number of elements to traverse before seeing the value pivot. This means that"
                        + " inserting somewhere on the left end on the list (head) can be considered O(1) and inserting"
                        + " somewhere on the right end (tail) is O(N).",
                "Insert an element before or after another element in a list",
                ListSearchCommands::linsert);
        t.row(
                "LREM",
                4,
                EnumSet.of(WRITE),
                KEY,
                "1.0.0",
                "O(N+M) where N is the length of the list and M is the number of elements removed.",
                "Remove elements from a list",
                ListSearchCommands::lrem);
        t.row(
                "LPOS",
                -3,
                EnumSet.of(READONLY),
                KEY,
                "6.0.6",
                "O(N) where N is the number of elements in the list, for the average case. When searching for elements"
                        + " near the head or the tail of the list, or when the MAXLEN option is provided, the command may"
                        + " run in constant time.",
                "Return the index of matching elements on a list",
                ListSearchCommands::lpos);
    }

    private static Reply linsert(CommandContext c, Args a) {
        boolean after = a.is(2, "AFTER");
        if (!after && !a.is(2, "BEFORE")) {
            throw Args.syntaxError();
        }
        ListValue list = ListValue.findToChange(c, a.key(1));
        if (list == null) {
            return Reply.ZERO;
        }
        long[] pivot = {-1};
        list.search(a.bytes(3), false, (index, matches) -> {
            if (matches) {
                pivot[0] = index;
            }
            return !matches;
        });
        if (pivot[0] < 0) {
            return Reply.integer(-1);
        }
        list.insert(pivot[0] + (after ? 1 : 0), a.bytes(4));
        return Reply.integer(list.size() + 1);
    }

    private static Reply lrem(CommandContext c, Args a) {
        long count = a.integer(2);
        ListValue list = ListValue.findToChange(c, a.key(1));
        if (list == null) {
            return Reply.ZERO;
        }
        Matches found = new Matches(count == 0 ? Long.MAX_VALUE : Math.abs(count));
        list.search(a.bytes(3), count < 0, found);
        if (found.count > 0) {
            if (count < 0) {
                found.reverse();
            }
            list.remove(found.indexes, found.count);
        }
        return Reply.integer(found.count);
    }

    /** Collects the indexes of matches, up to a number of them. */
    private static final class Matches implements ListValue.IndexVisitor {
        private final long wanted;
        long[] indexes = new long[8];
        int count;

        Matches(long wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean visit(long index, boolean matches) {
            if (matches) {
                if (count == indexes.length) {
                    indexes = Arrays.copyOf(indexes, 2 * count);
                }
                indexes[count++] = index;
            }
            return count != wanted;
        }

        void reverse() {
            for (int i = 0; i < count / 2; i++) {
                long swapped = indexes[i];
                indexes[i] = indexes[count - 1 - i];
                indexes[count - 1 - i] = swapped;
            }
        }
    }

    /**
     * What LPOS is asked for.
     *
     * @param rank the match to begin with, from 1; negative: from the end of the list
     * @param count how many matches, 0 for all, -1 for one that is not in an array
     * @param maxLength how many elements to look at, 0 for all
     */
    private record Positions(long rank, long count, long maxLength) {

        static Positions parse(Args a) {
            long rank = 1;
            long count = -1;
            long maxLength = 0;
            for (int i = 3; i < a.count(); i += 2) {
                if (i + 1 == a.count()) {
                    throw Args.syntaxError();
                }
                if (a.is(i, "RANK")) {
                    rank = rank(a, i + 1);
                } else if (a.is(i, "COUNT")) {
                    count = a.integer(i + 1, 0, Long.MAX_VALUE, "ERR COUNT can't be negative");
                } else if (a.is(i, "MAXLEN")) {
                    maxLength = a.integer(i + 1, 0, Long.MAX_VALUE, "ERR MAXLEN can't be negative");
                } else {
                    throw Args.syntaxError();
                }
            }
            return new Positions(rank, count, maxLength);
        }

        private static long rank(Args a, int index) {
            long rank = a.integer(index);
            if (rank == 0) {
                throw new CommandException(
                        "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second"
                                + " ... or use negative to start from the end of the list");
            }
            if (rank == Long.MIN_VALUE) {
                throw new CommandException(
                        "ERR value is out of range, value must between " + -Long.MAX_VALUE + " and " + Long.MAX_VALUE);
            }
            return rank;
        }
    }

    private static Reply lpos(CommandContext c, Args a) {
        Positions request = Positions.parse(a);
        boolean all = request.count >= 0;
        ListValue list = ListValue.find(c, a.key(1));
        if (list == null) {
            return all ? Reply.EMPTY_ARRAY : Reply.NULL;
        }
        List<Reply> found = new ArrayList<>();
        long wanted = request.count == 0 ? Long.MAX_VALUE : Math.abs(request.count);
        long last = request.maxLength == 0 ? Long.MAX_VALUE : request.maxLength;
        long[] seen = {0, 0}; // elements, matches
        list.search(a.bytes(2), request.rank < 0, (index, matches) -> {
            seen[0]++;
            if (matches && ++seen[1] >= Math.abs(request.rank)) {
                found.add(Reply.integer(index));
            }
            return seen[0] < last && found.size() < wanted;
        });
        if (all) {
            return Reply.array(found);
        }
        return found.isEmpty() ? Reply.NULL : found.get(0);
    }
}
