package io.sluice.proxy.type.list;

import io.sluice.encoding.ListNode;
import io.sluice.encoding.ListRef;
import io.sluice.encoding.RowKeys;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The chunks between the two ends of a spread list, in a tree that counts: every node knows how many elements are below each
 * of its children. So an element is found by its index, and a chunk put between two others, with one row per level; the root
 * is in the header.
 *
 * <p>All rows are read by name. Chunks and nodes that were deleted are never looked at again, whatever the store has kept
 * of them. Nodes that were changed are written by {@link #writeNodes}.
 */
final class ChunkTree {
    /** A node is split beyond this: then it takes about a kilobyte. */
    static final int MAX_CHILDREN = 128;
    /** The root is in the header, which is written with every push. */
    static final int MAX_ROOT_CHILDREN = 64;

    /** From this many chunks on they are read as a range. */
    private static final int RANGE_FROM = 64;

    /** Both edges of a tree of some levels. */
    private static final int MOST_KEPT = 8;

    private final CommandContext context;
    private final int slot;
    private final long id;
    private int level;
    private ListNode root;
    private long leftUsed;
    private long rightUsed;
    private boolean rootChanged;
    private final Map<Long, ListNode> loaded;
    /** What is to be written: null where a node goes. */
    private final Map<Long, @Nullable ListNode> changed = new LinkedHashMap<>();

    /** A way from the root to a chunk: at each level the node, its number, and which child. */
    static final class Path {
        final ListNode[] nodes;
        final long[] numbers;
        final int[] child;
        /** How many elements of the chunk come before the wanted one. */
        int offset;

        Path(int level) {
            nodes = new ListNode[level + 1];
            numbers = new long[level + 1];
            child = new int[level + 1];
        }

        long number() {
            return nodes[0].number(child[0]);
        }

        int elements() {
            return (int) nodes[0].elements(child[0]);
        }

        long bytes() {
            return nodes[0].bytes(child[0]);
        }
    }

    /** Chunks that follow each other. */
    static final class Run {
        final List<Long> numbers = new ArrayList<>();
        final List<Long> elements = new ArrayList<>();
        /** How many elements of the first chunk come before the range. */
        int skip;
    }

    ChunkTree(CommandContext context, int slot, OpenList open) {
        ListRef ref = open.ref();
        this.loaded = new HashMap<>(open.nodes());
        this.context = context;
        this.slot = slot;
        this.id = ref.id();
        this.level = ref.level();
        this.root = ref.root();
        this.leftUsed = ref.leftUsed();
        this.rightUsed = ref.rightUsed();
    }

    boolean isEmpty() {
        return root.size() == 0;
    }

    long elements() {
        return root.elements();
    }

    long bytes() {
        return root.bytes();
    }

    /** The nodes for the next change, when this one has been written: none where they are too many. */
    Map<Long, ListNode> kept() {
        return loaded.size() > MOST_KEPT ? Map.of() : Map.copyOf(loaded);
    }

    /** Puts the root into the header. */
    void putInto(ListRef.Builder ref) {
        if (rootChanged) {
            ref.root(level, root).numbersUsed(leftUsed, rightUsed);
        }
    }

    // ---- finding ----

    /** The way to the chunk that holds the element at an index of the tree's. */
    Path find(long index) {
        Path path = new Path(level);
        ListNode node = root;
        long rest = index;
        for (int at = level; ; at--) {
            int child = 0;
            while (rest >= node.elements(child)) {
                rest -= node.elements(child++);
            }
            path.nodes[at] = node;
            path.child[at] = child;
            if (at == 0) {
                path.offset = (int) rest;
                return path;
            }
            path.numbers[at - 1] = node.number(child);
            node = node(node.number(child));
        }
    }

    /** The way to the outermost chunk. */
    Path edge(ListEnd end) {
        Path path = new Path(level);
        ListNode node = root;
        for (int at = level; ; at--) {
            int child = end == ListEnd.LEFT ? 0 : node.size() - 1;
            path.nodes[at] = node;
            path.child[at] = child;
            if (at == 0) {
                return path;
            }
            path.numbers[at - 1] = node.number(child);
            node = node(node.number(child));
        }
    }

    /** The chunks that hold the elements from an index to another, exclusive; a cold store is asked once for each level. */
    Run find(long from, long to) {
        List<ListNode> nodes = List.of(root);
        long skip = from;
        long count = to - from;
        Run run = new Run();
        for (int at = level; ; at--) {
            List<Long> numbers = new ArrayList<>();
            List<Long> elements = new ArrayList<>();
            long newSkip = -1;
            long passed = 0;
            for (ListNode node : nodes) {
                for (int child = 0; child < node.size() && passed < skip + count; child++) {
                    long below = node.elements(child);
                    if (passed + below > skip) {
                        if (newSkip < 0) {
                            newSkip = skip - passed;
                        }
                        numbers.add(node.number(child));
                        elements.add(below);
                    }
                    passed += below;
                }
            }
            skip = Math.max(0, newSkip);
            if (at == 0) {
                run.numbers.addAll(numbers);
                run.elements.addAll(elements);
                run.skip = (int) skip;
                return run;
            }
            nodes = nodes(numbers);
        }
    }

    private ListNode node(long number) {
        ListNode node = loaded.get(number);
        if (node == null) {
            node = decoded(number, context.row(slot, RowKeys.listNode(id, number)));
        }
        return node;
    }

    private List<ListNode> nodes(List<Long> numbers) {
        List<Long> missing = new ArrayList<>();
        List<byte[]> rowKeys = new ArrayList<>();
        for (long number : numbers) {
            if (!loaded.containsKey(number)) {
                missing.add(number);
                rowKeys.add(RowKeys.listNode(id, number));
            }
        }
        if (!missing.isEmpty()) {
            List<byte @Nullable []> rows = context.rows(slot, rowKeys);
            for (int i = 0; i < rows.size(); i++) {
                decoded(missing.get(i), rows.get(i));
            }
        }
        List<ListNode> nodes = new ArrayList<>(numbers.size());
        for (long number : numbers) {
            nodes.add(node(number));
        }
        return nodes;
    }

    private ListNode decoded(long number, byte @Nullable [] row) {
        if (row == null) {
            throw missing("node", number);
        }
        ListNode node = ListNode.decode(row);
        loaded.put(number, node);
        return node;
    }

    // ---- changing ----

    /** Writes a chunk outside all others. */
    void add(ListEnd end, byte[] row, int elements, long bytes) {
        Path path = isEmpty() ? new Path(0) : edge(end);
        if (isEmpty()) {
            level = 0;
            path.nodes[0] = root;
        }
        int position = end == ListEnd.LEFT ? 0 : path.nodes[0].size();
        long number = end == ListEnd.LEFT ? - ++leftUsed : rightUsed++;
        context.putRow(slot, RowKeys.listChunk(id, number), row);
        insert(path, 0, position, number, elements, bytes);
    }

    /** Writes a chunk before or behind that of the path, which is stale then. */
    void insertBeside(Path path, boolean behind, byte[] row, int elements, long bytes) {
        long number = rightUsed++;
        context.putRow(slot, RowKeys.listChunk(id, number), row);
        insert(path, 0, path.child[0] + (behind ? 1 : 0), number, elements, bytes);
    }

    /** Writes the chunk of the path anew. */
    void replace(Path path, byte[] row, int elements, long bytes) {
        context.putRow(slot, RowKeys.listChunk(id, path.number()), row);
        if (path.elements() != elements || path.bytes() != bytes) {
            set(path, 0, path.nodes[0].grown(path.child[0], elements - path.elements(), bytes - path.bytes()));
            countUp(path, 0);
        }
    }

    /** Deletes the chunk of the path, which is stale then. */
    void remove(Path path) {
        context.deleteRow(slot, RowKeys.listChunk(id, path.number()));
        removeChild(path, 0);
        lower();
    }

    private void removeChild(Path path, int at) {
        ListNode rest = path.nodes[at].without(path.child[at], path.child[at] + 1);
        if (rest.size() == 0 && at < level) {
            drop(path.numbers[at]);
            removeChild(path, at + 1);
        } else {
            set(path, at, rest);
            countUp(path, at);
        }
    }

    private void insert(Path path, int at, int position, long number, long elements, long bytes) {
        ListNode node = path.nodes[at].with(position, number, elements, bytes);
        boolean isRoot = at == level;
        if (node.size() <= (isRoot ? MAX_ROOT_CHILDREN : MAX_CHILDREN)) {
            set(path, at, node);
            countUp(path, at);
        } else if (isRoot) {
            long below = rightUsed++;
            put(below, node);
            level++;
            root = ListNode.EMPTY.with(0, below, node.elements(), node.bytes());
            rootChanged = true;
        } else {
            split(path, at, node, position);
        }
    }

    /** A node that only grows at its end is left full; any other is cut in the middle. */
    private void split(Path path, int at, ListNode node, int position) {
        int size = node.size();
        boolean atStart = position == 0;
        int cut = position == size - 1 ? size - 1 : atStart ? 1 : size / 2;
        ListNode left = node.without(cut, size);
        ListNode right = node.without(0, cut);
        ListNode kept = atStart ? right : left;
        ListNode moved = atStart ? left : right;
        set(path, at, kept);
        path.nodes[at + 1] = counted(path, at);
        long number = rightUsed++;
        put(number, moved);
        insert(path, at + 1, path.child[at + 1] + (atStart ? 0 : 1), number, moved.elements(), moved.bytes());
    }

    /** Gives the nodes above the counts of what is below them. */
    private void countUp(Path path, int from) {
        for (int at = from; at < level; at++) {
            set(path, at + 1, counted(path, at));
        }
    }

    /** The node above, with the count of this one. */
    private static ListNode counted(Path path, int at) {
        ListNode above = path.nodes[at + 1];
        int child = path.child[at + 1];
        ListNode node = path.nodes[at];
        return above.grown(child, node.elements() - above.elements(child), node.bytes() - above.bytes(child));
    }

    private void set(Path path, int at, ListNode node) {
        path.nodes[at] = node;
        if (at == level) {
            root = node;
            rootChanged = true;
        } else {
            put(path.numbers[at], node);
        }
    }

    private void put(long number, ListNode node) {
        loaded.put(number, node);
        changed.put(number, node);
    }

    private void drop(long number) {
        loaded.remove(number);
        changed.put(number, null);
    }

    /** Takes the levels away that have nothing to tell; not at the size at which the next chunk would bring them back. */
    private void lower() {
        if (root.size() == 0) {
            level = 0;
        }
        while (level > 0 && root.size() == 1) {
            long number = root.number(0);
            ListNode only = node(number);
            if (only.size() > MAX_ROOT_CHILDREN / 2) {
                return;
            }
            root = only;
            drop(number);
            level--;
        }
    }

    /**
     * Takes whole chunks away from an end as long as they hold no more than so many elements; answers their numbers, and
     * deletes none of their rows.
     */
    Dropped dropWhole(ListEnd end, long elements) {
        long before = root.elements();
        long wanted = Math.min(elements, before);
        // Brings all nodes that are looked at, a level at a time.
        find(end == ListEnd.LEFT ? 0 : before - wanted, end == ListEnd.LEFT ? wanted : before);
        Dropped dropped = new Dropped();
        ListNode rest = dropWhole(root, level, end, elements, dropped);
        if (rest != root) {
            root = rest;
            rootChanged = true;
            lower();
        }
        dropped.elements = before - root.elements();
        return dropped;
    }

    /** Chunks that do not belong to the tree any more. */
    static final class Dropped {
        final List<Long> numbers = new ArrayList<>();
        /** Those among them that are one element, and may be a large one. */
        final List<Long> perhapsLarge = new ArrayList<>();

        long elements;
    }

    private ListNode dropWhole(ListNode node, int at, ListEnd end, long elements, Dropped dropped) {
        boolean left = end == ListEnd.LEFT;
        long rest = elements;
        int size = node.size();
        int gone = 0;
        while (gone < size && node.elements(left ? gone : size - 1 - gone) <= rest) {
            int child = left ? gone : size - 1 - gone;
            rest -= node.elements(child);
            dropChild(node, child, at, dropped);
            gone++;
        }
        ListNode kept = gone == 0 ? node : left ? node.without(0, gone) : node.without(size - gone, size);
        if (at == 0 || rest == 0 || kept.size() == 0) {
            return kept;
        }
        int edge = left ? 0 : kept.size() - 1;
        long number = kept.number(edge);
        ListNode child = node(number);
        ListNode newChild = dropWhole(child, at - 1, end, rest, dropped);
        if (newChild == child) {
            return kept;
        }
        put(number, newChild);
        return kept.grown(edge, newChild.elements() - kept.elements(edge), newChild.bytes() - kept.bytes(edge));
    }

    private void dropChild(ListNode node, int child, int at, Dropped dropped) {
        long number = node.number(child);
        if (at > 0) {
            ListNode below = node(number);
            for (int i = 0; i < below.size(); i++) {
                dropChild(below, i, at - 1, dropped);
            }
            drop(number);
            return;
        }
        dropped.numbers.add(number);
        if (node.elements(child) == 1 && node.bytes(child) > ListEdit.CHUNK_BYTES) {
            dropped.perhapsLarge.add(number);
        }
    }

    /** The chunk's row. */
    byte[] chunk(long number) {
        return present(number, context.row(slot, RowKeys.listChunk(id, number)));
    }

    /** Asks for these chunks together; they are looked at one by one. */
    void prefetch(List<Long> numbers) {
        if (numbers.size() > 1) {
            context.rows(slot, rowKeys(numbers));
        }
    }

    /** The rows of these chunks. Many that follow each other in the store are read as a range, and are not kept in memory. */
    List<byte[]> chunks(List<Long> numbers) {
        int count = numbers.size();
        if (count >= RANGE_FROM && lieTogether(numbers)) {
            return chunksOfRange(numbers);
        }
        List<byte[]> found = new ArrayList<>(count);
        if (count == 1) {
            found.add(chunk(numbers.get(0)));
        } else if (count > 1) {
            List<byte @Nullable []> rows = context.rows(slot, rowKeys(numbers));
            for (int i = 0; i < count; i++) {
                found.add(present(numbers.get(i), rows.get(i)));
            }
        }
        return found;
    }

    private List<byte[]> rowKeys(List<Long> numbers) {
        List<byte[]> rowKeys = new ArrayList<>(numbers.size());
        for (long number : numbers) {
            rowKeys.add(RowKeys.listChunk(id, number));
        }
        return rowKeys;
    }

    /** Chunks that were made at the ends lie in the store in the order of the list, with few others between them. */
    private static boolean lieTogether(List<Long> numbers) {
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i) <= numbers.get(i - 1)) {
                return false;
            }
        }
        return numbers.get(numbers.size() - 1) - numbers.get(0) < 2L * numbers.size();
    }

    private List<byte[]> chunksOfRange(List<Long> numbers) {
        long first = numbers.get(0);
        long last = numbers.get(numbers.size() - 1);
        List<Row> rows = context.range(
                slot,
                RowKeys.listChunk(id, first),
                RowKeys.listChunk(id, last + 1),
                false,
                (int) (last - first + 1),
                false);
        List<byte[]> found = new ArrayList<>(numbers.size());
        int next = 0;
        for (Row row : rows) {
            if (RowKeys.decodeListChunk(row.key()).number() == numbers.get(next)) {
                found.add(row.value());
                next++;
            }
        }
        if (next < numbers.size()) {
            throw missing("chunk", numbers.get(next));
        }
        return found;
    }

    private byte[] present(long number, byte @Nullable [] row) {
        if (row == null) {
            throw missing("chunk", number);
        }
        return row;
    }

    private IllegalStateException missing(String what, long number) {
        return new IllegalStateException(what + " " + number + " of list " + Long.toHexString(id) + " is not there");
    }

    /** Writes the nodes that were changed. */
    void writeNodes() {
        changed.forEach((number, node) -> {
            byte[] rowKey = RowKeys.listNode(id, number);
            if (node == null) {
                context.deleteRow(slot, rowKey);
            } else {
                context.putRow(slot, rowKey, node.encode());
            }
        });
    }
}
