package io.sluice.proxy.type.zset;

import io.sluice.encoding.ElementValue;
import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.KeyRange;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.RowKeys;
import io.sluice.encoding.ScoreOrder;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ZSetRef;
import io.sluice.kv.Row;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.type.collection.ElementRows;
import io.sluice.proxy.type.collection.ElementRows.Element;
import io.sluice.proxy.type.collection.ElementRows.Page;
import io.sluice.proxy.type.collection.HashInterval;
import io.sluice.proxy.type.collection.RandomElements;
import io.sluice.proxy.type.collection.ScanCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sorted set in rows: for each member an element row, which says its score, and a score row, which gives its place in the
 * order; a {@link RankTree} for the ranks.
 *
 * <p>The header holds the places of the first and the last member. So a walk begins behind the rows that were deleted at
 * either end, however many the store still steps over: a queue's speed does not depend on what has passed through it.
 */
final class SpreadZSet extends ZSetValue {
    /** So many members at most are removed without asking first how many they are; read at once from the store's memory. */
    private static final int FEW = 256;

    /** What the header says now. */
    private final OpenZSet stored;

    private final ElementRows elements;
    private final ScoreRows scores;
    private final RankTree ranks;
    private final int slot;
    private final long id;

    private long size;
    private final ZSetEnds ends;
    private boolean changed;
    /** What takes this value's place when most of it is removed. */
    private @Nullable Header replacement;

    SpreadZSet(CommandContext context, Key key, Header header) {
        this(context, key, header, OpenZSet.of(header));
    }

    private SpreadZSet(CommandContext context, Key key, Header header, OpenZSet open) {
        super(context, key, header, open.ref().form());
        ZSetRef ref = open.ref();
        this.ends = new ZSetEnds(ref.order());
        this.stored = open;
        this.slot = key.slot();
        this.id = ref.id();
        this.size = ref.count();
        this.elements = new ElementRows(context, slot, id);
        this.scores = new ScoreRows(context, slot, id);
        this.ranks = new RankTree(context, slot, id, ref.order(), open.nodes());
    }

    /** Writes the rows of these members, which are in order, and answers their reference. */
    static ZSetRef writeRows(CommandContext context, Key key, byte form, List<ZSetBuilder.Scored> members) {
        long id = context.newId(key.slot());
        ElementRows elements = new ElementRows(context, key.slot(), id);
        ScoreRows scores = new ScoreRows(context, key.slot(), id);
        List<byte[]> places = new ArrayList<>(members.size());
        boolean anyLong = false;
        for (ZSetBuilder.Scored scored : members) {
            elements.put(scored.member(), ElementValue.ofScore(scored.score()));
            byte[] row = scores.put(scored.score(), scored.member());
            places.add(RowKeys.placeOf(row));
            anyLong |= ScoreRows.isLong(row);
        }
        if (anyLong) {
            places.sort(Arrays::compareUnsigned);
        }
        RankTree ranks = RankTree.build(context, key.slot(), id, places);
        ranks.write();
        ScoreOrder order = ranks.order(List.of(places.get(0)), List.of(places.get(places.size() - 1)));
        return new ZSetRef(id, form, places.size(), order);
    }

    @Override
    public long size() {
        return size;
    }

    // ---- bounds of walks ----

    /** The row key that nothing lies below. */
    private byte[] start() {
        return RowKeys.scoreAt(id, ends.lowest());
    }

    /** The row key that nothing lies at or behind. */
    private byte[] end() {
        byte[] last = RowKeys.scoreAt(id, ends.highest());
        return Arrays.copyOf(last, last.length + 1);
    }

    private static byte[] later(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    private static byte[] earlier(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    // ---- reading ----

    @Override
    public double score(byte[] member) {
        ElementValue value = elements.find(member);
        return value == null ? ABSENT : value.score();
    }

    @Override
    public double[] scores(List<byte[]> members) {
        HashInterval interval = HashInterval.of(context, members);
        return interval.isWorthARange(members.size(), size) ? scoresByRange(members, interval) : scoresByName(members);
    }

    private double[] scoresByName(List<byte[]> members) {
        double[] found = new double[members.size()];
        int at = 0;
        for (ElementValue value : elements.findAll(members)) {
            found[at++] = value == null ? ABSENT : value.score();
        }
        return found;
    }

    private double[] scoresByRange(List<byte[]> members, HashInterval interval) {
        Map<BinaryKey, Double> there = new HashMap<>();
        for (Row row : elements.rowsBetween(interval.from(), interval.to(), false)) {
            Element element = elements.element(row, false);
            there.put(BinaryKey.of(element.name()), element.value().score());
        }
        double[] found = new double[members.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = there.getOrDefault(BinaryKey.of(members.get(i)), ABSENT);
        }
        return found;
    }

    @Override
    public boolean each(Batches sink) {
        return elements.eachPage(false, page -> {
            List<byte[]> members = new ArrayList<>(page.size());
            double[] batch = new double[page.size()];
            for (Element element : page) {
                batch[members.size()] = element.value().score();
                members.add(element.name());
            }
            return sink.accept(members, batch);
        });
    }

    @Override
    public void prefetch(List<byte[]> members) {
        List<byte[]> rows = new ArrayList<>(members.size() + 1);
        for (byte[] member : members) {
            rows.add(elements.rowOf(member).key());
        }
        rows.addAll(ranks.firstRows());
        if (rows.size() > 1) {
            context.rows(slot, rows);
        }
    }

    @Override
    public long rank(byte[] member) {
        prefetch(List.of(member));
        double score = score(member);
        return Double.isNaN(score) ? -1 : before(new Cut(score, member, false));
    }

    /** How many members lie before the cut. */
    private long before(Cut cut) {
        byte[] low = cut.low(id);
        long rows;
        if (Arrays.compareUnsigned(low, start()) <= 0) {
            rows = 0;
        } else if (Arrays.compareUnsigned(low, end()) >= 0) {
            rows = size;
        } else {
            rows = rowsBefore(low);
        }
        return rows + scores.countInGroup(cut);
    }

    private long rowsBefore(byte[] rowKey) {
        if (ranks.isEmpty()) {
            return scores.count(start(), rowKey, (int) Math.min(size, Integer.MAX_VALUE));
        }
        RankTree.Stretch stretch = ranks.stretchAt(RowKeys.placeOf(rowKey));
        return stretch.before() + scores.count(lowOf(stretch), rowKey, (int) stretch.count());
    }

    private byte[] lowOf(RankTree.Stretch stretch) {
        byte[] low = stretch.low();
        return low == null ? start() : later(start(), RowKeys.scoreAt(id, low));
    }

    private byte[] highOf(RankTree.Stretch stretch) {
        byte[] high = stretch.high();
        return high == null ? end() : earlier(end(), RowKeys.scoreAt(id, high));
    }

    /** The score that all members have, or {@link #ABSENT} where they differ. */
    private double onlyScore() {
        double first = scoreOf(ends.lowest());
        return first == scoreOf(ends.highest()) ? first : ABSENT;
    }

    private static double scoreOf(byte[] place) {
        return OrderedCodec.getDouble(place, 0);
    }

    @Override
    public long count(ZRange range) {
        if (range instanceof ZRange.ByRank ranks) {
            return Math.max(0, ranks.to(size) - ranks.from(size));
        }
        if (range instanceof ZRange.ByLex names) {
            if (names.isEmpty()) {
                return 0;
            }
            if (Double.isNaN(onlyScore())) {
                long[] count = {0};
                forEach(range, false, 0, Long.MAX_VALUE, (array, offset, length, score) -> count[0]++);
                return count[0];
            }
        }
        return Math.max(0, before(end(range)) - before(start(range)));
    }

    private Cut start(ZRange range) {
        return range instanceof ZRange.ByLex names
                ? Cut.startOf(names, onlyScore())
                : Cut.startOf((ZRange.ByScore) range);
    }

    private Cut end(ZRange range) {
        return range instanceof ZRange.ByLex names ? Cut.endOf(names, onlyScore()) : Cut.endOf((ZRange.ByScore) range);
    }

    @Override
    public void forEach(ZRange range, boolean reverse, long offset, long limit, MemberVisitor visitor) {
        if (range instanceof ZRange.ByRank ranks) {
            ZRange.ByRank forward = reverse ? ranks.reversed() : ranks;
            showByRanks(forward.from(size), forward.to(size), reverse, offset, limit, visitor);
        } else if (range instanceof ZRange.ByLex names && names.isEmpty()) {
            return;
        } else if (range instanceof ZRange.ByLex names && Double.isNaN(onlyScore())) {
            showByNames(names, reverse, offset, limit, visitor);
        } else if (offset > RankTree.MAX_STRETCH && !ranks.isEmpty()) {
            showByRanks(before(start(range)), before(end(range)), reverse, offset, limit, visitor);
        } else {
            show(start(range), end(range), reverse, offset, limit, visitor);
        }
    }

    private void showByRanks(long from, long to, boolean reverse, long offset, long limit, MemberVisitor visitor) {
        if (offset < to - from) {
            long shown = Math.min(limit, to - from - offset);
            showByRank(reverse ? to - 1 - offset : from + offset, reverse, shown, visitor);
        }
    }

    private void show(Cut from, Cut to, boolean reverse, long offset, long limit, MemberVisitor visitor) {
        KeyRange rows = rowsBetween(from, to);
        scores.show(rows.from(), rows.to(), from, to, reverse, offset, Math.min(limit, size), visitor);
    }

    private KeyRange rowsBetween(Cut from, Cut to) {
        return new KeyRange(later(start(), from.low(id)), earlier(end(), to.high(id)));
    }

    @Override
    public void prefetchAll(List<ZRange.ByScore> ranges) {
        List<KeyRange> rows = new ArrayList<>(ranges.size());
        for (ZRange.ByScore range : ranges) {
            KeyRange between = rowsBetween(Cut.startOf(range), Cut.endOf(range));
            if (!between.isEmpty()) {
                rows.add(between);
            }
        }
        context.prefetchRanges(slot, rows);
    }

    /** Shows members one by one from a rank on, from where the nearest stretch before it begins. */
    private void showByRank(long rank, boolean reverse, long count, MemberVisitor visitor) {
        byte[] low = start();
        byte[] high = end();
        long skip = reverse ? size - 1 - rank : rank;
        if (!ranks.isEmpty() && skip > 0) {
            RankTree.Stretch stretch = ranks.stretchOf(rank);
            if (reverse) {
                byte[] bound = highOf(stretch);
                high = ScoreRows.isLong(bound)
                        ? earlier(end(), ScoreRows.groupOf(bound).to())
                        : bound;
                skip = (bound == high ? stretch.before() + stretch.count() : rowsBeforeEnd(high)) - 1 - rank;
            } else {
                byte[] bound = lowOf(stretch);
                low = ScoreRows.isLong(bound)
                        ? later(start(), ScoreRows.groupOf(bound).from())
                        : bound;
                skip = rank - (bound == low ? stretch.before() : rowsBefore(low));
            }
        }
        scores.show(low, high, Cut.START, Cut.END, reverse, skip, count, visitor);
    }

    private long rowsBeforeEnd(byte[] rowKey) {
        return Arrays.compareUnsigned(rowKey, end()) >= 0 ? size : rowsBefore(rowKey);
    }

    /** Members by name where scores differ, which Redis leaves undefined: as it does in its small form, looking at all. */
    private void showByNames(ZRange.ByLex names, boolean reverse, long offset, long limit, MemberVisitor visitor) {
        ZSetBuilder all = new ZSetBuilder();
        scores.show(start(), end(), Cut.START, Cut.END, false, 0, size, all);
        new PackedZSet(context, key, Header.of(ValueEncoding.ZSET_PACKED, all.pack(form)))
                .forEach(names, reverse, offset, limit, visitor);
    }

    // ---- without order ----

    @Override
    public long scan(long cursor, long count, MemberVisitor visitor) {
        if (form != Forms.TABLE) {
            forEach(ZRange.ALL, false, 0, size, visitor);
            return ScanCursor.END;
        }
        if (ScanCursor.isBeyond(cursor)) {
            return ScanCursor.END;
        }
        Page page = elements.page(ScanCursor.hash(cursor), (int) Math.min(count, Integer.MAX_VALUE), false);
        page.elements().forEach(element -> show(element, visitor));
        return page.end() ? ScanCursor.END : ScanCursor.at(page.nextHash());
    }

    private static void show(Element element, MemberVisitor visitor) {
        visitor.accept(element.name(), 0, element.name().length, element.value().score());
    }

    @Override
    public void drawn(int count, MemberVisitor visitor) {
        randomElements().withRepetition(count).forEach(element -> show(element, visitor));
    }

    @Override
    public void drawnDistinct(long count, MemberVisitor visitor) {
        randomElements().distinct(count).forEach(element -> show(element, visitor));
    }

    private RandomElements randomElements() {
        return new RandomElements(elements, size, false, context.random());
    }

    // ---- changing ----

    @Override
    public void put(List<Change> changes) {
        for (Change change : changes) {
            if (!change.isNew()) {
                takeFromOrder(change.member(), change.old());
            }
            elements.put(change.member(), ElementValue.ofScore(change.score()));
            addToOrder(change.member(), change.score());
        }
        noteForm(changes);
    }

    private void addToOrder(byte[] member, double score) {
        byte[] place = RowKeys.placeOf(scores.put(score, member));
        boolean last = ends.added(place, size == 0);
        size++;
        ranks.added(place, size, last);
        changed = true;
    }

    /** Deletes a member's score row; its element row is the caller's business. */
    private void takeFromOrder(byte[] member, double score) {
        byte[] place = RowKeys.placeOf(scores.delete(score, member));
        size--;
        changed = true;
        ends.removed(place);
        ranks.removed(place);
    }

    @Override
    public boolean remove(byte[] member) {
        ElementValue value = elements.find(member);
        if (value == null) {
            return false;
        }
        remove(member, value.score());
        return true;
    }

    private void remove(byte[] member, double score) {
        elements.delete(member, ElementValue.nothing());
        takeFromOrder(member, score);
    }

    @Override
    public long removeAll(ZRange range) {
        ZSetBuilder few = new ZSetBuilder();
        forEach(range, false, 0, FEW, few);
        if (few.size() < FEW) {
            return removeAll(few);
        }
        long count = count(range);
        if (count < size && !isInOrder(range)) {
            ZSetBuilder all = new ZSetBuilder();
            forEach(range, false, 0, count, all);
            return removeAll(all);
        }
        long from = range instanceof ZRange.ByRank ranks ? ranks.from(size) : count == size ? 0 : before(start(range));
        removeRanks(from, count);
        return count;
    }

    /** Whether those meant are the members between two cuts. */
    private boolean isInOrder(ZRange range) {
        return !(range instanceof ZRange.ByLex) || !Double.isNaN(onlyScore());
    }

    private long removeAll(ZSetBuilder members) {
        if (members.size() == size) {
            removeEverything();
        } else {
            for (ZSetBuilder.Scored scored : members.inOrder()) {
                remove(scored.member(), scored.score());
            }
        }
        return members.size();
    }

    /** The rows go with the key, in the background. */
    private void removeEverything() {
        size = 0;
        changed = true;
    }

    /**
     * Takes many members away. Where fewer stay than go, those that stay are written anew, and the old rows are left to
     * reclamation with the old id: the batch is as large as the smaller part.
     */
    private void removeRanks(long from, long count) {
        if (count == size) {
            removeEverything();
        } else if (count > size - count) {
            ZSetBuilder rest = new ZSetBuilder();
            showRanks(0, from, rest);
            showRanks(from + count, size, rest);
            replacement = rest.build(context, key, form).withExpireAt(header.expireAtMs());
            size = rest.size();
            changed = true;
        } else {
            ZSetBuilder gone = new ZSetBuilder();
            showRanks(from, from + count, gone);
            removeAll(gone);
        }
    }

    private void showRanks(long from, long to, MemberVisitor visitor) {
        if (from < to) {
            showByRank(from, false, to - from, visitor);
        }
    }

    @Override
    public void pop(boolean highest, long count, MemberVisitor visitor) {
        List<byte[]> known = ends.outermost(highest, count);
        if (!known.isEmpty() && known.stream().noneMatch(this::isLong)) {
            for (byte[] place : known) {
                byte[] member = Arrays.copyOfRange(place, Long.BYTES, place.length);
                visitor.accept(member, 0, member.length, scoreOf(place));
                remove(member, scoreOf(place));
            }
            return;
        }
        ZSetBuilder taken = new ZSetBuilder();
        forEach(ZRange.ALL, highest, 0, count, (array, offset, length, score) -> {
            visitor.accept(array, offset, length, score);
            taken.accept(array, offset, length, score);
        });
        if (taken.size() > size - taken.size()) {
            removeRanks(highest ? size - taken.size() : 0, taken.size());
        } else {
            removeAll(taken);
        }
    }

    private boolean isLong(byte[] place) {
        return ScoreRows.isLong(RowKeys.scoreAt(id, place));
    }

    @Override
    public void save() {
        if (!changed) {
            return;
        }
        Header rebuilt = replacement;
        if (size == 0) {
            context.remove(key);
        } else if (rebuilt != null) {
            context.put(key, rebuilt);
        } else {
            ranks.write();
            ZSetRef ref = new ZSetRef(id, form, size, ends.order(ranks, this::rowsAtEnd));
            if (stored.nodes().isEmpty() && ref.equals(stored.ref())) {
                context.modified(key);
            } else {
                // A set that changes for the first time in a while may not do so again: its nodes are not kept.
                RankNodes nodes = header.open() == null ? RankNodes.NONE : ranks.kept();
                context.put(key, new OpenZSet(ref, nodes).header(header.expireAtMs()));
            }
        }
    }

    /** The rows at an end whose members were removed: steps over deleted rows once, not with every walk. */
    private List<Row> rowsAtEnd(boolean last) {
        List<Row> rows = scores.keys(start(), end(), last, EndRun.MOST);
        if (rows.isEmpty()) {
            throw new IllegalStateException("a sorted set of " + size + " members has no score rows");
        }
        return rows;
    }
}
