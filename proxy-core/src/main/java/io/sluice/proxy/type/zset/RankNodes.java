package io.sluice.proxy.type.zset;

import io.sluice.encoding.RankNode;
import java.util.Arrays;
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
    static final RankNodes NONE = new RankNodes(new int[0], new Known[0], 0);
    /** More are not found often enough to be worth their memory. */
    private static final int MOST = 32;
    /** Nor than this of their rows: where names are long, so are the places in a node. */
    private static final int MOST_BYTES = 64 << 10;

    /** The nodes' numbers, side by side: who looks for one would wait for each node that is not it. */
    private final int[] numbers;

    private final Known[] nodes;
    private final int bytes;

    /** @param countsRow the root's is the one that the header has */
    private record Known(RankNode cuts, byte[] countsRow) {
        int bytes() {
            return cuts.encode().length + countsRow.length;
        }
    }

    private RankNodes(int[] numbers, Known[] nodes, int bytes) {
        this.numbers = numbers;
        this.nodes = nodes;
        this.bytes = bytes;
    }

    boolean isEmpty() {
        return nodes.length == 0;
    }

    boolean has(int number) {
        return indexOf(number) >= 0;
    }

    /** The node, for a run to change; null if it is not here. */
    @Nullable
    RankTreeNode find(int number) {
        int at = indexOf(number);
        return at < 0 ? null : new RankTreeNode(number, nodes[at].cuts, nodes[at].countsRow);
    }

    private int indexOf(int number) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == number) {
                return i;
            }
        }
        return -1;
    }

    /** These nodes after a run that had some of them, and others, and has dropped some. */
    RankNodes after(List<RankTreeNode> run, Set<Integer> dropped) {
        RankNodes next = dropped.isEmpty() ? afterCounting(run) : null;
        return next == null ? afterGrowing(run, dropped) : next;
    }

    /** As most runs leave them: the same nodes, some with other counts. Null if there are others, or they take too much. */
    private @Nullable RankNodes afterCounting(List<RankTreeNode> run) {
        Known[] next = nodes.clone();
        int nextBytes = bytes;
        for (int i = 0; i < run.size(); i++) {
            RankTreeNode node = run.get(i);
            int at = indexOf(node.number);
            if (at < 0) {
                return null;
            }
            nextBytes -= next[at].bytes();
            next[at] = new Known(node.cuts, node.countsRow());
            nextBytes += next[at].bytes();
        }
        return nextBytes > MOST_BYTES ? null : new RankNodes(numbers, next, nextBytes);
    }

    /** Those of the run, and of the others as many as fit. */
    private RankNodes afterGrowing(List<RankTreeNode> run, Set<Integer> dropped) {
        if (run.size() > MOST) {
            return NONE;
        }
        int[] nextNumbers = new int[MOST];
        Known[] next = new Known[MOST];
        int nextBytes = 0;
        int count = 0;
        for (RankTreeNode node : run) {
            Known known = new Known(node.cuts, node.countsRow());
            nextBytes += known.bytes();
            nextNumbers[count] = node.number;
            next[count++] = known;
        }
        if (nextBytes > MOST_BYTES) {
            return NONE;
        }
        int fresh = count;
        for (int i = 0; i < nodes.length && count < MOST; i++) {
            int with = nextBytes + nodes[i].bytes();
            if (with <= MOST_BYTES && !dropped.contains(numbers[i]) && !isAmong(nextNumbers, fresh, numbers[i])) {
                nextBytes = with;
                nextNumbers[count] = numbers[i];
                next[count++] = nodes[i];
            }
        }
        return new RankNodes(Arrays.copyOf(nextNumbers, count), Arrays.copyOf(next, count), nextBytes);
    }

    private static boolean isAmong(int[] numbers, int count, int number) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] == number) {
                return true;
            }
        }
        return false;
    }
}
