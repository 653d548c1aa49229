package io.sluice.proxy.type.zset;

import io.sluice.encoding.Forms;
import io.sluice.encoding.Header;
import io.sluice.encoding.OrderedCodec;
import io.sluice.encoding.PackedEntries;
import io.sluice.encoding.ValueEncoding;
import io.sluice.proxy.engine.CommandContext;
import io.sluice.proxy.engine.Key;
import io.sluice.proxy.text.BinaryKey;
import io.sluice.proxy.type.collection.ScanCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A sorted set in its header row: member, score, member, score, in order. A change copies the payload once. */
final class PackedZSet extends ZSetValue {
    static final Header EMPTY = Header.of(
            ValueEncoding.ZSET_PACKED, PackedEntries.empty(Forms.LISTPACK).payload());

    private static final int SCORE_BYTES = 8;
    /** So many changes are made each for itself. */
    private static final int ONE_BY_ONE = 8;

    private static final int SCORE_ENTRY = PackedEntries.sizeOf(SCORE_BYTES);

    private PackedEntries entries;

    PackedZSet(CommandContext context, Key key, Header header) {
        this(context, key, header, PackedEntries.over(header.payload()));
    }

    private PackedZSet(CommandContext context, Key key, Header header, PackedEntries entries) {
        super(context, key, header, entries.form());
        this.entries = entries;
    }

    @Override
    public long size() {
        return entries.size() / 2;
    }

    // ---- places: offsets of members in the payload ----

    private int behind(int member) {
        return entries.next(member) + SCORE_ENTRY;
    }

    /** The code of a member's score: compares, unsigned, as the scores do. */
    private long codeAt(int member) {
        return OrderedCodec.getLong(entries.payload(), entries.next(member) + SCORE_ENTRY - SCORE_BYTES);
    }

    private double scoreAt(int member) {
        return OrderedCodec.doubleOf(codeAt(member));
    }

    private void show(int member, MemberVisitor visitor) {
        visitor.accept(entries.payload(), entries.start(member), entries.length(member), scoreAt(member));
    }

    /** The place of the first member that comes behind this score and name. */
    private int placeFor(double score, byte[] name) {
        long code = OrderedCodec.codeOf(score);
        byte[] payload = entries.payload();
        int at = entries.first();
        while (at < entries.end()) {
            int order = Long.compareUnsigned(codeAt(at), code);
            if (order == 0) {
                int start = entries.start(at);
                order = Arrays.compareUnsigned(payload, start, start + entries.length(at), name, 0, name.length);
            }
            if (order > 0) {
                break;
            }
            at = behind(at);
        }
        return at;
    }

    // ---- reading ----

    @Override
    public double score(byte[] member) {
        int at = entries.find(member, 2);
        return at < 0 ? ABSENT : scoreAt(at);
    }

    @Override
    public double[] scores(List<byte[]> members) {
        double[] scores = new double[members.size()];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = score(members.get(i));
        }
        return scores;
    }

    @Override
    public boolean each(Batches sink) {
        List<byte[]> members = new ArrayList<>((int) size());
        double[] scores = new double[(int) size()];
        for (int at = entries.first(); at < entries.end(); at = behind(at)) {
            scores[members.size()] = scoreAt(at);
            members.add(entries.get(at));
        }
        return sink.accept(members, scores);
    }

    @Override
    public void prefetch(List<byte[]> members) {
        // All members came with the header.
    }

    @Override
    public void prefetchAll(List<ZRange.ByScore> ranges) {
        // As above.
    }

    @Override
    public long rank(byte[] member) {
        long rank = 0;
        for (int at = entries.first(); at < entries.end(); at = behind(at)) {
            if (entries.is(at, member)) {
                return rank;
            }
            rank++;
        }
        return -1;
    }

    /**
     * A stretch of members.
     *
     * @param from the place of the first
     * @param to the place behind the last
     * @param count how many they are
     */
    private record Stretch(int from, int to, int count) {}

    private Stretch stretch(ZRange range) {
        int size = (int) size();
        int from = entries.first();
        int first = 0;
        if (range instanceof ZRange.ByRank ranks) {
            first = (int) Math.min(size, ranks.from(size));
            int last = (int) Math.max(first, ranks.to(size));
            from = entries.skip(from, 2 * first);
            return new Stretch(
                    from, last == size ? entries.end() : entries.skip(from, 2 * (last - first)), last - first);
        }
        if (size == 0 || (range instanceof ZRange.ByLex names && isOutside(names))) {
            return new Stretch(from, from, 0);
        }
        while (from < entries.end() && !isAboveMin(range, from)) {
            from = behind(from);
        }
        int to = from;
        int count = 0;
        while (to < entries.end() && isBelowMax(range, to)) {
            to = behind(to);
            count++;
        }
        return new Stretch(from, to, count);
    }

    /** Whether no member can be meant: also if, among members of different scores, the last is below or the first above. */
    private boolean isOutside(ZRange.ByLex names) {
        int last = entries.skip(entries.first(), entries.size() - 2);
        return names.isEmpty() || !isAboveMin(names, last) || !isBelowMax(names, entries.first());
    }

    /**
     * The stretch as it is found from its end. It is another one where names are meant among members of different scores,
     * which Redis leaves undefined.
     */
    private Stretch stretchFromBehind(ZRange range) {
        if (!(range instanceof ZRange.ByLex names) || size() == 0 || isOutside(names)) {
            return stretch(range);
        }
        int from = entries.end();
        int to = entries.end();
        int count = 0;
        int[] places = places(entries.first(), (int) size());
        for (int i = places.length - 1; i >= 0; i--) {
            if (count == 0 && !isBelowMax(names, places[i])) {
                to = places[i];
                from = to;
            } else if (isAboveMin(names, places[i])) {
                from = places[i];
                count++;
            } else {
                break;
            }
        }
        return new Stretch(from, to, count);
    }

    private int[] places(int from, int count) {
        int[] places = new int[count];
        int at = from;
        for (int i = 0; i < count; i++) {
            places[i] = at;
            at = behind(at);
        }
        return places;
    }

    private boolean isAboveMin(ZRange range, int at) {
        return range instanceof ZRange.ByLex names
                ? names.isAboveMin(entries.payload(), entries.start(at), entries.length(at))
                : ((ZRange.ByScore) range).isAboveMin(scoreAt(at));
    }

    private boolean isBelowMax(ZRange range, int at) {
        return range instanceof ZRange.ByLex names
                ? names.isBelowMax(entries.payload(), entries.start(at), entries.length(at))
                : ((ZRange.ByScore) range).isBelowMax(scoreAt(at));
    }

    @Override
    public long count(ZRange range) {
        return stretch(range).count;
    }

    @Override
    public void forEach(ZRange range, boolean reverse, long offset, long limit, MemberVisitor visitor) {
        ZRange forward = reverse && range instanceof ZRange.ByRank ranks ? ranks.reversed() : range;
        Stretch stretch = reverse ? stretchFromBehind(forward) : stretch(forward);
        if (offset >= stretch.count) {
            return;
        }
        int shown = (int) Math.min(limit, stretch.count - offset);
        if (!reverse) {
            show(entries.skip(stretch.from, 2 * (int) offset), shown, visitor);
        } else {
            showBackwards(stretch, (int) offset, shown, visitor);
        }
    }

    private void show(int from, int count, MemberVisitor visitor) {
        int at = from;
        for (int i = 0; i < count; i++) {
            show(at, visitor);
            at = behind(at);
        }
    }

    /** Entries are found from the front only, so their places are noted first. */
    private void showBackwards(Stretch stretch, int offset, int count, MemberVisitor visitor) {
        int[] places = places(entries.skip(stretch.from, 2 * (stretch.count - offset - count)), count);
        for (int i = count - 1; i >= 0; i--) {
            show(places[i], visitor);
        }
    }

    // ---- without order ----

    @Override
    public long scan(long cursor, long count, MemberVisitor visitor) {
        if (form != Forms.TABLE) {
            show(entries.first(), (int) size(), visitor);
            return ScanCursor.END;
        }
        long[] places = placesByHash(cursor);
        for (int i = 0; i < places.length; i++) {
            int hash = (int) (places[i] >>> 32);
            if (i >= count && hash != (int) (places[i - 1] >>> 32)) {
                return ScanCursor.at(hash);
            }
            show((int) places[i], visitor);
        }
        return ScanCursor.END;
    }

    /** The places that the cursor has not passed, each below the hash of its member. */
    private long[] placesByHash(long cursor) {
        long[] places = new long[(int) size()];
        int found = 0;
        for (int at = entries.first(); at < entries.end(); at = behind(at)) {
            int hash = context.elementHash(entries.get(at));
            if (ScanCursor.reaches(cursor, hash)) {
                // Sorted as if unsigned: the sign bit is turned here and back below.
                places[found++] = ((long) hash << 32 | at) ^ Long.MIN_VALUE;
            }
        }
        Arrays.sort(places, 0, found);
        for (int i = 0; i < found; i++) {
            places[i] ^= Long.MIN_VALUE;
        }
        return Arrays.copyOf(places, found);
    }

    @Override
    public void drawn(int count, MemberVisitor visitor) {
        RandomGenerator random = context.random();
        int[] places = places(entries.first(), (int) size());
        for (int i = 0; i < count; i++) {
            show(places[random.nextInt(places.length)], visitor);
        }
    }

    @Override
    public void drawnDistinct(long count, MemberVisitor visitor) {
        RandomGenerator random = context.random();
        long wanted = count;
        int left = (int) size();
        for (int at = entries.first(); wanted > 0; at = behind(at)) {
            if (random.nextInt(left--) < wanted) {
                show(at, visitor);
                wanted--;
            }
        }
    }

    // ---- changing ----

    @Override
    public void put(List<Change> changes) {
        if (changes.size() > ONE_BY_ONE) {
            putAll(changes);
        } else {
            for (Change change : changes) {
                put(change);
            }
        }
        noteForm(changes);
    }

    private void put(Change change) {
        if (change.isNew()) {
            int at = placeFor(change.score(), change.member());
            byte[] score = scoreEntry(change.score());
            entries = PackedEntries.over(entries.splice(form, entries.size() + 2, at, at, change.member(), score));
        } else {
            move(change.member(), change.score());
        }
    }

    /** Many changes: what stays and what is put are sorted together, once. */
    private void putAll(List<Change> changes) {
        Set<BinaryKey> names = new HashSet<>(2 * changes.size());
        ZSetBuilder members = new ZSetBuilder();
        for (Change change : changes) {
            names.add(BinaryKey.of(change.member()));
            members.add(change.member(), change.score());
        }
        show(entries.first(), (int) size(), (array, offset, length, score) -> {
            if (!names.contains(BinaryKey.of(array, offset, length))) {
                members.accept(array, offset, length, score);
            }
        });
        entries = PackedEntries.over(members.pack(form));
    }

    private static byte[] scoreEntry(double score) {
        byte[] entry = new byte[SCORE_BYTES];
        OrderedCodec.putDouble(entry, 0, score);
        return entry;
    }

    /** Moves a member to where its new score belongs: those in between close up. */
    private void move(byte[] member, double score) {
        byte[] changed = entries.payload().clone();
        int from = entries.find(member, 2);
        int length = behind(from) - from;
        int to = placeFor(score, member);
        if (to > from) {
            to -= length;
            System.arraycopy(entries.payload(), from + length, changed, from, to - from);
        } else {
            System.arraycopy(entries.payload(), to, changed, to + length, from - to);
        }
        System.arraycopy(entries.payload(), from, changed, to, length);
        OrderedCodec.putDouble(changed, to + length - SCORE_BYTES, score);
        entries = PackedEntries.over(changed);
    }

    @Override
    public boolean remove(byte[] member) {
        int at = entries.find(member, 2);
        if (at < 0) {
            return false;
        }
        cut(new Stretch(at, behind(at), 1));
        return true;
    }

    private void cut(Stretch stretch) {
        int size = entries.size() - 2 * stretch.count;
        entries = PackedEntries.over(entries.splice(form, size, stretch.from, stretch.to));
    }

    @Override
    public long removeAll(ZRange range) {
        Stretch stretch = stretch(range);
        if (stretch.count > 0) {
            cut(stretch);
        }
        return stretch.count;
    }

    @Override
    public void pop(boolean highest, long count, MemberVisitor visitor) {
        long last = Math.min(count, size()) - 1;
        if (last >= 0) {
            ZRange.ByRank taken = new ZRange.ByRank(0, last);
            forEach(taken, highest, 0, Long.MAX_VALUE, visitor);
            cut(stretch(highest ? taken.reversed() : taken));
        }
    }

    @Override
    public void save() {
        if (entries.payload() == header.payload()) {
            return;
        }
        if (entries.size() == 0) {
            context.remove(key);
        } else {
            context.put(key, stored().withExpireAt(header.expireAtMs()));
        }
    }

    private Header stored() {
        if (entries.end() > context.settings().packedMaxBytes()) {
            ZSetBuilder members = new ZSetBuilder();
            show(entries.first(), (int) size(), members);
            return members.build(context, key, form);
        }
        return Header.of(
                ValueEncoding.ZSET_PACKED, entries.form() == form ? entries.payload() : entries.withForm(form));
    }
}
