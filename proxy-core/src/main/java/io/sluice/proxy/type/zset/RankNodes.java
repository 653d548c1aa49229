package io.sluice.proxy.type.zset;

import io.sluice.encoding.RankNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of a rank tree as the last change of their set has left them. They stand beside the header while it waits in memory
 * ({@link OpenZSet}), so that the next change finds them without a look at their rows. Whoever changes a row of a node gives
 * the set a new header, unless no nodes stand beside the one that it has: so what stands there is never older than the rows.
 *
 * <p>Which nodes there are does not change. Of the lane of the set's slot, as {@link RankNode} is.
 */
final class RankNodes {
    static final RankNodes NONE = new RankNodes(List.of());
    /** More are not found often enough to be worth their memory. */
    private static final int MOST = 32;
    /** Nor than this of their rows: where names are long, so are the places in a node. */
    private static final int MOST_BYTES = 64 << 10;

    private final List<Known> nodes;

    /** @param countsRow the root's is the one that the header has */
    private record Known(int number, RankNode cuts, byte[] countsRow) {
        int bytes() {
            return cuts.encode().length + countsRow.length;
        }
    }

    private RankNodes(List<Known> nodes) {
        this.nodes = nodes;
    }

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    boolean has(int number) {
        return known(number) != null;
    }

    /** The node, for a run to change; null if it is not here. */
    @Nullable
    RankTreeNode find(int number) {
        Known known = known(number);
        return known == null ? null : new RankTreeNode(number, known.cuts, known.countsRow);
    }

    private @Nullable Known known(int number) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).number == number) {
                return nodes.get(i);
            }
        }
        return null;
    }

    /** These nodes after a run that had some of them, and others, and has dropped some. */
    RankNodes after(List<RankTreeNode> run, Set<Integer> dropped) {
        List<Known> next = new ArrayList<>(nodes.size() + run.size());
        int bytes = 0;
        for (int i = 0; i < run.size(); i++) {
            RankTreeNode node = run.get(i);
            Known known = new Known(node.number, node.cuts, node.countsRow());
            bytes += known.bytes();
            next.add(known);
        }
        int fresh = next.size();
        if (fresh > MOST || bytes > MOST_BYTES) {
            return NONE;
        }
        for (int i = 0; i < nodes.size() && next.size() < MOST; i++) {
            Known old = nodes.get(i);
            boolean fits = bytes + old.bytes() <= MOST_BYTES;
            if (fits && !dropped.contains(old.number) && !isAmong(next, fresh, old.number)) {
                next.add(old);
                bytes += old.bytes();
            }
        }
        return new RankNodes(next);
    }

    private static boolean isAmong(List<Known> nodes, int count, int number) {
        for (int i = 0; i < count; i++) {
            if (nodes.get(i).number == number) {
                return true;
            }
        }
        return false;
    }
}
