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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final Map<Integer, Node> loaded = new LinkedHashMap<>();
    private final long[] rootCounts;

    /** A node as this run has it. */
    private static final class Node {
        final int number;
        RankNode cuts;
        long[] counts;
        boolean cutsChanged;
        boolean countsChanged;

        Node(int number, RankNode cuts, long[] counts) {
            this.number = number;
            this.cuts = cuts;
            this.counts = counts;
        }

        void change(RankNode newCuts, long[] newCounts) {
            cuts = newCuts;
            counts = newCounts;
            cutsChanged = true;
            countsChanged = true;
        }

        void add(int child, long members) {
            counts[child] += members;
            countsChanged = true;
        }

        long total() {
            return Arrays.stream(counts).sum();
        }

        List<byte[]> starts() {
            List<byte[]> starts = new ArrayList<>(cuts.size());
            for (int child = 1; child < cuts.size(); child++) {
                starts.add(cuts.start(child));
            }
            return starts;
        }

        List<Integer> numbers() {
            List<Integer> numbers = new ArrayList<>(cuts.size());
            for (int child = 0; child < cuts.size() && cuts.level() > 1; child++) {
                numbers.add(cuts.number(child));
            }
            return numbers;
        }
    }

    /**
     * A stretch of members.
     *
     * @param low where it begins; null at the start of the set
     * @param high where it ends, exclusive; null at the end of the set
     * @param before how many members come before it
     * @param count how many it has
     */
    record Stretch(byte @Nullable [] low, byte @Nullable [] high, long before, long count) {}

    /** The way from the root to a stretch: nodes from the top, and the child taken in each. */
    private final class Path {
        final List<Node> nodes = new ArrayList<>(4);
        final List<Integer> children = new ArrayList<>(4);
        byte @Nullable [] low;
        byte @Nullable [] high;
        long before;

        void take(Node node, int child) {
            nodes.add(node);
            children.add(child);
            if (child > 0) {
                low = node.cuts.start(child);
            }
            if (child + 1 < node.cuts.size()) {
                high = node.cuts.start(child + 1);
            }
            for (int i = 0; i < child; i++) {
                before += node.counts[i];
            }
        }

        Node leaf() {
            return nodes.get(nodes.size() - 1);
        }

        int stretch() {
            return children.get(children.size() - 1);
        }
    }

    RankTree(CommandContext context, int slot, long id, ScoreOrder order) {
        this(context, slot, id, order, Capacity.USUAL);
    }

    RankTree(CommandContext context, int slot, long id, ScoreOrder order, Capacity capacity) {
        this.capacity = capacity;
        this.context = context;
        this.slot = slot;
        this.id = id;
        this.height = order.height();
        this.nextNode = order.nextNode();
        this.rootCounts = order.counts();
    }

    /**
     * Makes the tree of a new set.
     *
     * @param places of all members, as their rows are ordered
     */
    static RankTree build(CommandContext context, int slot, long id, List<byte[]> places) {
        RankTree tree = new RankTree(context, slot, id, new ScoreOrder(List.of(new byte[0]), List.of(new byte[0])));
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
                Node node = filled(nextNode++, starts.subList(from, to - 1), counts.subList(from, to), numbers, from);
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

    private Node filled(int number, List<byte[]> starts, List<Long> counts, List<Integer> numbers, int from) {
        List<Integer> own = numbers.isEmpty() ? numbers : numbers.subList(from, from + counts.size());
        long[] members = counts.stream().mapToLong(Long::longValue).toArray();
        Node node = new Node(number, nodeOf(height, starts, own), members);
        node.change(node.cuts, node.counts);
        loaded.put(number, node);
        return node;
    }

    /** The reference's part, with the ends as given. */
    ScoreOrder order(List<byte[]> first, List<byte[]> last) {
        if (height == 0) {
            return new ScoreOrder(first, last);
        }
        Node root = loaded.get(ROOT);
        return new ScoreOrder(first, last, height, nextNode, root == null ? rootCounts : root.counts);
    }

    boolean isEmpty() {
        return height == 0;
    }

    /** The rows that every walk down begins with. */
    List<byte[]> firstRows() {
        return height == 0 ? List.of() : List.of(RowKeys.rankNode(id, ROOT));
    }

    // ---- walking down ----

    private Node root() {
        Node root = loaded.get(ROOT);
        if (root == null) {
            root = new Node(ROOT, cutsOf(ROOT, height), rootCounts.clone());
            checkSizes(root);
            loaded.put(ROOT, root);
        }
        return root;
    }

    private Node node(int number, int level) {
        Node node = loaded.get(number);
        if (node == null) {
            List<byte @Nullable []> rows =
                    context.rows(slot, List.of(RowKeys.rankNode(id, number), RowKeys.rankCounts(id, number)));
            node = new Node(
                    number, checked(RankNode.decode(found(rows.get(0))), level), RankCounts.decode(found(rows.get(1))));
            checkSizes(node);
            loaded.put(number, node);
        }
        return node;
    }

    private RankNode cutsOf(int number, int level) {
        return checked(RankNode.decode(found(context.row(slot, RowKeys.rankNode(id, number)))), level);
    }

    private static byte[] found(byte @Nullable [] row) {
        if (row == null) {
            throw new IllegalStateException("a node of a rank tree is gone");
        }
        return row;
    }

    private static RankNode checked(RankNode node, int level) {
        if (node.level() != level) {
            throw new IllegalStateException("a node of level " + node.level() + " where " + level + " is due");
        }
        return node;
    }

    private static void checkSizes(Node node) {
        if (node.counts.length != node.cuts.size()) {
            throw new IllegalStateException(node.counts.length + " counts for " + node.cuts.size() + " children");
        }
    }

    private Path pathTo(byte[] place) {
        Path path = new Path();
        Node node = root();
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
        Path path = pathTo(place);
        return new Stretch(path.low, path.high, path.before, path.leaf().counts[path.stretch()]);
    }

    /** The stretch that holds the member of a rank, which is below the size of the set. */
    Stretch stretchOf(long rank) {
        Path path = new Path();
        Node node = root();
        for (int level = height; ; level--) {
            int child = 0;
            long before = path.before;
            while (child + 1 < node.counts.length && before + node.counts[child] <= rank) {
                before += node.counts[child++];
            }
            path.take(node, child);
            if (level == 1) {
                return new Stretch(path.low, path.high, path.before, node.counts[child]);
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
            Node root = new Node(ROOT, RankNode.of(1, List.of()), new long[] {size - 1});
            root.change(root.cuts, root.counts);
            loaded.put(ROOT, root);
        }
        Path path = pathTo(place);
        for (int i = 0; i < path.nodes.size(); i++) {
            path.nodes.get(i).add(path.children.get(i), 1);
        }
        if (path.leaf().counts[path.stretch()] > capacity.stretch) {
            cut(path, place, isLast);
        }
    }

    /** Cuts a full stretch in two: in the middle, or before the last member of the set when that has just come. */
    private void cut(Path path, byte[] place, boolean isLast) {
        long count = path.leaf().counts[path.stretch()];
        byte[] start = place;
        long left = count - 1;
        if (!isLast) {
            left = count / 2;
            byte[] low = path.low == null ? RowKeys.rangeOf(RowKind.SCORE, id).from() : RowKeys.scoreAt(id, path.low);
            byte[] high = path.high == null ? RowKeys.rangeOf(RowKind.SCORE, id).to() : RowKeys.scoreAt(id, path.high);
            List<Row> rows = context.range(slot, low, high, false, (int) left + 1, true);
            if (rows.size() <= left) {
                throw new IllegalStateException(
                        "a stretch of " + count + " members has " + rows.size() + " rows: its counts are wrong");
            }
            start = shortestBetween(
                    RowKeys.placeOf(rows.get((int) left - 1).key()),
                    RowKeys.placeOf(rows.get((int) left).key()));
        }
        insert(path, path.nodes.size() - 1, start, 0, left, count - left);
    }

    /** The shortest place above one and not above the other: the less a node holds, the more it can. */
    static byte[] shortestBetween(byte[] below, byte[] place) {
        return Arrays.copyOf(place, Arrays.mismatch(below, place) + 1);
    }

    /** Puts a child behind the one that the path takes at this depth, whose members are now the two's. */
    private void insert(Path path, int depth, byte[] start, int number, long left, long right) {
        Node node = path.nodes.get(depth);
        int child = path.children.get(depth);
        List<byte[]> starts = node.starts();
        starts.add(child, start);
        List<Integer> numbers = node.numbers();
        if (!numbers.isEmpty()) {
            numbers.add(child + 1, number);
        }
        long[] counts = new long[node.counts.length + 1];
        System.arraycopy(node.counts, 0, counts, 0, child);
        counts[child] = left;
        counts[child + 1] = right;
        System.arraycopy(node.counts, child + 1, counts, child + 2, counts.length - child - 2);
        node.change(nodeOf(node.cuts.level(), starts, numbers), counts);
        if (node.cuts.size() > capacity.children) {
            halve(path, depth);
        }
    }

    private static RankNode nodeOf(int level, List<byte[]> starts, List<Integer> numbers) {
        return RankNode.of(
                level, starts, numbers.stream().mapToInt(Integer::intValue).toArray());
    }

    private void halve(Path path, int depth) {
        Node node = path.nodes.get(depth);
        int half = node.cuts.size() / 2;
        byte[] middle = node.cuts.start(half);
        Node right = part(nextNode++, node, half, node.cuts.size());
        if (depth > 0) {
            Node left = part(node.number, node, 0, half);
            node.change(left.cuts, left.counts);
            insert(path, depth - 1, middle, right.number, node.total(), right.total());
            return;
        }
        Node left = part(nextNode++, node, 0, half);
        RankNode cuts = RankNode.of(node.cuts.level() + 1, List.of(middle), left.number, right.number);
        node.change(cuts, new long[] {left.total(), right.total()});
        height++;
    }

    /** A node of some of a node's children, known to this run unless it is to take that node's place. */
    private Node part(int number, Node of, int from, int to) {
        List<Integer> numbers = of.numbers();
        RankNode cuts = nodeOf(
                of.cuts.level(),
                of.starts().subList(from, to - 1),
                numbers.isEmpty() ? numbers : numbers.subList(from, to));
        Node part = new Node(number, cuts, Arrays.copyOfRange(of.counts, from, to));
        if (number != of.number) {
            part.change(part.cuts, part.counts);
            loaded.put(number, part);
        }
        return part;
    }

    // ---- shrinking ----

    /** A member has gone, and its row is deleted. */
    void removed(byte[] place) {
        if (height == 0) {
            return;
        }
        Path path = pathTo(place);
        for (int i = 0; i < path.nodes.size(); i++) {
            path.nodes.get(i).add(path.children.get(i), -1);
        }
        Node root = path.nodes.get(0);
        if (root.total() <= capacity.stretch / 2) {
            dropAll();
        } else {
            join(path, path.nodes.size() - 1);
        }
    }

    /** Joins the child that the path takes at this depth with a neighbour, if both hold little. */
    private void join(Path path, int depth) {
        Node node = path.nodes.get(depth);
        int child = path.children.get(depth);
        if (child > 0 && joins(node, child - 1)) {
            removeCut(node, child - 1);
        } else if (child + 1 < node.cuts.size() && joins(node, child)) {
            removeCut(node, child);
        } else if (node.cuts.size() > 1) {
            return;
        }
        if (depth > 0) {
            join(path, depth - 1);
        } else {
            lower(node);
        }
    }

    /** Whether a child and the next one are to be one. */
    private boolean joins(Node node, int child) {
        if (node.counts[child] == 0 || node.counts[child + 1] == 0) {
            return true;
        }
        long both = node.counts[child] + node.counts[child + 1];
        if (node.cuts.level() == 1) {
            return both <= capacity.stretch / 2;
        }
        // So many members have more children than that: the nodes need not be read to know it.
        if (both > (long) capacity.children / 2 * capacity.stretch) {
            return false;
        }
        int level = node.cuts.level() - 1;
        return node(node.cuts.number(child), level).cuts.size()
                        + node(node.cuts.number(child + 1), level).cuts.size()
                <= capacity.children / 2;
    }

    /** Makes one child of a child and the next one. */
    private void removeCut(Node node, int child) {
        List<byte[]> starts = node.starts();
        byte[] middle = starts.remove(child);
        List<Integer> numbers = node.numbers();
        if (!numbers.isEmpty()) {
            int level = node.cuts.level() - 1;
            join(node(numbers.get(child), level), middle, node(numbers.get(child + 1), level));
            drop(numbers.remove(child + 1));
        }
        long[] counts = new long[node.counts.length - 1];
        System.arraycopy(node.counts, 0, counts, 0, child + 1);
        counts[child] += node.counts[child + 1];
        System.arraycopy(node.counts, child + 2, counts, child + 1, counts.length - child - 1);
        node.change(nodeOf(node.cuts.level(), starts, numbers), counts);
    }

    /** Makes the left node that of both. */
    private void join(Node left, byte[] middle, Node right) {
        if (left.total() == 0) {
            dropBelow(left);
            left.change(right.cuts, right.counts);
            return;
        }
        if (right.total() == 0) {
            dropBelow(right);
            return;
        }
        List<byte[]> starts = left.starts();
        starts.add(middle);
        starts.addAll(right.starts());
        List<Integer> numbers = left.numbers();
        numbers.addAll(right.numbers());
        long[] counts = Arrays.copyOf(left.counts, left.counts.length + right.counts.length);
        System.arraycopy(right.counts, 0, counts, left.counts.length, right.counts.length);
        left.change(nodeOf(left.cuts.level(), starts, numbers), counts);
    }

    private void drop(int number) {
        loaded.remove(number);
        context.deleteRow(slot, RowKeys.rankNode(id, number));
        context.deleteRow(slot, RowKeys.rankCounts(id, number));
    }

    /** A root with one child gives way to it. */
    private void lower(Node root) {
        while (height > 1 && root.cuts.size() == 1) {
            Node only = node(root.cuts.number(0), height - 1);
            root.change(only.cuts, only.counts);
            drop(only.number);
            height--;
        }
    }

    /** Few members need no tree. */
    private void dropAll() {
        dropBelow(root());
        context.deleteRow(slot, RowKeys.rankNode(id, ROOT));
        loaded.clear();
        height = 0;
        nextNode = 0;
    }

    private void dropBelow(Node node) {
        for (int child = 0; child < node.cuts.size() && node.cuts.level() > 1; child++) {
            dropBelow(node(node.cuts.number(child), node.cuts.level() - 1));
            drop(node.cuts.number(child));
        }
    }

    // ---- writing ----

    /** Writes the nodes that have changed; the root's counts are in the reference. */
    void write() {
        for (Node node : loaded.values()) {
            if (node.cutsChanged) {
                context.putRow(slot, RowKeys.rankNode(id, node.number), node.cuts.encode());
            }
            if (node.countsChanged && node.number != ROOT) {
                context.putRow(slot, RowKeys.rankCounts(id, node.number), RankCounts.encode(node.counts));
            }
            node.cutsChanged = false;
            node.countsChanged = false;
        }
    }
}
