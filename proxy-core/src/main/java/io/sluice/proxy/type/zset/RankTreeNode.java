package io.sluice.proxy.type.zset;

import io.sluice.encoding.RankCounts;
import io.sluice.encoding.RankNode;

/** A node as this run has it: both its rows as they are stored, since a run asks little of each. */
final class RankTreeNode {
    final int number;
    RankNode cuts;
    private byte[] countsRow;
    boolean cutsChanged;
    boolean countsChanged;

    RankTreeNode(int number, RankNode cuts, byte[] countsRow) {
        this.number = number;
        this.cuts = cuts;
        this.countsRow = countsRow;
    }

    void change(RankNode newCuts, long... newCounts) {
        cuts = newCuts;
        countsRow = RankCounts.encode(newCounts);
        cutsChanged = true;
        countsChanged = true;
    }

    void add(int child, long members) {
        countsRow = RankCounts.plus(countsRow, child, members);
        countsChanged = true;
    }

    byte[] countsRow() {
        return countsRow;
    }

    long[] counts() {
        return RankCounts.decode(countsRow);
    }

    long count(int child) {
        return RankCounts.sum(countsRow, child, child + 1);
    }

    long before(int child) {
        return RankCounts.sum(countsRow, 0, child);
    }

    long total() {
        return before(cuts.size());
    }
}
