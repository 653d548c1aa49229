package io.sluice.proxy.type.zset;

import io.sluice.encoding.ScoreOrder;
import io.sluice.kv.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members at both ends of a sorted set while it is changed. They are taken apart only when they must be. */
final class ZSetEnds {
    /** As the header has it, without members that were taken from the ends one by one. */
    private ScoreOrder order;
    /** What has become of the ends otherwise: null while they are as {@link #order} says. */
    private @Nullable Ends ends;

    private record Ends(EndRun lowest, EndRun highest) {}

    /** Finds the rows at the end of the lowest, or of the highest, scores. */
    interface Finder {
        List<Row> rowsAtEnd(boolean highest);
    }

    ZSetEnds(ScoreOrder order) {
        this.order = order;
    }

    private Ends apart() {
        Ends known = ends;
        if (known == null) {
            known = new Ends(new EndRun(order.first(), false), new EndRun(order.last(), true));
            ends = known;
        }
        return known;
    }

    /** The place that no member lies below. */
    byte[] lowest() {
        return ends == null ? order.lowest() : ends.lowest.bound();
    }

    /** The place that no member lies behind. */
    byte[] highest() {
        return ends == null ? order.highest() : ends.highest.bound();
    }

    /** Whether a place that comes or goes leaves both ends as they are. */
    private boolean isInside(byte[] place) {
        return ends == null && order.isInside(place);
    }

    /**
     * A member has come. Answers whether it is the last one now.
     *
     * @param alone whether it is the only one
     */
    boolean added(byte[] place, boolean alone) {
        if (isInside(place)) {
            return false;
        }
        Ends both = apart();
        if (alone) {
            both.lowest.only(place);
            both.highest.only(place);
            return true;
        }
        both.lowest.added(place);
        return both.highest.added(place);
    }

    /** A member has gone. */
    void removed(byte[] place) {
        if (isInside(place)) {
            return;
        }
        ScoreOrder rest = ends == null ? order.withoutOutermost(place) : null;
        if (rest == null) {
            apart().lowest.removed(place);
            apart().highest.removed(place);
        } else {
            order = rest;
        }
    }

    /** The places of so many members at an end, from the end inwards; none if as many are not known. */
    List<byte[]> outermost(boolean highest, long count) {
        if (count == 1 && ends == null) {
            return List.of(highest ? order.highest() : order.lowest());
        }
        List<byte[]> known = (highest ? apart().highest : apart().lowest).places();
        return count <= known.size() ? known.subList(0, (int) count) : List.of();
    }

    /** The order for the header, above the tree as it is now. Looks for a new end where the old one was removed. */
    ScoreOrder order(RankTree ranks, Finder finder) {
        Ends both = ends;
        if (both == null) {
            return ranks.order(order);
        }
        find(both.lowest, false, finder);
        find(both.highest, true, finder);
        return ranks.order(both.lowest.places(), both.highest.places());
    }

    private static void find(EndRun end, boolean highest, Finder finder) {
        if (!end.isKnown()) {
            end.found(finder.rowsAtEnd(highest));
        }
    }
}
