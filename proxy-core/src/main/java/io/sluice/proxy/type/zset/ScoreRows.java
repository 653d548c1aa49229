package io.sluice.proxy.type.zset;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The score rows of a spread sorted set, read in the order of scores and names.
 *
 * <p>The rows of long members that share their score and their first 1024 bytes are ordered by digests. Such a <em>group</em>
 * is read whole and sorted by name wherever a walk comes upon it.
 */
final class ScoreRows {
    private static final int MEMBER = RowKeys.SCORE_PLACE + 8;
    private static final int WHOLE_ROW = MEMBER + KeyTail.MAX_WHOLE;

    private final CommandContext context;
    private final int slot;
    private final long id;

    ScoreRows(CommandContext context, int slot, long id) {
        this.context = context;
        this.slot = slot;
        this.id = id;
    }

    /** Writes a member's row and answers its key. */
    byte[] put(double score, byte[] member) {
        byte[] rowKey = RowKeys.score(id, score, member);
        context.putRow(slot, rowKey, KeyTail.valueFor(member));
        return rowKey;
    }

    /** Deletes a member's row and answers its key. */
    byte[] delete(double score, byte[] member) {
        byte[] rowKey = RowKeys.score(id, score, member);
        context.deleteRow(slot, rowKey);
        return rowKey;
    }

    /** How many of at most {@code limit} rows there are from one row key to another, exclusive. */
    int count(byte[] low, byte[] high, int limit) {
        return limit < 1
                ? 0
                : context.range(slot, low, high, false, limit, true).size();
    }

    /** How many members of the cut's group lie before it. */
    int countInGroup(Cut cut) {
        int count = 0;
        if (cut.isBesideLongMember()) {
            for (Row row : context.range(slot, cut.low(id), cut.high(id), false, Integer.MAX_VALUE, false)) {
                if (cut.isBehind(scoreOf(row), nameOf(row))) {
                    count++;
                }
            }
        }
        return count;
    }

    /** The first row keys of a range, or the last ones. */
    List<Row> keys(byte[] low, byte[] high, boolean reverse, int limit) {
        return context.range(slot, low, high, reverse, limit, true);
    }

    /** Whether a row key, or the bound of a range, is of a long member. */
    static boolean isLong(byte[] rowKey) {
        return rowKey.length > WHOLE_ROW;
    }

    /** The rows of long members with the beginning that this row key has. */
    static KeyRange groupOf(byte[] rowKey) {
        byte[] beginning = Arrays.copyOf(rowKey, WHOLE_ROW);
        return new KeyRange(
                Arrays.copyOf(beginning, WHOLE_ROW + 1),
                KeyRange.ofPrefix(beginning).to());
    }

    /**
     * Shows the members whose rows lie from one row key to another, exclusive; neither key lies within a group, but beside
     * the cut that it belongs to.
     *
     * @param skip how many are passed over first
     * @param limit how many are shown at most
     */
    void show(
            byte[] low, byte[] high, Cut from, Cut to, boolean reverse, long skip, long limit, MemberVisitor visitor) {
        new Walk(low, high, from, to, reverse, skip, limit, visitor).run();
    }

    private final class Walk {
        private byte[] low;
        private byte[] high;
        private final Cut from;
        private final Cut to;
        private final boolean reverse;
        private long skip;
        private long left;
        private final MemberVisitor visitor;

        Walk(byte[] low, byte[] high, Cut from, Cut to, boolean reverse, long skip, long limit, MemberVisitor visitor) {
            this.low = low;
            this.high = high;
            this.from = from;
            this.to = to;
            this.reverse = reverse;
            this.skip = skip;
            this.left = limit;
            this.visitor = visitor;
        }

        void run() {
            while (left > 0 && Arrays.compareUnsigned(low, high) < 0) {
                int wanted = (int) Math.min(Integer.MAX_VALUE, Math.min(left, Integer.MAX_VALUE) + skip);
                List<Row> rows = context.range(slot, low, high, reverse, wanted, false);
                if (!showUpToGroup(rows)) {
                    return;
                }
            }
        }

        /** Shows rows until one is of a long member, and its group then; false when there was none. */
        private boolean showUpToGroup(List<Row> rows) {
            for (Row row : rows) {
                if (isLong(row.key())) {
                    showGroup(groupOf(row.key()));
                    return true;
                }
                if (left == 0) {
                    return false;
                }
                if (skip > 0) {
                    skip--;
                } else {
                    byte[] key = row.key();
                    visitor.accept(key, MEMBER, key.length - MEMBER, scoreOf(row));
                    left--;
                }
            }
            return false;
        }

        /** Shows a group, and leaves the rest of the range to go on with. */
        private void showGroup(KeyRange range) {
            List<Row> group =
                    new ArrayList<>(context.range(slot, range.from(), range.to(), false, Integer.MAX_VALUE, false));
            Comparator<Row> byName = (a, b) -> Arrays.compareUnsigned(a.value(), b.value());
            Collections.sort(group, reverse ? byName.reversed() : byName);
            for (Row row : group) {
                double score = scoreOf(row);
                byte[] name = nameOf(row);
                boolean meant = !from.isBehind(score, name) && to.isBehind(score, name);
                if (meant && skip > 0) {
                    skip--;
                } else if (meant && left > 0) {
                    visitor.accept(name, 0, name.length, score);
                    left--;
                }
            }
            if (reverse) {
                high = range.from();
            } else {
                low = range.to();
            }
        }
    }

    static double scoreOf(Row row) {
        return OrderedCodec.getDouble(row.key(), RowKeys.SCORE_PLACE);
    }

    static byte[] nameOf(Row row) {
        return RowKeys.decodeScore(row.key()).member().nameOr(row.value());
    }
}
