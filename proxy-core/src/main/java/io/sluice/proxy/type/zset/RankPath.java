package io.sluice.proxy.type.zset;

import org.jspecify.annotations.Nullable;

/** The way from the root to a stretch: nodes from the top, and the child taken in each. */
final class RankPath {
    final RankTreeNode[] nodes;
    final int[] children;
    private int depth;

    RankPath(int height) {
        nodes = new RankTreeNode[height];
        children = new int[height];
    }

    void take(RankTreeNode node, int child) {
        nodes[depth] = node;
        children[depth++] = child;
    }

    int last() {
        return nodes.length - 1;
    }

    /** How many members the stretch has. */
    long count() {
        return nodes[last()].count(children[last()]);
    }

    /** How many members come before the stretch. */
    long before() {
        long before = 0;
        for (int i = 0; i < nodes.length; i++) {
            before += nodes[i].before(children[i]);
        }
        return before;
    }

    /** Where the stretch begins; null at the start of the set. */
    byte @Nullable [] low() {
        for (int i = last(); i >= 0; i--) {
            if (children[i] > 0) {
                return nodes[i].cuts.start(children[i]);
            }
        }
        return null;
    }

    /** Where the stretch ends, exclusive; null at the end of the set. */
    byte @Nullable [] high() {
        for (int i = last(); i >= 0; i--) {
            if (children[i] + 1 < nodes[i].cuts.size()) {
                return nodes[i].cuts.start(children[i] + 1);
            }
        }
        return null;
    }

    RankTree.Stretch stretch() {
        return new RankTree.Stretch(low(), high(), before(), count());
    }
}
