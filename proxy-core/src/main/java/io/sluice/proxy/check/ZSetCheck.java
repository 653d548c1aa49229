package io.sluice.proxy.check;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyTail;
import io.sluice.encoding.RankCounts;
import io.sluice.encoding.RankNode;
import io.sluice.encoding.RowKey;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ScoreOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A spread sorted set: each member has one element row and one score row, which agree; the header knows the ends of the
 * order; the rank tree names each of its nodes once, and counts right.
 */
final class ZSetCheck extends ElementsCheck {
    private final ScoreOrder order;
    /** Of all score rows, as they come: in order. */
    private final List<byte[]> places = new ArrayList<>();

    private final Map<Integer, RankNode> nodes = new HashMap<>();
    private final Map<Integer, long[]> counts = new HashMap<>();

    ZSetCheck(long id, Header header, Tools tools) {
        super(id, header, tools);
        this.order = ScoreOrder.decode(reference.rest());
    }

    @Override
    void element(byte[] name, ElementValue value, Subject row) {
        row.violationUnless(!value.expires(), "a member does not expire");
        byte[] scoreRow = RowKeys.score(id, value.score(), name);
        tools.lookups()
                .expect(
                        scoreRow,
                        found -> Arrays.equals(found, KeyTail.valueFor(name)),
                        row,
                        "there is no score row for its score");
    }

    @Override
    void more(byte kind, Subject row) {
        switch (kind) {
            case RowKind.SCORE -> score(row);
            case RowKind.RANK_COUNT -> rank(RowKey.decode(row.key()), row);
            default -> unexpected(kind, row);
        }
    }

    /** The element row points here, and they are as many: so nothing has to be looked up the other way round. */
    private void score(Subject row) {
        RowKey.Score key = RowKeys.decodeScore(row.key());
        key.member().nameOr(row.value());
        places.add(RowKeys.placeOf(row.key()));
    }

    private void rank(RowKey key, Subject row) {
        if (key instanceof RowKey.RankNode node) {
            isGiven(node.node(), row);
            nodes.put(node.node(), RankNode.decode(row.value()));
        } else if (key instanceof RowKey.RankCounts node) {
            row.violationUnless(node.node() != 0, "the counts of a root are in the header");
            isGiven(node.node(), row);
            counts.put(node.node(), RankCounts.decode(row.value()));
        }
    }

    private void isGiven(int number, Subject row) {
        row.violationUnless(Integer.compareUnsigned(number, order.nextNode()) < 0, "its set has not given this number");
    }

    @Override
    void end() {
        super.end();
        Subject header = tools.header();
        header.violationUnless(
                places.size() == reference.count(),
                "it counts " + reference.count() + " elements, and has " + places.size() + " scores");
        header.violationUnless(
                isRun(order.first(), 0, 1) && isRun(order.last(), places.size() - 1, -1),
                "its first or last scores are not those that it names");
        if (order.height() > 0) {
            counts.put(0, order.counts());
            below(0, order.height(), new byte[0], null);
        }
        Set<Integer> unnamed = new TreeSet<>(nodes.keySet());
        unnamed.addAll(counts.keySet());
        unnamed.forEach(number -> header.violation("its rank tree does not name its node " + number));
    }

    /** Whether these are the places from one on, in one direction. */
    private boolean isRun(List<byte[]> named, int from, int step) {
        int at = from;
        for (byte[] place : named) {
            if (at < 0 || at >= places.size() || !Arrays.equals(place, places.get(at))) {
                return false;
            }
            at += step;
        }
        return true;
    }

    /** Takes out a node and what is below it; answers how many members it counts. */
    private long below(int number, int level, byte[] from, byte @Nullable [] to) {
        RankNode node = nodes.remove(number);
        long[] members = counts.remove(number);
        Subject header = tools.header();
        if (node == null || members == null || node.level() != level || members.length != node.size()) {
            header.violation("its rank tree has no node " + number + " of level " + level + ", or names it twice");
            return 0;
        }
        long total = 0;
        for (int child = 0; child < node.size(); child++) {
            byte[] start = child == 0 ? from : node.start(child);
            byte[] end = child + 1 < node.size() ? node.start(child + 1) : to;
            long there = level == 1 ? before(end) - before(start) : below(node.number(child), level - 1, start, end);
            header.violationUnless(
                    members[child] == there,
                    "its rank tree counts " + members[child] + " members in child " + child + " of node " + number
                            + ", which has " + there);
            total += members[child];
        }
        return total;
    }

    private long before(byte @Nullable [] place) {
        if (place == null) {
            return places.size();
        }
        int found = Collections.binarySearch(places, place, Arrays::compareUnsigned);
        return found < 0 ? -found - 1 : found;
    }
}
