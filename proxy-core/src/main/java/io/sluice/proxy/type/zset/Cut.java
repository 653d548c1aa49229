package io.sluice.proxy.type.zset;

import io.sluice.encoding.KeyRange;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.RowKeys;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place between two members in the order of score and name: before or behind a member, or all members of a score. The
 * member need not be there.
 *
 * <p>Score rows of long members that share their beginning are not in the order of their names. So a cut beside such a
 * member lies somewhere in the rows from {@link #low} to {@link #high}, and their names tell on which side each one is; for
 * any other cut the two are the same.
 *
 * @param member null for all members of the score
 * @param behind whether the cut is behind them
 */
record Cut(double score, byte @Nullable [] member, boolean behind) {
    static final Cut START = new Cut(Double.NEGATIVE_INFINITY, null, false);
    static final Cut END = new Cut(Double.POSITIVE_INFINITY, null, true);

    static Cut before(double score) {
        return new Cut(score, null, false);
    }

    static Cut behind(double score) {
        return new Cut(score, null, true);
    }

    /** Where the members of a range by score begin. */
    static Cut startOf(ZRange.ByScore range) {
        return new Cut(range.min(), null, range.minExclusive());
    }

    /** Where the members of a range by score end. */
    static Cut endOf(ZRange.ByScore range) {
        return new Cut(range.max(), null, !range.maxExclusive());
    }

    /** Where the members of a range by name begin, all having this score. */
    static Cut startOf(ZRange.ByLex range, double score) {
        ZRange.Bound min = range.min();
        return new Cut(score, min.name(), min.name() == null ? min.edge() > 0 : min.exclusive());
    }

    /** Where the members of a range by name end, all having this score. */
    static Cut endOf(ZRange.ByLex range, double score) {
        ZRange.Bound max = range.max();
        return new Cut(score, max.name(), max.name() == null ? max.edge() > 0 : !max.exclusive());
    }

    /** Rows below this are before the cut. */
    byte[] low(long id) {
        byte[] name = member;
        if (name == null) {
            return behind ? RowKeys.scoreEnd(id, score) : RowKeys.scoreStart(id, score);
        }
        if (KeyTail.standsWhole(name)) {
            byte[] row = RowKeys.score(id, score, name);
            return behind ? Arrays.copyOf(row, row.length + 1) : row;
        }
        byte[] beginning = beginning(id, name);
        return Arrays.copyOf(beginning, beginning.length + 1);
    }

    /** Rows from this on are behind the cut. */
    byte[] high(long id) {
        byte[] name = member;
        return name == null || KeyTail.standsWhole(name)
                ? low(id)
                : KeyRange.ofPrefix(beginning(id, name)).to();
    }

    /** Whether some rows must be asked for their names. */
    boolean isBesideLongMember() {
        return member != null && !KeyTail.standsWhole(member);
    }

    private byte[] beginning(long id, byte[] name) {
        return RowKeys.score(id, score, Arrays.copyOf(name, KeyTail.MAX_WHOLE));
    }

    /** Whether a member lies before the cut. */
    boolean isBehind(double otherScore, byte[] otherMember) {
        int order = Double.compare(otherScore + 0.0, score + 0.0);
        byte[] name = member;
        if (order == 0 && name != null) {
            order = Arrays.compareUnsigned(otherMember, name);
        }
        return order < 0 || (order == 0 && behind);
    }
}
