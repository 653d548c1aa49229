package io.sluice.proxy.type.zset;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.RankCounts;
import io.sluice.encoding.RankNode;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.RowKind;
import io.sluice.encoding.ScoreOrder;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The rank tree with small nodes, against a plain order: whatever comes and goes, its counts are right. */
class RankTreeTest {
    private static final long ID = 7;

    private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    private final TreeSet<byte[]> members = new TreeSet<>(Arrays::compareUnsigned);
    private RankTree.Capacity capacity = new RankTree.Capacity(4, 4);
    private ScoreOrder order = new ScoreOrder(List.of(new byte[0]), List.of(new byte[0]));
    /** Whether a run begins with the nodes of the one before, instead of reading their rows. */
    private boolean keeps;

    private RankNodes kept = RankNodes.NONE;

    @Property(tries = 300)
    void countsWhatComesAndGoes(@ForAll long seed, @ForAll @IntRange(min = 2, max = 9) int stretch) {
        capacity = new RankTree.Capacity(stretch, 4);
        clear();
        Random random = new Random(seed);
        keeps = random.nextBoolean();
        for (int round = 0; round < 12; round++) {
            boolean grows = random.nextInt(3) > 0;
            int kind = random.nextInt(4);
            int steps = random.nextInt(60);
            RankTree tree = tree();
            for (int i = 0; i < steps; i++) {
                if (grows || members.isEmpty()) {
                    add(tree, fresh(random, kind));
                } else {
                    remove(tree, chosen(random, kind));
                }
            }
            save(tree);
            check();
        }
        RankTree tree = tree();
        while (!members.isEmpty()) {
            remove(tree, chosen(random, random.nextInt(3)));
        }
        save(tree);
        assertThat(order.height()).isZero();
        assertThat(rows).isEmpty();
    }

    @Property(tries = 100)
    void isBuiltAtOnce(@ForAll long seed, @ForAll @IntRange(max = 600) int size) {
        clear();
        Random random = new Random(seed);
        for (int i = 0; i < size; i++) {
            byte[] place = fresh(random, 3);
            members.add(place);
            rows.put(RowKeys.scoreAt(ID, place), new byte[0]);
        }
        RankTree tree = tree();
        tree.fill(List.copyOf(members));
        save(tree);
        check();
    }

    @Test
    void aQueueLeavesItsStretchesFull() {
        capacity = new RankTree.Capacity(10, 10);
        for (int i = 0; i < 95; i++) {
            RankTree tree = tree();
            add(tree, place(i));
            save(tree);
        }
        assertThat(order.height()).isOne();
        assertThat(order.counts()).containsExactly(10, 10, 10, 10, 10, 10, 10, 10, 10, 5);
    }

    @Test
    void aTreeIsAsLowAsItCanBe() {
        capacity = new RankTree.Capacity(4, 4);
        RankTree tree = tree();
        for (int i = 0; i < 500; i++) {
            add(tree, place(i));
        }
        save(tree);
        assertThat(order.height()).isGreaterThan(3);
        for (int i = 0; i < 499; i++) {
            tree = tree();
            remove(tree, place(i));
            save(tree);
            check();
        }
        assertThat(order.height()).isZero();
        assertThat(rows).hasSize(1);
    }

    @Test
    void cutsAreAsShortAsTheyCanBe() {
        assertThat(RankTree.shortestBetween(bytes("abc"), bytes("abx"))).isEqualTo(bytes("abx"));
        assertThat(RankTree.shortestBetween(bytes("abc"), bytes("bxx"))).isEqualTo(bytes("b"));
        assertThat(RankTree.shortestBetween(bytes("ab"), bytes("abxx"))).isEqualTo(bytes("abx"));
        assertThat(RankTree.shortestBetween(bytes(""), bytes("xx"))).isEqualTo(bytes("x"));
    }

    // ---- the tree and its rows ----

    private void clear() {
        rows.clear();
        members.clear();
        kept = RankNodes.NONE;
        order = new ScoreOrder(List.of(new byte[0]), List.of(new byte[0]));
    }

    private RankTree tree() {
        return new RankTree(context(), 0, ID, order, kept, capacity);
    }

    private void save(RankTree tree) {
        tree.write();
        kept = keeps ? tree.kept() : RankNodes.NONE;
        ScoreOrder saved = tree.order(List.of(new byte[0]), List.of(new byte[0]));
        order = keeps ? saved : ScoreOrder.decode(saved.encode());
    }

    private void add(RankTree tree, byte[] place) {
        if (members.add(place)) {
            rows.put(RowKeys.scoreAt(ID, place), new byte[0]);
            tree.added(place, members.size(), members.last() == place);
        }
    }

    private void remove(RankTree tree, byte[] place) {
        members.remove(place);
        rows.remove(RowKeys.scoreAt(ID, place));
        tree.removed(place);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    private static byte[] place(int number) {
        return bytes(String.format("%06d", number));
    }

    /** Anywhere, at the end, at the start, or in a crowd of long names. */
    private byte[] fresh(Random random, int kind) {
        return switch (kind) {
            case 0 -> place(500_000 + members.size() * 7 + random.nextInt(7));
            case 1 -> place(500_000 - members.size() * 7 - random.nextInt(7));
            case 2 -> bytes("crowd".repeat(3) + random.nextInt(300));
            default -> place(random.nextInt(1_000_000));
        };
    }

    private byte[] chosen(Random random, int kind) {
        return switch (kind) {
            case 0 -> members.first();
            case 1 -> members.last();
            default -> List.copyOf(members).get(random.nextInt(members.size()));
        };
    }

    private void check() {
        List<byte[]> all = List.copyOf(members);
        int seen = 0;
        if (order.height() == 0) {
            assertThat(rows).hasSize(all.size());
            return;
        }
        seen = checkNode(0, order.height(), order.counts());
        assertThat(rows).hasSize(all.size() + seen);
        RankTree tree = tree();
        for (int rank = 0; rank < all.size(); rank++) {
            byte[] place = all.get(rank);
            RankTree.Stretch stretch = tree.stretchAt(place);
            assertThat(tree.stretchOf(rank)).usingRecursiveComparison().isEqualTo(stretch);
            assertThat(stretch.before()).isEqualTo(before(stretch.low(), 0));
            assertThat(stretch.before() + stretch.count()).isEqualTo(before(stretch.high(), all.size()));
            assertThat((long) rank).isBetween(stretch.before(), stretch.before() + stretch.count() - 1);
        }
    }

    private long before(byte[] place, long otherwise) {
        return place == null ? otherwise : members.headSet(place).size();
    }

    /** How many rows the node and those below it have. */
    private int checkNode(int number, int level, long[] counts) {
        RankNode node = RankNode.decode(rows.get(RowKeys.rankNode(ID, number)));
        assertThat(node.level()).isEqualTo(level);
        assertThat(node.size()).isEqualTo(counts.length).isLessThanOrEqualTo(capacity.children() + 1);
        int below = number == 0 ? 1 : 2;
        for (int child = 0; child < node.size() && level > 1; child++) {
            long[] members = RankCounts.decode(rows.get(RowKeys.rankCounts(ID, node.number(child))));
            assertThat(Arrays.stream(members).sum()).isEqualTo(counts[child]);
            below += checkNode(node.number(child), level - 1, members);
        }
        return below;
    }

    /** As much of a context as a tree needs, over a map. */
    private CommandContext context() {
        return (CommandContext) Proxy.newProxyInstance(
                CommandContext.class.getClassLoader(), new Class<?>[] {CommandContext.class}, (proxy, method, args) -> {
                    switch (method.getName()) {
                        case "row":
                            return rows.get((byte[]) args[1]);
                        case "rows":
                            List<byte[]> values = new ArrayList<>();
                            ((List<?>) args[1]).forEach(key -> values.add(rows.get((byte[]) key)));
                            return values;
                        case "putRow":
                            return rows.put((byte[]) args[1], (byte[]) args[2]) == null ? null : null;
                        case "deleteRow":
                            rows.remove((byte[]) args[1]);
                            return null;
                        case "range":
                            return range((byte[]) args[1], (byte[]) args[2], (int) args[4]);
                        default:
                            throw new UnsupportedOperationException(method.getName());
                    }
                });
    }

    private List<Row> range(byte[] from, byte[] to, int limit) {
        assertThat(from[0]).isEqualTo(RowKind.SCORE);
        return rows.subMap(from, to).keySet().stream()
                .limit(limit)
                .map(key -> new Row(key, new byte[0]))
                .toList();
    }
}
