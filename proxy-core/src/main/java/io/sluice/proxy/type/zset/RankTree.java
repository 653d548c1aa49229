package io.sluice.proxy.type.zset;

import io.sluice.encoding.RankCounts;
import io.sluice.encoding.RankNode;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ScoreOrder;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts that answer ranks: a B+ tree whose leaves are <em>stretches</em> of score rows, and whose nodes hold how many
 * members each child has. A rank is a sum along one path and a look at a part of one stretch; a member that comes or goes
 * changes one count on each level, that of the root in the set's header.
 *
 * <p>A set of few members has no tree: it is one stretch. Stretches and nodes are cut in two when they are full, and joined
 * when two neighbours hold little; a stretch that grows at its end, as in a queue, is not cut in two, but left full.
 *
 * <p>Places are compared as the rows are, not as names: see {@link ScoreRows} for where that makes a difference.
 */
final class RankTree {
    /** A stretch of more members is cut. What is read of it for a rank is then read from the store's memory at once. */
    static final int MAX_STRETCH = 256;

    private static final int ROOT = 0;

    /**
     * How much is kept together.
     *
     * @param stretch the most members of a stretch
     * @param children the most children of a node
     */
    record Capacity(int stretch, int children) {
        static final Capacity USUAL = new Capacity(MAX_STRETCH, 128);

        /** In a new set's tree three quarters are filled: room for some growth before the first cuts. */
        Capacity filled() {
            return new Capacity(stretch * 3 / 4, children * 3 / 4);
        }
    }

    private final Capacity capacity;
    private final CommandContext context;
    private final int slot;
    private final long id;

    private int height;
    private int nextNode;
    /** The nodes of this run: few, but for those of a new tree. */
    private final List<RankTreeNode> loaded = new ArrayList<>(4);

    private final ScoreOrder stored;
    /** Nodes that need not be read. */
    private final RankNodes kept;

    private Set<Integer> dropped = Set.of();

    /**
     * A stretch of members.
     *
     * @param low where it begins; null at the start of the set
     * @param high where it ends, exclusive; null at the end of the set
     * @param before how many members come before it
     * @param count how many it has
     */
    record Stretch(byte @Nullable [] low, byte @Nullable [] high, long before, long count) {}

    RankTree(CommandContext context, int slot, long id, ScoreOrder order, RankNodes kept) {
        this(context, slot, id, order, kept, Capacity.USUAL);
    }

    RankTree(CommandContext context, int slot, long id, ScoreOrder order, RankNodes kept, Capacity capacity) {
        this.capacity = capacity;
        this.context = context;
        this.slot = slot;
        this.id = id;
        this.height = order.height();
        this.nextNode = order.nextNode();
        this.stored = order;
        this.kept = kept;
    }

    /**
     * Makes the tree of a new set.
     *
     * @param places of all members, as their rows are ordered
     */
    static RankTree build(CommandContext context, int slot, long id, List<byte[]> places) {
        RankTree tree = new RankTree(
                context, slot, id, new ScoreOrder(List.of(new byte[0]), List.of(new byte[0])), RankNodes.NONE);
        tree.fill(places);
        return tree;
    }

    /** Makes the tree of these members, where there is none. */
    void fill(List<byte[]> places) {
        if (places.size() <= capacity.stretch) {
            return;
        }
        Capacity filled = capacity.filled();
        List<byte[]> starts = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int from = 0; from < places.size(); from += filled.stretch) {
            if (from > 0) {
                starts.add(shortestBetween(places.get(from - 1), places.get(from)));
            }
            counts.add((long) Math.min(filled.stretch, places.size() - from));
        }
        height = 1;
        nextNode = ROOT + 1;
        while (counts.size() > capacity.children) {
            List<byte[]> startsAbove = new ArrayList<>();
            List<Long> countsAbove = new ArrayList<>();
            List<Integer> numbersAbove = new ArrayList<>();
            for (int from = 0; from < counts.size(); from += filled.children) {
                int to = Math.min(counts.size(), from + filled.children);
                if (from > 0) {
                    startsAbove.add(starts.get(from - 1));
                }
                RankTreeNode node =
                        filled(nextNode++, starts.subList(from, to - 1), counts.subList(from, to), numbers, from);
                countsAbove.add(node.total());
                numbersAbove.add(node.number);
            }
            starts = startsAbove;
            counts = countsAbove;
            numbers = numbersAbove;
            height++;
        }
        filled(ROOT, starts, counts, numbers, 0);
    }

    private RankTreeNode filled(int number, List<byte[]> starts, List<Long> counts, List<Integer> numbers, int from) {
        List<Integer> own = numbers.isEmpty() ? numbers : numbers.subList(from, from + counts.size());
        long[] members = counts.stream().mapToLong(Long::longValue).toArray();
        return made(number, nodeOf(height, starts, own), members);
    }

    /** A node that no row has yet. */
    private RankTreeNode made(int number, RankNode cuts, long... counts) {
        RankTreeNode node = new RankTreeNode(number, cuts, RankCounts.encode(counts));
        node.cutsChanged = true;
        node.countsChanged = true;
        loaded.add(node);
        return node;
    }

    /** The reference's part, with the ends as given. */
    ScoreOrder order(List<byte[]> first, List<byte[]> last) {
        return order(new ScoreOrder(first, last));
    }

    /** The reference's part, with the ends that this one has. */
    ScoreOrder order(ScoreOrder ends) {
        if (height == 0) {
            return ends.withTree(0, 0, RankCounts.encode());
        }
        RankTreeNode root = known(ROOT);
        return ends.withTree(height, nextNode, root == null ? stored.countsRow() : root.countsRow());
    }

    boolean isEmpty() {
        return height == 0;
    }

    /** The rows that every walk down begins with, unless they are at hand. */
    List<byte[]> firstRows() {
        return height == 0 || kept.has(ROOT) ? List.of() : List.of(RowKeys.rankNode(id, ROOT));
    }

    /** The nodes for the next run, when this one has been written. */
    RankNodes kept() {
        return height == 0 ? RankNodes.NONE : kept.after(loaded, dropped);
    }

    // ---- walking down ----

    private @Nullable RankTreeNode known(int number) {
        for (int i = 0; i < loaded.size(); i++) {
            if (loaded.get(i).number == number) {
                return loaded.get(i);
            }
        }
        RankTreeNode node = dropped.contains(number) ? null : kept.find(number);
        if (node != null) {
            loaded.add(node);
        }
        return node;
    }

    private RankTreeNode root() {
        RankTreeNode root = known(ROOT);
        if (root == null) {
            root = read(ROOT, context.row(slot, RowKeys.rankNode(id, ROOT)), stored.countsRow(), height);
        }
        return root;
    }

    private RankTreeNode node(int number, int level) {
        RankTreeNode node = known(number);
        if (node == null) {
            List<byte @Nullable []> rows =
                    context.rows(slot, List.of(RowKeys.rankNode(id, number), RowKeys.rankCounts(id, number)));
            node = read(number, rows.get(0), rows.get(1), level);
        }
        return node;
    }

    private RankTreeNode read(int number, byte @Nullable [] cutsRow, byte @Nullable [] countsRow, int level) {
        if (cutsRow == null || countsRow == null) {
            throw new IllegalStateException("a node of a rank tree is gone");
        }
        RankTreeNode node = new RankTreeNode(number, RankNode.view(cutsRow), countsRow);
        if (node.cuts.level() != level) {
            throw new IllegalStateException("a node of level " + node.cuts.level() + " where " + level + " is due");
        }
        int counts = RankCounts.size(countsRow);
        if (counts != node.cuts.size()) {
            throw new IllegalStateException(counts + " counts for " + node.cuts.size() + " children");
        }
        loaded.add(node);
        return node;
    }

    private RankPath pathTo(byte[] place) {
        RankPath path = new RankPath(height);
        RankTreeNode node = root();
        for (int level = height; ; level--) {
            int child = node.cuts.childAt(place);
            path.take(node, child);
            if (level == 1) {
                return path;
            }
            node = node(node.cuts.number(child), level - 1);
        }
    }

    /** The stretch that a place belongs to. */
    Stretch stretchAt(byte[] place) {
        return pathTo(place).stretch();
    }

    /** The stretch that holds the member of a rank, which is below the size of the set. */
    Stretch stretchOf(long rank) {
        RankPath path = new RankPath(height);
        RankTreeNode node = root();
        long left = rank;
        for (int level = height; ; level--) {
            long[] counts = node.counts();
            int child = 0;
            while (child + 1 < counts.length && counts[child] <= left) {
                left -= counts[child++];
            }
            path.take(node, child);
            if (level == 1) {
                return path.stretch();
            }
            node = node(node.cuts.number(child), level - 1);
        }
    }

    // ---- growing ----

    /**
     * A member has come, and its row is written.
     *
     * @param size of the set, with it
     * @param isLast whether it is the last one of the set
     */
    void added(byte[] place, long size, boolean isLast) {
        if (height == 0) {
            if (size <= capacity.stretch) {
                return;
            }
            height = 1;
            nextNode = 1;
            made(ROOT, RankNode.of(1, List.of()), size - 1);
        }
        RankPath path = pathTo(place);
        count(path, 1);
        if (path.count() > capacity.stretch) {
            cut(path, place, isLast);
        }
    }

    private static void count(RankPath path, long members) {
        for (int i = 0; i < path.nodes.length; i++) {
            path.nodes[i].add(path.children[i], members);
        }
    }

    /** Cuts a full stretch in two: in the middle, or before the last member of the set when that has just come. */
    private void cut(RankPath path, byte[] place, boolean isLast) {
        long count = path.count();
        byte[] start = place;
        long left = count - 1;
        if (!isLast) {
            left = count / 2;
            byte[] low = path.low();
            byte[] high = path.high();
            byte[] from = low == null ? RowKeys.rangeOf(RowKind.SCORE, id).from() : RowKeys.scoreAt(id, low);
            byte[] to = high == null ? RowKeys.rangeOf(RowKind.SCORE, id).to() : RowKeys.scoreAt(id, high);
            List<Row> rows = context.range(slot, from, to, false, (int) left + 1, true);
            if (rows.size() <= left) {
                throw new IllegalStateException(
                        "a stretch of " + count + " members has " + rows.size() + " rows: its counts are wrong");
            }
            start = shortestBetween(
                    RowKeys.placeOf(rows.get((int) left - 1).key()),
                    RowKeys.placeOf(rows.get((int) left).key()));
        }
        insert(path, path.last(), start, 0, left, count - left);
    }

    /** The shortest place above one and not above the other: the less a node holds, the more it can. */
    static byte[] shortestBetween(byte[] below, byte[] place) {
        return Arrays.copyOf(place, Arrays.mismatch(below, place) + 1);
    }

    /** Puts a child behind the one that the path takes at this depth, whose members are now the two's. */
    private void insert(RankPath path, int depth, byte[] start, int number, long left, long right) {
        RankTreeNode node = path.nodes[depth];
        int child = path.children[depth];
        List<byte[]> starts = node.cuts.starts();
        starts.add(child, start);
        List<Integer> numbers = node.cuts.numbers();
        if (!numbers.isEmpty()) {
            numbers.add(child + 1, number);
        }
        long[] old = node.counts();
        long[] counts = new long[old.length + 1];
        System.arraycopy(old, 0, counts, 0, child);
        counts[child] = left;
        counts[child + 1] = right;
        System.arraycopy(old, child + 1, counts, child + 2, counts.length - child - 2);
        node.change(nodeOf(node.cuts.level(), starts, numbers), counts);
        if (node.cuts.size() > capacity.children) {
            halve(path, depth);
        }
    }

    private static RankNode nodeOf(int level, List<byte[]> starts, List<Integer> numbers) {
        return RankNode.of(
                level, starts, numbers.stream().mapToInt(Integer::intValue).toArray());
    }

    private void halve(RankPath path, int depth) {
        RankTreeNode node = path.nodes[depth];
        int half = node.cuts.size() / 2;
        byte[] middle = node.cuts.start(half);
        RankTreeNode right = split(node, half, node.cuts.size());
        if (depth > 0) {
            node.change(part(node.cuts, 0, half), Arrays.copyOf(node.counts(), half));
            insert(path, depth - 1, middle, right.number, node.total(), right.total());
            return;
        }
        RankTreeNode left = split(node, 0, half);
        RankNode cuts = RankNode.of(node.cuts.level() + 1, List.of(middle), left.number, right.number);
        node.change(cuts, left.total(), right.total());
        height++;
    }

    /** A new node of some of a node's children. */
    private RankTreeNode split(RankTreeNode node, int from, int to) {
        return made(nextNode++, part(node.cuts, from, to), Arrays.copyOfRange(node.counts(), from, to));
    }

    private static RankNode part(RankNode cuts, int from, int to) {
        List<Integer> numbers = cuts.numbers();
        return nodeOf(
                cuts.level(),
                cuts.starts().subList(from, to - 1),
                numbers.isEmpty() ? numbers : numbers.subList(from, to));
    }

    // ---- shrinking ----

    /** A member has gone, and its row is deleted. */
    void removed(byte[] place) {
        if (height == 0) {
            return;
        }
        RankPath path = pathTo(place);
        count(path, -1);
        if (path.nodes[0].total() <= capacity.stretch / 2) {
            dropAll();
        } else {
            join(path, path.last());
        }
    }

    /** Joins the child that the path takes at this depth with a neighbour, if both hold little. */
    private void join(RankPath path, int depth) {
        RankTreeNode node = path.nodes[depth];
        int child = path.children[depth];
        if (node.cuts.size() > 1) {
            if (node.count(child) > mostOfTwo(node)) {
                return;
            }
            if (child > 0 && joins(node, child - 1)) {
                removeCut(node, child - 1);
            } else if (child + 1 < node.cuts.size() && joins(node, child)) {
                removeCut(node, child);
            } else {
                return;
            }
        }
        if (depth > 0) {
            join(path, depth - 1);
        } else {
            lower(node);
        }
    }

    /**
     * More members than this two children do not have that are to be one. Above the stretches so many members have more children
     * than may be together: the nodes need not be read to know it.
     */
    private long mostOfTwo(RankTreeNode node) {
        return node.cuts.level() == 1 ? capacity.stretch / 2 : (long) capacity.children / 2 * capacity.stretch;
    }

    /** Whether a child and the next one are to be one. */
    private boolean joins(RankTreeNode node, int child) {
        long left = node.count(child);
        long right = node.count(child + 1);
        if (left == 0 || right == 0) {
            return true;
        }
        if (left + right > mostOfTwo(node)) {
            return false;
        }
        if (node.cuts.level() == 1) {
            return true;
        }
        int level = node.cuts.level() - 1;
        return node(node.cuts.number(child), level).cuts.size()
                        + node(node.cuts.number(child + 1), level).cuts.size()
                <= capacity.children / 2;
    }

    /** Makes one child of a child and the next one. */
    private void removeCut(RankTreeNode node, int child) {
        List<byte[]> starts = node.cuts.starts();
        byte[] middle = starts.remove(child);
        List<Integer> numbers = node.cuts.numbers();
        if (!numbers.isEmpty()) {
            int level = node.cuts.level() - 1;
            join(node(numbers.get(child), level), middle, node(numbers.get(child + 1), level));
            drop(numbers.remove(child + 1));
        }
        long[] old = node.counts();
        long[] counts = Arrays.copyOf(old, old.length - 1);
        counts[child] += old[child + 1];
        System.arraycopy(old, child + 2, counts, child + 1, counts.length - child - 1);
        node.change(nodeOf(node.cuts.level(), starts, numbers), counts);
    }

    /** Makes the left node that of both. */
    private void join(RankTreeNode left, byte[] middle, RankTreeNode right) {
        if (left.total() == 0) {
            dropBelow(left);
            left.change(right.cuts, right.counts());
            return;
        }
        if (right.total() == 0) {
            dropBelow(right);
            return;
        }
        List<byte[]> starts = left.cuts.starts();
        starts.add(middle);
        starts.addAll(right.cuts.starts());
        List<Integer> numbers = left.cuts.numbers();
        numbers.addAll(right.cuts.numbers());
        long[] counts = LongStream.concat(Arrays.stream(left.counts()), Arrays.stream(right.counts()))
                .toArray();
        left.change(nodeOf(left.cuts.level(), starts, numbers), counts);
    }

    private void drop(int number) {
        forget(number);
        context.deleteRow(slot, RowKeys.rankNode(id, number));
        context.deleteRow(slot, RowKeys.rankCounts(id, number));
    }

    private void forget(int number) {
        loaded.removeIf(node -> node.number == number);
        if (dropped.isEmpty()) {
            dropped = new HashSet<>();
        }
        dropped.add(number);
    }

    /** A root with one child gives way to it. */
    private void lower(RankTreeNode root) {
        while (height > 1 && root.cuts.size() == 1) {
            RankTreeNode only = node(root.cuts.number(0), height - 1);
            root.change(only.cuts, only.counts());
            drop(only.number);
            height--;
        }
    }

    /** Few members need no tree. */
    private void dropAll() {
        dropBelow(root());
        context.deleteRow(slot, RowKeys.rankNode(id, ROOT));
        forget(ROOT);
        loaded.clear();
        height = 0;
        nextNode = 0;
    }

    private void dropBelow(RankTreeNode node) {
        for (int child = 0; child < node.cuts.size() && node.cuts.level() > 1; child++) {
            dropBelow(node(node.cuts.number(child), node.cuts.level() - 1));
            drop(node.cuts.number(child));
        }
    }

    // ---- writing ----

    /** Writes the nodes that have changed; the root's counts are in the reference. */
    void write() {
        for (RankTreeNode node : loaded) {
            if (node.cutsChanged) {
                context.putRow(slot, RowKeys.rankNode(id, node.number), node.cuts.encode());
            }
            if (node.countsChanged && node.number != ROOT) {
                context.putRow(slot, RowKeys.rankCounts(id, node.number), node.countsRow());
            }
            node.cutsChanged = false;
            node.countsChanged = false;
        }
    }
}
